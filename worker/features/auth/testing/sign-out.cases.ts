import type { RouteCase } from "../../../testing/cases.ts";

/** Last, since it ends the caller's session. */
export const turn = 2;

export const cases: RouteCase[] = [
  {
    route: "POST /api/logout",
    unproven: "Ends the caller's own session.",
    access: "public",
    inBrowser: true,
    request: () => ({ path: "/api/logout" }),
    status: 204,
  },
];
