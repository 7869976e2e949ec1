import { type RouteCase, read } from "../../../testing/cases.ts";
import { raw } from "../../../testing/database.ts";

/** Routes of the settings. */
export const settingsCases: RouteCase[] = [
  {
    route: "GET /api/organization/:orgId/public-settings",
    access: "public",
    request: () => ({ path: "/api/organization/1/public-settings" }),
  },
  read("/api/organization/:orgId/settings", ["admin.system"], "/api/organization/1/settings"),
  {
    route: "PUT /api/organization/:orgId/settings/:settingKey",
    access: ["admin.system"],
    request: async () => {
      await raw.DB.prepare("delete from organization_settings where setting_key = 'bot_auto_start'").run();
      return {
        path: "/api/organization/1/settings/bot_auto_start",
        body: { settingValue: false, version: 0 },
      };
    },
    ofOrganization: true,
  },
];
