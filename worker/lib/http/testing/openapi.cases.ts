import type { RouteCase } from "../../../testing/cases.ts";

export const cases: RouteCase[] = [
  {
    route: "GET /api/openapi.json",
    access: "public",
    request: () => ({ path: "/api/openapi.json" }),
  },
];
