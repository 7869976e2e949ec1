import { type RouteCase, read } from "../../../testing/cases.ts";

/** Routes of the recent activity and the audit log. */
export const activityCases: RouteCase[] = [
  read("/api/activities/:orgId", ["dashboard.view"], "/api/activities/1"),
  read("/api/audit/:orgId", ["audit.read"], "/api/audit/1"),
  read("/api/audit/:orgId/actions", ["audit.read"], "/api/audit/1/actions"),
  // Reads a chunk of the log at a time, while it is sent.
  { ...read("/api/audit/:orgId/export", ["audit.read"], "/api/audit/1/export"), trips: 20 },
];
