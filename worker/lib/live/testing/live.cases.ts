import type { RouteCase } from "../../../testing/cases.ts";

/** Routes of the live updates. */
export const liveCases: RouteCase[] = [
  {
    route: "GET /api/live",
    access: "signed-in",
    request: () => ({ path: "/api/live" }),
    status: 426,
    code: "upgrade_required",
  },
];
