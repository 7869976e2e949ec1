import type { RouteCase } from "../../../testing/cases.ts";

export const cases: RouteCase[] = [
  { route: "GET /api/user", access: "signed-in", request: () => ({ path: "/api/user" }) },
  {
    ...{ route: "GET /api/user/account", access: "signed-in", scope: ["contracts.read"] },
    request: () => ({ path: "/api/user/account" }),
  },
  {
    route: "PATCH /api/user/language",
    access: "signed-in",
    request: () => ({ path: "/api/user/language", body: { language: "en" } }),
  },
  {
    route: "GET /api/users/:id/role",
    access: "signed-in",
    ownsOr: ["admin.users"],
    request: ({ caller, officer, isForeign }) => ({
      path: `/api/users/${isForeign || !caller.userId ? officer.userId : caller.userId}/role`,
    }),
    ofOrganization: true,
  },
];
