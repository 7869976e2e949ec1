import { CATEGORIES, WISH_SORTS, WISH_STATUSES } from "../../../worker/features/wishes/wishes.schema.ts";
import { flag, id, oneOf } from "../../lib/address.ts";
import { filters, useFilters } from "../../lib/filters.ts";
import { useMedia } from "../../lib/use-media.ts";

/** The filters of the list, and the other values of the tab's address. */
export const wishFilters = filters(
  {
    status: oneOf(WISH_STATUSES),
    category: oneOf(CATEGORIES),
    /** Only the wishes that the reader submitted, or those that they voted for. */
    mine: oneOf(["wishes", "votes"]),
  },
  {
    /** An order of the list, or the road map in its place. */
    sort: oneOf([...WISH_SORTS, "map"], "trend"),
    /** The wish whose panel is open. */
    wish: id,
    /** Whether the form is open as a dialog. */
    new: flag,
  },
);

export const useWishes = () => useFilters("/organization", wishFilters);
export type WishList = ReturnType<typeof useWishes>;

/** Whether there is room for the form beside the list. */
export const useHasForm = (sort: WishList["address"]["sort"]) =>
  useMedia("(min-width: 1001px)") && sort !== "map";
