import type { Language } from "../worker/lib/wire.schema.ts";

/** Every catalogue of texts, by language. A feature adds a line for each of its own. */
export const CATALOGUES = {
  account: {
    en: () => import("./features/account/account.en.json"),
    da: () => import("./features/account/account.da.json"),
  },
  admin: {
    en: () => import("./features/admin/admin.en.json"),
    da: () => import("./features/admin/admin.da.json"),
  },
  auth: {
    en: () => import("./features/auth/auth.en.json"),
    da: () => import("./features/auth/auth.da.json"),
  },
  bots: {
    en: () => import("./features/bots/bots.en.json"),
    da: () => import("./features/bots/bots.da.json"),
  },
  common: {
    en: () => import("./lib/i18n/en.json"),
    da: () => import("./lib/i18n/da.json"),
  },
  dashboard: {
    en: () => import("./features/dashboard/dashboard.en.json"),
    da: () => import("./features/dashboard/dashboard.da.json"),
  },
  members: {
    en: () => import("./features/members/members.en.json"),
    da: () => import("./features/members/members.da.json"),
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
} satisfies Record<string, Record<Language, () => Promise<{ default: Record<string, string> }>>>;

export type Catalogues = typeof CATALOGUES;
export type CatalogueName = keyof Catalogues;

type TextsOf<Name extends CatalogueName> = Awaited<ReturnType<Catalogues[Name]["en"]>>["default"];

/** Key of a text in any catalogue. */
export type MessageKey = { [Name in CatalogueName]: keyof TextsOf<Name> & string }[CatalogueName];
