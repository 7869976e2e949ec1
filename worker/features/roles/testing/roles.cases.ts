import { type RouteCase, read } from "../../../testing/cases.ts";

/** Routes of the roles. */
export const roleCases: RouteCase[] = [read("/api/roles/:orgId", ["members.read"], "/api/roles/1")];
