import useSWR from "swr";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import type { Activity } from "../../../worker/features/activity/activity.schema.ts";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import type { DashboardStats } from "../../../worker/features/dashboard/dashboard.schema.ts";
import type { UserStats } from "../../../worker/features/prospects/prospects.schema.ts";
import { withQuery } from "../../lib/api.ts";
import { can } from "../../lib/can.ts";
import { POLL } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { useUser } from "../../lib/session.tsx";
import { assignablePath, prospects, teamPath } from "../prospects/index.ts";
import type { UrgentFilter } from "./address.ts";

const statsKey = (organizationId: number) => `/api/dashboard/stats/${organizationId}`;
const MY_WORK_KEY = "/api/user/stats";
const URGENT = { urgent: "1" };
const botsKey = (organizationId: number) => `/api/discord-bots/${organizationId}`;
const activitiesKey = (organizationId: number) => `/api/activities/${organizationId}`;

/** API paths of everything that the dashboard shows to this user. */
export function firstPaths({ organizationId, permissions }: CurrentUser): string[] {
  const keys = [statsKey(organizationId), activitiesKey(organizationId)];
  if (can(permissions, "prospects.read"))
    keys.push(
      MY_WORK_KEY,
      withQuery(prospects.pathOf(organizationId), URGENT),
      assignablePath(organizationId),
    );
  if (can(permissions, { all: ["prospects.read", "crm.team_overview"] })) keys.push(teamPath(organizationId));
  if (can(permissions, "bots.read")) keys.push(botsKey(organizationId));
  return keys;
}

function useOrganizationId(): number | undefined {
  return useUser().user?.organizationId;
}

/** The figures, kept fresh. */
export function useDashboardStats() {
  const organizationId = useOrganizationId();
  return useSWR<DashboardStats>(
    organizationId ? statsKey(organizationId) : null,
    usePolling(["prospects", "members", "bots"], POLL),
  );
}

/** The reader's own work, fetched only when it is `shown`. */
export function useMyWork(shown: boolean) {
  return useSWR<UserStats>(shown ? MY_WORK_KEY : null, usePolling(["prospects"], POLL));
}

/** Prospects whose deadline is within 24 hours or past, soonest first; at most one page of the list. */
export const useUrgentProspects = ({ q, status, assignee, overdue }: UrgentFilter) =>
  prospects.useList({ ...URGENT, status, assignedTo: assignee, deadline: overdue ? "overdue" : null, q });

/** The organization's bots. */
export function useBots() {
  const organizationId = useOrganizationId();
  return useSWR<Bot[]>(organizationId ? botsKey(organizationId) : null, usePolling(["bots"], POLL));
}

/** What happened lately, newest first. */
export function useActivities() {
  const organizationId = useOrganizationId();
  return useSWR<Activity[]>(
    organizationId ? activitiesKey(organizationId) : null,
    usePolling(["activity"], POLL),
  );
}
