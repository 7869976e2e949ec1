import { areaOf, DESTINATIONS, TABS, TOOLS } from "./areas.ts";
import * as features from "./features.ts";
import type { Start, Tab } from "./lib/area.ts";
import { can } from "./lib/can.ts";
import type { Words } from "./lib/i18n/i18n.ts";
import { opens } from "./reach.ts";

/** A page, or what users can begin, as the palette and the list of shortcuts name it. */
type Command = Omit<Start, "also" | "need"> & {
  kind: "page" | "start";
  also?: Words;
  /** The area that it is in. */
  area: Words;
};

const PAGES = [
  ...DESTINATIONS.map(({ path: to, label, keys }) => ({ to, label, keys })),
  ...TABS.map(({ parent, key, label, keys }) => ({ to: `${parent}?tab=${key}`, label, keys })),
  ...TOOLS.filter(({ path }) => !DESTINATIONS.some((each) => each.path === path)).map(
    ({ path: to, label, keys }) => ({ to, label, keys }),
  ),
].map((page) => ({ ...page, kind: "page" as const, need: undefined }));

const STARTS = Object.values(features).flatMap(({ starts = [] }: Pick<Tab, "starts">) =>
  starts.map((start) => ({ ...start, kind: "start" as const })),
);

/** The label of the area that an address is in. */
const labelOf = (to: string): Words => areaOf(to)?.label ?? { en: "", da: "" };

const ALL = [...PAGES, ...STARTS];

/** The pages that a user with these permissions can open, and what they can begin. */
export const commandsFor = (permissions: readonly string[]): Command[] =>
  ALL.filter(({ to, need }) => can(permissions, need) && opens(permissions, to)).map(
    ({ need, keys, ...each }) => ({
      ...each,
      ...(keys === undefined ? {} : { keys }),
      area: labelOf(each.to),
    }),
  );
