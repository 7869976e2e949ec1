import { type RouteCase, read } from "../../../testing/cases.ts";

export const cases: RouteCase[] = [
  read("/api/fleet/:orgId", ["members.read"], "/api/fleet/1"),
  read("/api/fleet/:orgId/summary", ["members.read"], "/api/fleet/1/summary"),
  read("/api/fleet/:orgId/online", ["members.read"], "/api/fleet/1/online"),
];
