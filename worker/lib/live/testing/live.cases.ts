import type { RouteCase } from "../../../testing/cases.ts";

export const cases: RouteCase[] = [
  {
    route: "GET /api/live",
    access: "signed-in",
    inBrowser: true,
    request: () => ({ path: "/api/live" }),
    status: 426,
    code: "upgrade_required",
  },
];
