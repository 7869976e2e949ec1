import useSWR from "swr";
import type { Activity } from "../../../worker/features/activity/activity.schema.ts";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import type { DashboardStats } from "../../../worker/features/dashboard/dashboard.schema.ts";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import type { UserStats } from "../../../worker/features/users/users.schema.ts";
import { prospectListKey } from "../../components/prospects/prospect.api.ts";
import { usePolling } from "../../lib/live.ts";
import { useUser } from "../../lib/session.tsx";

/** How often everything is asked for while the server cannot tell of changes, in milliseconds. */
const POLL = 30_000;

function useOrganizationId(): number | undefined {
  return useUser().user?.organizationId;
}

/** The figures, kept fresh. */
export function useDashboardStats() {
  const organizationId = useOrganizationId();
  return useSWR<DashboardStats>(
    organizationId ? `/api/dashboard/stats/${organizationId}` : null,
    usePolling(["prospects", "members", "bots"], POLL),
  );
}

/** The reader's own work, fetched only when it is `shown`. */
export function useMyWork(shown: boolean) {
  return useSWR<UserStats>(shown ? "/api/user/stats" : null, usePolling(["prospects"], POLL));
}

/** Prospects whose deadline is within 24 hours or past, soonest first; at most one page of the list. */
export function useUrgentProspects() {
  const organizationId = useOrganizationId();
  return useSWR<Prospect[]>(
    organizationId ? prospectListKey(organizationId, { urgent: "1" }) : null,
    usePolling(["prospects", "members", "discord"], POLL),
  );
}

/** The organization's bots. */
export function useBots() {
  const organizationId = useOrganizationId();
  return useSWR<Bot[]>(
    organizationId ? `/api/discord-bots/${organizationId}` : null,
    usePolling(["bots"], POLL),
  );
}

/** What happened lately, newest first. */
export function useActivities() {
  const organizationId = useOrganizationId();
  return useSWR<Activity[]>(
    organizationId ? `/api/activities/${organizationId}` : null,
    usePolling(["activity"], POLL),
  );
}
