import { type Holders, type RouteCase, read } from "../../../testing/cases.ts";
import { raw } from "../../../testing/database.ts";

export const holders: Holders = {
  "admin.system": ["administrator"],
};

export const cases: RouteCase[] = [
  {
    route: "GET /api/organization/:orgId/public-settings",
    access: "public",
    request: () => ({ path: "/api/organization/1/public-settings" }),
  },
  read("/api/organization/:orgId/settings", ["admin.system"], "/api/organization/1/settings"),
  {
    route: "PUT /api/organization/:orgId/settings/:settingKey",
    unproven: "Settings of daily work; those about signing in take a proof.",
    access: ["admin.system"],
    proof: true,
    provenIf: {
      needs: { path: "/api/organization/1/settings/allow_registration", body: { settingValue: false } },
      needsNone: { path: "/api/organization/1/settings/transfer_fee", body: { settingValue: 7 } },
    },
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
