import type { RouteCase } from "../../../testing/cases.ts";

export const cases: RouteCase[] = [
  {
    route: "GET /api/search",
    access: "signed-in",
    request: () => ({ path: "/api/search?q=Person&in=people,ships" }),
    kind: "search",
  },
];
