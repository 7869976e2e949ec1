import { type RouteCase, read } from "../../testing/cases.ts";

/** Routes of the members. */
export const memberCases: RouteCase[] = [
  read("/api/members/:orgId", ["members.read"], "/api/members/1"),
  read("/api/members/:orgId/assignable", ["prospects.read"], "/api/members/1/assignable"),
];
