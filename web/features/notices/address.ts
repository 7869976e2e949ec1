import { oneOf, useAddress } from "../../lib/address.ts";

export const ALL_NOTICES = "/notifications";

/** What the page shows: all of it without a filter. */
export const SHOWN = ["needs", "information"] as const;

export const useNoticesAddress = () => useAddress(ALL_NOTICES, { show: oneOf(SHOWN) });
