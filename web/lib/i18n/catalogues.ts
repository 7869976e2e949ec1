import type account from "../../features/account/account.en.json";
import type auth from "../../features/auth/auth.en.json";
import type bots from "../../features/bots/bots.en.json";
import type dashboard from "../../features/dashboard/dashboard.en.json";
import type prospect from "../../features/prospects/prospect.en.json";
import type prospects from "../../features/prospects/prospects.en.json";
import type common from "./en.json";

/** Every catalogue with the keys it defines; a new feature adds its line here, types only. */
type Catalogues = {
  auth: typeof auth;
  bots: typeof bots;
  common: typeof common;
  dashboard: typeof dashboard;
  prospect: typeof prospect;
  prospects: typeof prospects;
  account: typeof account;
};

export type CatalogueName = keyof Catalogues;

/** Key of a text in any catalogue. */
export type MessageKey = { [Name in CatalogueName]: keyof Catalogues[Name] & string }[CatalogueName];
