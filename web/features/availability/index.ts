import type { ZoneCount } from "../../../worker/features/availability/availability.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useOfOrganization } from "../../lib/organization.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";

/** Shows when most members are available; `onPlan` plans an event at a time. */
export const FindTimeDialog = lazyDialog(
  () => import("./best-time.tsx"),
  (language) => [import(`./availability.${language}.json`)],
);

/** Shows how many members have marked hours by time zone, most first; nothing for readers who cannot plan events. */
export const useZones = () =>
  useOfOrganization<ZoneCount[]>((id) => `/api/event-times/${id}/zones`, ["event_times"], {
    allowed: useCan("events.write"),
  });
