import { accountCases } from "../features/account/testing/account.cases.ts";
import { activityCases } from "../features/activity/testing/activity.cases.ts";
import { authCases, signOutCases } from "../features/auth/testing/auth.cases.ts";
import { backupCases } from "../features/backup/testing/backup.cases.ts";
import { botCases } from "../features/bots/testing/bots.cases.ts";
import { applicationCases } from "../features/contracts/applications/testing/applications.cases.ts";
import { payoutCases } from "../features/contracts/payouts/testing/payouts.cases.ts";
import { contractCases } from "../features/contracts/testing/contracts.cases.ts";
import { dashboardCases } from "../features/dashboard/testing/dashboard.cases.ts";
import { discordCases } from "../features/discord/testing/discord.cases.ts";
import { fleetCases } from "../features/fleet/testing/fleet.cases.ts";
import { importCases } from "../features/hangar/import/testing/import.cases.ts";
import { hangarCases } from "../features/hangar/testing/hangar.cases.ts";
import { healthCases } from "../features/health/testing/health.cases.ts";
import { roleCases } from "../features/members/roles/testing/roles.cases.ts";
import { memberCases } from "../features/members/testing/members.cases.ts";
import { noticeCases } from "../features/notices/testing/notices.cases.ts";
import { personalDataCases } from "../features/personal-data/testing/personal-data.cases.ts";
import { profileCases } from "../features/profiles/testing/profiles.cases.ts";
import { prospectCases } from "../features/prospects/testing/prospects.cases.ts";
import { rsiCases } from "../features/rsi/testing/rsi.cases.ts";
import { secondFactorCases } from "../features/second-factor/testing/second-factor.cases.ts";
import { sessionCases } from "../features/sessions/testing/sessions.cases.ts";
import { settingsCases } from "../features/settings/testing/settings.cases.ts";
import { shipCases } from "../features/ships/testing/ships.cases.ts";
import { liveCases } from "../lib/live/testing/live.cases.ts";
import type { Permission, SystemRole } from "../lib/permissions.schema.ts";
import type { RouteCase, Scene } from "./cases.ts";

export type { RouteCase, Scene } from "./cases.ts";

/** Which system roles hold the permissions that routes ask for. */
export const HOLDERS: Partial<Record<Permission, readonly SystemRole[]>> = {
  "dashboard.view": ["member", "onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "members.write": ["officer", "administrator"],
  "members.read": ["onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "prospects.read": ["onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "prospects.write": ["onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "prospects.assign": ["recruiter", "crm_manager", "officer", "administrator"],
  "crm.team_overview": ["recruiter", "crm_manager", "officer", "administrator"],
  "crm.assign": ["crm_manager", "officer", "administrator"],
  "bots.read": ["crm_manager", "officer", "administrator"],
  "bots.write": ["officer", "administrator"],
  "contracts.read": ["member", "onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "contracts.write": ["onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "contracts.admin": ["officer", "administrator"],
  "security.view": ["member", "onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "security.review": ["officer", "administrator"],
  "admin.users": ["administrator"],
  "admin.permissions": ["administrator"],
  "admin.system": ["administrator"],
  "audit.read": ["officer", "administrator"],
};

/** Every route of the API. The syncs come before there is a bot, signing out last: it ends the session. */
export const ROUTES: RouteCase[] = [
  ...healthCases,
  ...rsiCases,
  ...noticeCases,
  ...shipCases,
  ...fleetCases,
  ...hangarCases,
  ...authCases,
  ...accountCases,
  ...secondFactorCases,
  ...personalDataCases,
  ...sessionCases,
  ...settingsCases,
  ...memberCases,
  ...roleCases,
  ...importCases,
  ...prospectCases,
  ...profileCases,
  ...contractCases,
  ...applicationCases,
  ...payoutCases,
  ...dashboardCases,
  ...activityCases,
  ...backupCases,
  ...discordCases,
  ...botCases,
  ...liveCases,
  ...signOutCases,
];

/** Sends a route's good request as the scene's caller. */
export async function callRoute(each: RouteCase, scene: Scene, headers: Record<string, string> = {}) {
  const { path, body, headers: own } = await each.request(scene);
  const [method = ""] = each.route.split(" ");
  const answer = await scene.caller.call(method, path, { body, headers: { ...own, ...headers } });
  return { method, path, body, answer };
}
