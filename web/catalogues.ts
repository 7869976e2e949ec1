import type { FIRST_CATALOGUES, TextsByLanguage } from "./first-catalogues.ts";

/**
 * Every catalogue of texts but the first, by language. A feature adds a line for each of its own. Loaded apart, since
 * the sign-in page needs none of them.
 */
export const CATALOGUES = {
  account: {
    en: () => import("./features/account/account.en.json"),
    da: () => import("./features/account/account.da.json"),
  },
  admin: {
    en: () => import("./features/admin/admin.en.json"),
    da: () => import("./features/admin/admin.da.json"),
  },
  audit: {
    en: () => import("./features/audit/audit.en.json"),
    da: () => import("./features/audit/audit.da.json"),
  },
  backup: {
    en: () => import("./features/backup/backup.en.json"),
    da: () => import("./features/backup/backup.da.json"),
  },
  bots: {
    en: () => import("./features/bots/bots.en.json"),
    da: () => import("./features/bots/bots.da.json"),
  },
  applications: {
    en: () => import("./features/contracts/applications.en.json"),
    da: () => import("./features/contracts/applications.da.json"),
  },
  contracts: {
    en: () => import("./features/contracts/contracts.en.json"),
    da: () => import("./features/contracts/contracts.da.json"),
  },
  dashboard: {
    en: () => import("./features/dashboard/dashboard.en.json"),
    da: () => import("./features/dashboard/dashboard.da.json"),
  },
  discord: {
    en: () => import("./features/discord/discord.en.json"),
    da: () => import("./features/discord/discord.da.json"),
  },
  fleet: {
    en: () => import("./features/fleet/fleet.en.json"),
    da: () => import("./features/fleet/fleet.da.json"),
  },
  hangar: {
    en: () => import("./features/hangar/hangar.en.json"),
    da: () => import("./features/hangar/hangar.da.json"),
  },
  health: {
    en: () => import("./features/health/health.en.json"),
    da: () => import("./features/health/health.da.json"),
  },
  imports: {
    en: () => import("./features/hangar/imports.en.json"),
    da: () => import("./features/hangar/imports.da.json"),
  },
  members: {
    en: () => import("./features/members/members.en.json"),
    da: () => import("./features/members/members.da.json"),
  },
  notices: {
    en: () => import("./features/notices/notices.en.json"),
    da: () => import("./features/notices/notices.da.json"),
  },
  organization: {
    en: () => import("./features/organization/organization.en.json"),
    da: () => import("./features/organization/organization.da.json"),
  },
  payouts: {
    en: () => import("./features/contracts/payouts.en.json"),
    da: () => import("./features/contracts/payouts.da.json"),
  },
  prospect: {
    en: () => import("./features/prospects/prospect.en.json"),
    da: () => import("./features/prospects/prospect.da.json"),
  },
  prospects: {
    en: () => import("./features/prospects/prospects.en.json"),
    da: () => import("./features/prospects/prospects.da.json"),
  },
  roles: {
    en: () => import("./features/roles/roles.en.json"),
    da: () => import("./features/roles/roles.da.json"),
  },
  rsi: {
    en: () => import("./features/rsi/rsi.en.json"),
    da: () => import("./features/rsi/rsi.da.json"),
  },
  secondFactor: {
    en: () => import("./features/second-factor/second-factor.en.json"),
    da: () => import("./features/second-factor/second-factor.da.json"),
  },
  sessions: {
    en: () => import("./features/sessions/sessions.en.json"),
    da: () => import("./features/sessions/sessions.da.json"),
  },
  settings: {
    en: () => import("./features/settings/settings.en.json"),
    da: () => import("./features/settings/settings.da.json"),
  },
  ships: {
    en: () => import("./features/ships/ships.en.json"),
    da: () => import("./features/ships/ships.da.json"),
  },
  tools: {
    en: () => import("./features/tools/tools.en.json"),
    da: () => import("./features/tools/tools.da.json"),
  },
  users: {
    en: () => import("./features/members/users.en.json"),
    da: () => import("./features/members/users.da.json"),
  },
} satisfies Record<string, TextsByLanguage>;

export type Catalogues = typeof CATALOGUES & typeof FIRST_CATALOGUES;
export type CatalogueName = keyof Catalogues;

type TextsOf<Name extends CatalogueName> = Awaited<ReturnType<Catalogues[Name]["en"]>>["default"];

/** Key of a text in any catalogue. */
export type MessageKey = { [Name in CatalogueName]: keyof TextsOf<Name> & string }[CatalogueName];
