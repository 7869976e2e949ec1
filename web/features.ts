import type { ComponentType } from "react";
import type { CurrentUser } from "../worker/features/account/account.schema.ts";
import type { CatalogueName, MessageKey } from "./catalogues.ts";
import { can, type Need } from "./lib/can.ts";
import { ACCOUNT_PATH, type PagePath, pagePath } from "./lib/paths.ts";

/** The module of a page. */
type PageModule = {
  default: ComponentType;
  /**
   * API paths asked for early when this is the first page. The page has to ask for each of them as soon as it is
   * shown to this user: SWR keeps an early answer until then.
   */
  firstPaths?: (user: CurrentUser) => string[];
};

/** A page at its own address. */
export type Place = {
  path: PagePath;
  page: () => Promise<PageModule>;
  /** Texts that the page is drawn with. */
  catalogues: readonly CatalogueName[];
  /** What opening the page takes. */
  need?: Need;
};

/** An area of the product: one page, with its place in the navigation and in the order of landing pages. */
export type Area = Place & {
  path:
    | "/dashboard"
    | "/organization"
    | "/tools"
    | "/crm"
    | "/members"
    | "/discord-bots"
    | "/admin"
    | "/audit"
    | "/my-hangar"
    | typeof ACCOUNT_PATH;
  /** What being offered it in the navigation takes, where opening takes less. */
  offer?: Need;
  label: MessageKey;
  /** For the narrow bar on phones, where that is another. */
  short?: MessageKey;
  /** Other pages lead to it; only the bar on phones, which has a menu for more, offers it. */
  isAside?: boolean;
  /** Place in the order in which users land on the first area that they are offered; they land on none without one. */
  landing?: number;
};

/** The signed-in user's own page. It is in the user menu, and explains itself to a user who is signed out. */
export const ACCOUNT: Area = {
  path: ACCOUNT_PATH,
  page: () => import("./features/account/account-page.tsx"),
  catalogues: ["account", "sessions"],
  label: "nav.account",
  short: "nav.account_short",
};

/** Every area, in the order of the navigation. Only this file imports the pages of features. */
export const AREAS: readonly Area[] = [
  {
    path: "/dashboard",
    page: () => import("./features/dashboard/dashboard-page.tsx"),
    catalogues: ["dashboard"],
    need: "dashboard.view",
    label: "nav.dashboard",
    landing: 1,
  },
  {
    path: "/organization",
    page: () => import("./features/organization/organization-page.tsx"),
    catalogues: ["organization"],
    need: "events.read",
    // Its only tab so far is the fleet.
    offer: { all: ["events.read", "members.read"] },
    label: "nav.organization",
    landing: 4,
  },
  {
    path: "/tools",
    page: () => import("./features/tools/tools-page.tsx"),
    catalogues: ["tools"],
    need: "tools.view",
    label: "nav.tools",
    landing: 3,
  },
  {
    path: "/crm",
    page: () => import("./features/prospects/prospects-page.tsx"),
    catalogues: ["prospects", "prospect"],
    need: { any: ["prospects.read", "admin.users"] },
    offer: "prospects.read",
    label: "nav.crm",
    landing: 2,
  },
  {
    path: "/members",
    page: () => import("./features/members/members-page.tsx"),
    catalogues: ["members"],
    need: "members.read",
    label: "nav.members",
  },
  {
    path: "/discord-bots",
    page: () => import("./features/bots/bots-page.tsx"),
    catalogues: ["bots"],
    need: "bots.read",
    label: "nav.bots",
    short: "nav.bots_short",
    landing: 5,
  },
  {
    path: "/admin",
    page: () => import("./features/admin/admin-page.tsx"),
    catalogues: ["admin"],
    need: "admin.users",
    label: "nav.admin",
  },
  {
    path: "/audit",
    page: () => import("./features/audit/audit-page.tsx"),
    catalogues: ["audit"],
    need: "audit.read",
    label: "nav.audit",
    isAside: true,
  },
  {
    path: "/my-hangar",
    page: () => import("./features/hangar/hangar-page.tsx"),
    catalogues: ["hangar", "ships"],
    label: "nav.hangar",
    isAside: true,
  },
  ACCOUNT,
];

/** Every page: the areas, and what only their pages lead to. */
export const PLACES: readonly Place[] = [
  ...AREAS,
  {
    path: "/my-hangar/import",
    page: () => import("./features/hangar/import/import-page.tsx"),
    catalogues: ["imports", "ships"],
  },
  {
    path: "/tools/contracts",
    page: () => import("./features/contracts/contracts-page.tsx"),
    catalogues: ["contracts"],
    need: "contracts.read",
  },
  {
    path: "/tools/cargo",
    page: () => import("./features/tools/cargo-page.tsx"),
    catalogues: ["tools"],
    need: { all: ["tools.view", "dashboard.view"] },
  },
  {
    path: "/tools/split",
    page: () => import("./features/tools/split-page.tsx"),
    catalogues: ["tools"],
    need: { all: ["tools.view", "dashboard.view"] },
  },
];

/** The areas that the navigation offers to a user with these permissions. */
export function offeredAreas(permissions: readonly string[]): Area[] {
  return AREAS.filter((area) => area !== ACCOUNT && can(permissions, area.offer ?? area.need));
}

/** The area that a user with these permissions starts in, null when only the account is left. */
export function landingArea(permissions: readonly string[]): Area | null {
  const [first] = offeredAreas(permissions)
    .filter(({ landing }) => landing !== undefined)
    .sort((a, b) => Number(a.landing) - Number(b.landing));
  return first ?? null;
}

/** The path that a user with these permissions starts at. */
export function landingPath(permissions: readonly string[]): string {
  return landingArea(permissions)?.path ?? ACCOUNT_PATH;
}

/** The page at a path. */
export function placeAt(pathname: string): Place | undefined {
  const path = pagePath(pathname);
  return PLACES.find((place) => place.path === path);
}
