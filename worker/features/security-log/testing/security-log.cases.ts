import { type RouteCase, read } from "../../../testing/cases.ts";

export const cases: RouteCase[] = [read("/api/security-log/:orgId", ["admin.users"], "/api/security-log/1")];
