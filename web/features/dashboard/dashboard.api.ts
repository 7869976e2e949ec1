import useSWR from "swr";
import type { Activity } from "../../../worker/features/activity/activity.schema.ts";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import type { DashboardStats } from "../../../worker/features/dashboard/dashboard.schema.ts";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import type { UserStats } from "../../../worker/features/users/users.schema.ts";
import { prospectListKey } from "../../components/prospects/prospect.api.ts";
import { useUser } from "../../lib/session.tsx";

const REFRESH = { refreshInterval: 30_000 };

function useOrganizationId(): number | undefined {
  return useUser().user?.organizationId;
}

/** The figures, kept fresh every 30 seconds. */
export function useDashboardStats() {
  const organizationId = useOrganizationId();
  return useSWR<DashboardStats>(organizationId ? `/api/dashboard/stats/${organizationId}` : null, REFRESH);
}

/** The reader's own work, fetched only when it is `shown`. */
export function useMyWork(shown: boolean) {
  return useSWR<UserStats>(shown ? "/api/user/stats" : null, REFRESH);
}

/** Prospects whose deadline is within 24 hours or past, soonest first; at most one page of the list. */
export function useUrgentProspects() {
  const organizationId = useOrganizationId();
  return useSWR<Prospect[]>(
    organizationId ? prospectListKey(organizationId, { urgent: "1" }) : null,
    REFRESH,
  );
}

/** The organization's bots. */
export function useBots() {
  const organizationId = useOrganizationId();
  return useSWR<Bot[]>(organizationId ? `/api/discord-bots/${organizationId}` : null, REFRESH);
}

/** What happened lately, newest first. */
export function useActivities() {
  const organizationId = useOrganizationId();
  return useSWR<Activity[]>(organizationId ? `/api/activities/${organizationId}` : null, REFRESH);
}
