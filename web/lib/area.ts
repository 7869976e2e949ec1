import type { ComponentType } from "react";
import type { CurrentUser } from "../../worker/lib/current-user.schema.ts";
import type { Need } from "./can.ts";
import type { Catalogue, Words } from "./i18n/i18n.ts";

/** A page at its own address. */
export type Place = {
  path: string;
  page: () => Promise<{
    default: ComponentType;
    /** API paths asked for early when this is the first page, which asks for each of them as soon as it is shown. */
    firstPaths?: (user: CurrentUser) => string[];
  }>;
  /** Texts that the page is drawn with. */
  texts: readonly Catalogue[];
  need?: Need;
};

/** The place of an area in the navigation, which shows lower numbers first. */
export type Navigation = {
  order: number;
  label: Words;
  /** Label in the narrow bar on phones. */
  short?: Words;
  icon: () => Promise<{ default: ComponentType<{ size?: number }> }>;
  /** Permission to be offered the area, where that to open it is less. */
  offer?: Need;
  /** Other pages lead to it; only the bar on phones, which has a menu for more, offers it. */
  isAside?: boolean;
  /** Users land on the offered area with the lowest number; on none without one. */
  landing?: number;
};

/** A page of a feature, with the `pages` that it leads to. It is loaded first: code, texts and icon by `import()` alone. */
export type Area = Place & { navigation?: Navigation; pages?: readonly Place[] };
