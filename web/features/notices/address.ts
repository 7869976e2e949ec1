import { oneOf, useAddress } from "../../lib/address.ts";

export const ALL_NOTICES = "/notifications";

/** The filters of the page, which has all notices without one. */
export const SHOWN = ["needs", "information"] as const;

export const useNoticesAddress = () => useAddress(ALL_NOTICES, { show: oneOf(SHOWN) });
