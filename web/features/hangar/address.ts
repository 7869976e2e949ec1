import { HANGAR_CATEGORIES } from "../../../worker/features/ships/ships.schema.ts";
import { type AddressOf, flag, id, oneOf, text } from "../../lib/address.ts";

/** Longest text that the hangar is searched for. */
export const SEARCH_LENGTH = 64;

export const SORTS = ["newest", "name", "maker", "scu", "crew"] as const;
export const VIEWS = ["cards", "list"] as const;

/** Everything that the page's address says. */
export const hangarShape = {
  /** Null for all of them. */
  category: oneOf(HANGAR_CATEGORIES),
  q: text(SEARCH_LENGTH),
  sort: oneOf(SORTS, "newest"),
  view: oneOf(VIEWS, "cards"),
  /** The form for another ship is open. */
  add: flag,
  /** The ship whose entry is edited. */
  edit: id,
};
export type HangarAddress = AddressOf<typeof hangarShape>;
