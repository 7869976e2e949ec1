import type { Activity } from "../../../worker/features/audit/audit.schema.ts";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import type { DashboardStats } from "../../../worker/features/dashboard/dashboard.schema.ts";
import { withQuery } from "../../lib/api.ts";
import { can } from "../../lib/can.ts";
import { figures } from "../../lib/figures.ts";
import { usePagedList } from "../../lib/list.ts";
import { type Reader, useUser } from "../../lib/session.tsx";
import { nextEventPath } from "../events/index.ts";
import { NEEDS_PATH } from "../notices/index.ts";
import { MONEY_PATH } from "../payouts/index.ts";
import { assignablePath, MY_WORK_PATH, prospects, teamPath } from "../prospects/index.ts";
import { setupPath } from "../setup/index.ts";
import type { UrgentFilter } from "./address.ts";

const URGENT = { urgent: "1" };
const stats = figures<DashboardStats>("/dashboard/stats/:orgId", ["prospects", "members", "bots"]);
const botsPath = (organizationId: number) => `/api/discord-bots/${organizationId}`;
const activitiesPath = (organizationId: number) => `/api/activities/${organizationId}`;

export function firstPaths({ organizationId: id, permissions }: Reader): string[] {
  const recruits = [MY_WORK_PATH, withQuery(prospects.pathOf(id), URGENT), assignablePath(id)];
  return [
    NEEDS_PATH,
    stats.pathOf(id),
    activitiesPath(id),
    ...(can(permissions, "prospects.read") ? recruits : []),
    ...(can(permissions, "contracts.read") && !can(permissions, "prospects.read")
      ? [`/api/contracts/${id}/own`, MONEY_PATH]
      : []),
    ...(can(permissions, { all: ["prospects.read", "crm.team_overview"] }) ? [teamPath(id)] : []),
    ...(can(permissions, "bots.read") ? [botsPath(id)] : []),
    ...(can(permissions, "events.read") ? [nextEventPath(id)] : []),
    ...(can(permissions, "admin.system") ? [setupPath(id)] : []),
  ];
}

function usePath(pathOf: (organizationId: number) => string): string | null {
  const { user } = useUser();
  return user ? pathOf(user.organizationId) : null;
}

export const useDashboardStats = () => stats.useFigures();

/** Prospects whose deadline is past or within 24 hours, soonest first; at most one page. */
export const useUrgentProspects = ({ q, status, assignee, overdue }: UrgentFilter) =>
  prospects.useList({ ...URGENT, status, assignedTo: assignee, deadline: overdue ? "overdue" : null, q });

export const useBots = () => usePagedList<Bot>(usePath(botsPath), {}, ["bots"]);

export const useActivities = () => usePagedList<Activity>(usePath(activitiesPath), {}, ["activity"]);
