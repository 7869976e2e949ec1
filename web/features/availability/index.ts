import type { ZoneCount } from "../../../worker/features/availability/availability.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useOfOrganization } from "../../lib/organization.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";

/** Shows when most members can; `onPlan` plans an event at a time. */
export const FindTimeDialog = lazyDialog(
  () => import("./best-time.tsx"),
  (language) => [import(`./availability.${language}.json`)],
);

/** How many members have marked when they can, by time zone, most first; nothing for who cannot plan events. */
export const useZones = () =>
  useOfOrganization<ZoneCount[]>((id) => `/api/event-times/${id}/zones`, ["event_times"], {
    allowed: useCan("events.write"),
  });
