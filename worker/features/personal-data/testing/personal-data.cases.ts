import type { RouteCase } from "../../../testing/cases.ts";

/** The route of a user's own data. */
export const personalDataCases: RouteCase[] = [
  { route: "GET /api/user/data", access: "signed-in", request: () => ({ path: "/api/user/data" }) },
];
