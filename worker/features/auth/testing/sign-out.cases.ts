import type { RouteCase } from "../../../testing/cases.ts";

/** Last, since it ends the caller's session. */
export const turn = 2;

export const cases: RouteCase[] = [
  {
    route: "POST /api/logout",
    access: "public",
    inBrowser: true,
    request: () => ({ path: "/api/logout" }),
    status: 204,
  },
];
