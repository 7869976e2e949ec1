import type { ComponentType } from "react";
import type { Permission } from "../../worker/lib/permissions.schema.ts";
import type { Need } from "./can.ts";
import type { MessageKey, Texts, Words } from "./i18n/i18n.ts";

/** Loads an icon; one named `…?navigation` is in the one script of such icons. */
export type LoadIcon = () => Promise<{ default: ComponentType<{ size?: number }> }>;

/** Two keys pressed one after the other, such as `g d`, by which users get somewhere. */
type Keys = { keys?: string };

/** An action that users can begin from anywhere, at an address that opens its dialog. */
export type Start = Keys & {
  to: string;
  label: Words;
  /** Other names by which it is found, parted by commas. */
  also: Words;
  /** Permission besides that of the page. */
  need?: Need;
};
type Starts = { starts?: readonly Start[] };

/** The card of a page on the Tools page, which shows lower numbers first. `about` is its sentence, among the texts of that page. */
export type Card = Keys & { order: number; label: Words; about: MessageKey; icon: LoadIcon };

/**
 * A path of the API as the page asks for it, with `:orgId` and `:userId` in place of the reader's, and the permissions of those
 * readers for whom it does.
 */
export type First = { path: string; need?: Need; unless?: Permission };

/** A page at its own address. */
export type Place = {
  path: string;
  page: () => Promise<{
    default: ComponentType;
  }>;
  /** What the page asks for as soon as it is shown: asked for while it loads, in one request, where it is the first page. */
  first?: readonly First[];
  /** Texts that the page is drawn with. */
  texts: Texts;
  need?: Need;
  /** Makes the page one of the tools. */
  tool?: Card;
};

/** The place of an area in the navigation, which shows lower numbers first. */
export type Navigation = Keys & {
  order: number;
  label: Words;
  /** Label in the narrow bar on phones. */
  short?: Words;
  /** Its order in that bar, where it comes later there. */
  barOrder?: number;
  icon: LoadIcon;
  /** Permission to be offered the area, where that to open it is less. */
  offer?: Need;
  /** Other pages lead to it; only the bar on phones, which has a menu for more, offers it. */
  isAside?: boolean;
  /** Path of the area that the header marks while it is open. */
  within?: string;
  /** Users land on the offered area with the lowest number; on none without one. */
  landing?: number;
};

/** A page of a feature, with the `pages` that it leads to. It is loaded first: code, texts and icon by `import()` alone. */
export type Area = Place & Starts & { navigation?: Navigation; pages?: readonly Place[] };

/** A tab of another feature's page, which shows lower numbers first. Like an area it is loaded first. */
export type Tab = Keys &
  Starts & {
    /** Path of the page. */
    parent: string;
    /** Value of `tab` in the page's address. */
    key: string;
    order: number;
    label: Words;
    content: () => Promise<{ default: ComponentType }>;
    /** Buttons beside the page's heading, where the page has none of its own. */
    actions?: () => Promise<{ default: ComponentType }>;
    texts: Texts;
    /** Permission besides that of the page. */
    need?: Need;
  };
