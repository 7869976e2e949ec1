import { type RouteCase, read } from "../../../testing/cases.ts";

export const cases: RouteCase[] = [
  read("/api/fleet/:orgId", ["roster.read", "members.read"], "/api/fleet/1"),
  read("/api/fleet/:orgId/summary", ["roster.read", "members.read"], "/api/fleet/1/summary"),
  read("/api/fleet/:orgId/online", ["roster.read", "members.read"], "/api/fleet/1/online"),
];
