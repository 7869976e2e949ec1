import {
  MEMBER_SORTS,
  MEMBER_STATUSES,
  type MemberCounts,
} from "../../../worker/features/members/members.schema.ts";
import { type AddressOf, id, oneOf, search } from "../../lib/address.ts";
import { filters, useFilters } from "../../lib/filters.ts";

/** The search and the status filter of lists of members. */
export const byNameAndStatus = { q: search(64), status: oneOf(MEMBER_STATUSES) };

/** The tabs of a profile. */
export const SHOWS = ["timeline", "permissions", "sessions"] as const;

/** The filters of the members, and the other values of the page's address. */
export const memberFilters = filters(
  {
    ...byNameAndStatus,
    role: id,
    /** In the Discord server or not. */
    inDiscord: oneOf(["1", "0"]),
    /** Only members who have never signed in. */
    signedIn: oneOf(["0"]),
  },
  {
    sort: oneOf(MEMBER_SORTS, "seen"),
    show: oneOf(SHOWS, "timeline"),
    member: id,
  },
);
export type MembersAddress = AddressOf<typeof memberFilters.shape>;

export const useMembersAddress = () => useFilters("/members", memberFilters);

/** Length of the whole list; null for filters that the server does not count. */
export function totalOf(address: MembersAddress, counts: MemberCounts | undefined): number | null {
  const { q, status, role, inDiscord, signedIn } = address;
  if (!counts || q || signedIn || memberFilters.set(address).length > 1) return null;
  if (status) return counts[status];
  if (role !== null) return counts.roles.find((each) => each.roleId === role)?.count ?? 0;
  if (inDiscord) return inDiscord === "1" ? counts.inDiscord : counts.notInDiscord;
  return counts.all;
}
