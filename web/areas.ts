import * as features from "./features.ts";
import type { Area, Card, Navigation, Place, Tab } from "./lib/area.ts";
import { can } from "./lib/can.ts";
import { ACCOUNT_PATH, APPLICATION_PATH, isStart, normalized } from "./lib/paths.ts";

const ALL: readonly (Area | Tab)[] = Object.values(features);
const AREAS = ALL.filter((each) => "path" in each);

const byOrder = (a: { order: number }, b: { order: number }) => a.order - b.order;

/** Every page: the areas, and the pages that they lead to. */
export const PLACES: readonly Place[] = AREAS.flatMap((area) => [area, ...(area.pages ?? [])]);

/** The tabs of all pages, in order. */
export const TABS: readonly Tab[] = ALL.filter((each) => "parent" in each).toSorted(byOrder);

/** The pages with a card on the Tools page, in its order. */
export const TOOLS: readonly (Card & Pick<Place, "path" | "need">)[] = PLACES.flatMap(
  ({ path, need, tool }) => (tool ? [{ ...tool, path, need }] : []),
).toSorted(byOrder);

export type Destination = Navigation & Pick<Area, "path" | "need">;

/** The areas that the navigation may offer, in its order. */
export const DESTINATIONS: readonly Destination[] = AREAS.flatMap(({ path, need, navigation }) =>
  navigation ? [{ ...navigation, path, need }] : [],
).toSorted(byOrder);

const byDepth = DESTINATIONS.toSorted((a, b) => b.path.length - a.path.length);

/** The area of the navigation that an address is in: the nearest of those above it. */
export const areaOf = (to: string): Destination | undefined =>
  byDepth.find(({ path }) => normalized(to).startsWith(path));

/** The areas that the navigation offers to a user with these permissions; the account is offered apart from them. */
export const offeredAreas = (permissions: readonly string[]): Destination[] =>
  DESTINATIONS.filter(({ path, offer, need }) => path !== ACCOUNT_PATH && can(permissions, offer ?? need));

/** The signed-in user's own page. It is in the user menu, and explains itself to a user who is signed out. */
export const ACCOUNT = DESTINATIONS.find(({ path }) => path === ACCOUNT_PATH) as Destination;

/** The page that a user with these permissions starts on: their application for one who `applies`, who may open nothing else. */
export const landingPath = (permissions: readonly string[], applies = false): string =>
  applies
    ? APPLICATION_PATH
    : (offeredAreas(permissions)
        .filter(({ landing }) => landing !== undefined)
        .sort((a, b) => Number(a.landing) - Number(b.landing))[0]?.path ?? ACCOUNT_PATH);

/** The page at an address: paths match in any case and with a trailing slash. */
export const placeAt = (pathname: string): Place | undefined =>
  PLACES.find(({ path }) => path === normalized(pathname));

/** Whether a user who is signed out sees the sign-in page at this address. */
export const showsSignIn = (pathname: string): boolean =>
  placeAt(pathname) ? normalized(pathname) !== ACCOUNT_PATH : isStart(pathname);
