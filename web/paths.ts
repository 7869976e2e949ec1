import { can, type Need } from "./lib/can.ts";
import type { MessageKey } from "./lib/i18n/catalogues.ts";

/** An area of the product: a page with its place in the navigation and in the order of landing pages. */
export type Area = {
  path: `/${string}`;
  /** Folder of the feature that its page stands in; the account's stands with the users. */
  feature?: "dashboard" | "prospects" | "bots";
  /** What opening the page takes. */
  need: Need;
  /** What being offered it takes, where opening takes less. */
  offer?: Need;
  label: MessageKey;
  /** For the narrow bar on phones. */
  short: MessageKey;
  icon: "dashboard" | "crm" | "bots" | "account";
  /** Place among the pages one lands on: the lowest that is allowed wins. None for a page nobody lands on. */
  landing?: number;
};

/** Every area whose page exists, in the order of the navigation. */
export const AREAS = [
  {
    path: "/dashboard",
    feature: "dashboard",
    need: "dashboard.view",
    label: "nav.dashboard",
    short: "nav.dashboard",
    icon: "dashboard",
    landing: 1,
  },
  {
    path: "/crm",
    feature: "prospects",
    need: { any: ["prospects.read", "admin.users"] },
    offer: "prospects.read",
    label: "nav.crm",
    short: "nav.crm",
    icon: "crm",
    landing: 2,
  },
  {
    path: "/discord-bots",
    feature: "bots",
    need: "bots.read",
    label: "nav.bots",
    short: "nav.bots_short",
    icon: "bots",
    landing: 5,
  },
] as const satisfies readonly Area[];

export type AreaPath = (typeof AREAS)[number]["path"];

/** Where everyone who is signed in may go. */
export const ACCOUNT_PATH = "/account";
export const SIGN_IN_PATH = "/auth";

/** The areas offered to somebody with these permissions. */
export function offeredAreas(permissions: readonly string[]): Area[] {
  return AREAS.filter((area: Area) => can(permissions, area.offer ?? area.need));
}

/** The area somebody with these permissions starts in, null when only their account is left. */
export function landingArea(permissions: readonly string[]): Area | null {
  const [first] = offeredAreas(permissions)
    .filter((area) => area.landing !== undefined)
    .sort((a, b) => (a.landing ?? 0) - (b.landing ?? 0));
  return first ?? null;
}

/** The path somebody with these permissions starts at. */
export function landingPath(permissions: readonly string[]): string {
  return landingArea(permissions)?.path ?? ACCOUNT_PATH;
}

/** A path inside this site that is worth returning to after signing in, or null. */
export function wantedPath(value: string | null): string | null {
  if (!value || !/^\/(?![/\\])/.test(value)) return null;
  return /^\/(auth\b|api\/|$)/i.test(value) ? null : value;
}

/** Whether somebody who is not signed in sees the sign-in page at this path. */
export function showsSignIn(pathname: string): boolean {
  const path = pathname.toLowerCase().replace(/(.)\/+$/, "$1");
  return path === "/" || path === SIGN_IN_PATH || AREAS.some((area) => area.path === path);
}
