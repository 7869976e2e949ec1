import type { RouteCase } from "../../../testing/cases.ts";

export const cases: RouteCase[] = [
  {
    route: "GET /api/batch",
    access: "signed-in",
    inBrowser: true,
    request: () => ({ path: "/api/batch?path=/api/user&path=/api/user/sessions" }),
  },
];
