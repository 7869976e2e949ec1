import useSWR from "swr";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import type { Activity } from "../../../worker/features/activity/activity.schema.ts";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import type { DashboardStats } from "../../../worker/features/dashboard/dashboard.schema.ts";
import type { UserStats } from "../../../worker/features/prospects/prospects.schema.ts";
import { withQuery } from "../../lib/api.ts";
import { can } from "../../lib/can.ts";
import { POLL, usePagedList } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { useUser } from "../../lib/session.tsx";
import { assignablePath, prospects, teamPath } from "../prospects/index.ts";
import type { UrgentFilter } from "./address.ts";

const MY_WORK_PATH = "/api/user/stats";
const URGENT = { urgent: "1" };
const pathsOf = (organizationId: number) => ({
  stats: `/api/dashboard/stats/${organizationId}`,
  bots: `/api/discord-bots/${organizationId}`,
  activities: `/api/activities/${organizationId}`,
});

/** API paths of everything that the dashboard shows to this user. */
export function firstPaths({ organizationId: id, permissions }: CurrentUser): string[] {
  const { stats, bots, activities } = pathsOf(id);
  const recruits = [MY_WORK_PATH, withQuery(prospects.pathOf(id), URGENT), assignablePath(id)];
  return [
    stats,
    activities,
    ...(can(permissions, "prospects.read") ? recruits : []),
    ...(can(permissions, { all: ["prospects.read", "crm.team_overview"] }) ? [teamPath(id)] : []),
    ...(can(permissions, "bots.read") ? [bots] : []),
  ];
}

/** The path of one of the dashboard's calls, null without a user. */
function usePath(call: keyof ReturnType<typeof pathsOf>): string | null {
  const { user } = useUser();
  return user ? pathsOf(user.organizationId)[call] : null;
}

/** The figures, kept fresh. */
export const useDashboardStats = () =>
  useSWR<DashboardStats>(usePath("stats"), usePolling(["prospects", "members", "bots"], POLL));

/** The reader's own work. */
export const useMyWork = () => useSWR<UserStats>(MY_WORK_PATH, usePolling(["prospects"], POLL));

/** Prospects whose deadline is within 24 hours or past, soonest first; at most one page of the list. */
export const useUrgentProspects = ({ q, status, assignee, overdue }: UrgentFilter) =>
  prospects.useList({ ...URGENT, status, assignedTo: assignee, deadline: overdue ? "overdue" : null, q });

/** The organization's bots. */
export const useBots = () => usePagedList<Bot>(usePath("bots"), {}, ["bots"]);

/** What happened lately, newest first. */
export const useActivities = () => usePagedList<Activity>(usePath("activities"), {}, ["activity"]);
