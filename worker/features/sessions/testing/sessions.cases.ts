import type { RouteCase } from "../../../testing/cases.ts";

export const cases: RouteCase[] = [
  {
    route: "GET /api/user/sessions",
    access: "signed-in",
    inBrowser: true,
    request: () => ({ path: "/api/user/sessions" }),
  },
  {
    route: "DELETE /api/user/sessions",
    access: "signed-in",
    proof: true,
    request: () => ({ path: "/api/user/sessions" }),
    status: 204,
  },
  {
    route: "GET /api/users/:id/sessions",
    access: ["admin.users"],
    request: ({ officer }) => ({ path: `/api/users/${officer.userId}/sessions` }),
    ofOrganization: true,
  },
];
