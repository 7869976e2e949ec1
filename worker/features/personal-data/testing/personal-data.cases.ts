import type { RouteCase } from "../../../testing/cases.ts";

/** The route of a user's own data. */
export const cases: RouteCase[] = [
  {
    route: "GET /api/user/data",
    kind: "file",
    access: "signed-in",
    proof: true,
    request: () => ({ path: "/api/user/data" }),
  },
];
