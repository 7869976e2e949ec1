import { type RouteCase, read } from "../../../testing/cases.ts";

/** Routes of the dashboard. */
export const dashboardCases: RouteCase[] = [
  read("/api/dashboard/stats/:orgId", ["dashboard.view"], "/api/dashboard/stats/1"),
];
