import type { Activity } from "../../../worker/features/audit/audit.schema.ts";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import type { DashboardStats } from "../../../worker/features/dashboard/dashboard.schema.ts";
import { figures } from "../../lib/figures.ts";
import { usePagedList } from "../../lib/list.ts";
import { useUser } from "../../lib/session.tsx";
import { prospects } from "../prospects/index.ts";
import type { UrgentFilter } from "./address.ts";

const URGENT = { urgent: "1" };
const stats = figures<DashboardStats>("/dashboard/stats/:orgId", ["prospects", "members", "bots"]);
const botsPath = (organizationId: number) => `/api/discord-bots/${organizationId}`;
const activitiesPath = (organizationId: number) => `/api/activities/${organizationId}`;

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
