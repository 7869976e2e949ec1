import type { RouteCase } from "../../../testing/cases.ts";

/** Routes of the settings. */
export const settingsCases: RouteCase[] = [
  {
    route: "GET /api/organization/:orgId/public-settings",
    access: "public",
    request: () => ({ path: "/api/organization/1/public-settings" }),
  },
];
