import { type RouteCase, read } from "../../../testing/cases.ts";

/** Routes of the recent activity. */
export const activityCases: RouteCase[] = [
  read("/api/activities/:orgId", ["dashboard.view"], "/api/activities/1"),
];
