import { type RouteCase, read } from "../../../testing/cases.ts";

export const cases: RouteCase[] = [
  read("/api/setup/:orgId", ["admin.system"], "/api/setup/1", { kind: "counted" }),
  {
    route: "POST /api/setup/:orgId/dismiss",
    access: ["admin.system"],
    request: () => ({ path: "/api/setup/1/dismiss" }),
    ofOrganization: true,
  },
];
