import {
  MEMBER_SORTS,
  type MemberCounts,
  USER_STATUSES,
  WITHOUT_ROLE_COUNTED,
} from "../../../worker/features/members/members.schema.ts";
import { type AddressOf, id, oneOf, search } from "../../lib/address.ts";
import type { ListQuery } from "../../lib/api.ts";
import { filters, useFilters } from "../../lib/filters.ts";
import type { FilteredList } from "../../ui/filter-bar.tsx";

/** The tabs of a profile. */
export const SHOWS = ["timeline", "permissions", "sessions"] as const;

const fields = {
  q: search(64),
  status: oneOf(USER_STATUSES),
  role: id,
  /** In the Discord server or not. */
  inDiscord: oneOf(["1", "0"]),
  /** Only members who have never signed in. */
  signedIn: oneOf(["0"]),
};
const order = { sort: oneOf(MEMBER_SORTS, "seen") };

/** The filters of the list of people, and its order. */
export const peopleFilters = filters(fields, order);
type PeopleAddress = AddressOf<typeof peopleFilters.shape>;

/** The list at an address, as its components need it. */
export type PeopleList = FilteredList & {
  shape: typeof peopleFilters.shape;
  address: PeopleAddress;
  change: (changes: Partial<PeopleAddress>) => void;
  query: ListQuery;
};

/** The same filters with the other values of the members' page. */
export const memberFilters = filters(fields, { ...order, show: oneOf(SHOWS, "timeline"), member: id });

export const useMembersAddress = () => useFilters("/members", memberFilters);

/** Length of the whole list; null for filters that the server does not count. */
export function totalOf(address: PeopleAddress, counts: MemberCounts | undefined): number | null {
  const { q, status, role, inDiscord, signedIn } = address;
  if (!counts || q || signedIn || peopleFilters.set(address).length > 1) return null;
  const { withoutRole = 0 } = counts;
  const others = withoutRole < WITHOUT_ROLE_COUNTED ? withoutRole : null;
  if (status) return status === "none" ? others : counts[status];
  if (role !== null) return counts.roles.find((each) => each.roleId === role)?.count ?? 0;
  if (inDiscord) return inDiscord === "1" ? counts.inDiscord : counts.notInDiscord;
  return others === null ? null : counts.all + others;
}
