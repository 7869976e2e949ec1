import {
  MEMBER_SORTS,
  MEMBER_STATUSES,
  type MemberCounts,
} from "../../../worker/features/members/members.schema.ts";
import { type AddressOf, id, oneOf, text } from "../../lib/address.ts";

/** Longest text that members are searched for. */
export const SEARCH_LENGTH = 64;

/** Everything that the page's address says. */
export const membersShape = {
  q: text(SEARCH_LENGTH),
  status: oneOf(MEMBER_STATUSES),
  role: id,
  /** In the Discord server or not. */
  inDiscord: oneOf(["1", "0"]),
  /** Only those who have never signed in. */
  signedIn: oneOf(["0"]),
  sort: oneOf(MEMBER_SORTS, "seen"),
  /** What an open profile shows below its facts. */
  show: oneOf(["timeline", "permissions", "sessions"], "timeline"),
  /** The member whose profile is open. */
  member: id,
};
export type MembersAddress = AddressOf<typeof membersShape>;

/** What clears search and filters. */
export const NO_FILTERS = { q: "", status: null, role: null, inDiscord: null, signedIn: null } as const;

/** Number of filters that narrow the list, the search not counted. */
export const countFilters = ({ status, role, inDiscord, signedIn }: MembersAddress): number =>
  [status, role, inDiscord, signedIn].filter((each) => each !== null).length;

/** How many members the list holds in all; null where search and filters are not what the server counts. */
export function totalOf(address: MembersAddress, counts: MemberCounts | undefined): number | null {
  const { q, status, role, inDiscord, signedIn } = address;
  if (!counts || q || signedIn || countFilters(address) > 1) return null;
  if (status) return counts[status];
  if (role !== null) return counts.roles.find((each) => each.roleId === role)?.count ?? 0;
  if (inDiscord) return inDiscord === "1" ? counts.inDiscord : counts.notInDiscord;
  return counts.all;
}
