import type { RouteCase } from "../../../testing/cases.ts";

export const cases: RouteCase[] = [
  { route: "GET /api/user/notices", access: "signed-in", request: () => ({ path: "/api/user/notices" }) },
  {
    route: "PATCH /api/user/notices/read",
    access: "signed-in",
    request: () => ({ path: "/api/user/notices/read", body: { upTo: 1 } }),
    status: 204,
  },
];
