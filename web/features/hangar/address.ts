import { HANGAR_CATEGORIES } from "../../../worker/features/ships/ships.schema.ts";
import { type AddressOf, flag, id, oneOf, search } from "../../lib/address.ts";
import { filters } from "../../lib/filters.ts";

export const SORTS = ["newest", "name", "maker", "scu", "crew"] as const;
export const VIEWS = ["cards", "list"] as const;

export const hangarFilters = filters(
  { q: search(64), category: oneOf(HANGAR_CATEGORIES) },
  { sort: oneOf(SORTS, "newest"), view: oneOf(VIEWS, "cards"), add: flag, edit: id },
);
export type HangarAddress = AddressOf<typeof hangarFilters.shape>;
