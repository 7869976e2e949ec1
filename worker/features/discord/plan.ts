import type { MemberStatus } from "../members/index.ts";
import type { ProspectStatus } from "../prospects/index.ts";
import type { GuildPerson } from "./client.ts";
import type { SyncCounts } from "./discord.schema.ts";

/** What a member sync needs to know of an organization's roles. */
export type RoleMapping = {
  /** Discord roles that give roles of ours, the one that decides first. */
  mapped: Mapped[];
  memberRoleId: number;
  administratorRoleId: number;
};
type Mapped = { discordRoleId: string; roleId: number; name: string };

/** A person as the last sync left them, with what they are to us. */
export type KnownPerson = Omit<GuildPerson, "joinedAt" | "isBot"> & {
  present: boolean;
  memberStatus: MemberStatus | null;
  roleId: number | null;
  roleName: string | null;
  roleSource: "person" | "discord" | null;
  prospectStatus: ProspectStatus | null;
};

/** What has to be written about one person who is in the guild. */
export type PersonChange = Omit<GuildPerson, "isBot"> & {
  isNew: boolean;
  isBack: boolean;
  /** Status of the prospect that is made for a new person. */
  firstStatus: ProspectStatus;
  /** Name of the Discord role that decided, for the history. */
  because: string | null;
  /** The status that the mapped role lifts to active, null when there is nothing to lift. */
  promotedFrom: ProspectStatus | null;
  /** Role to make the person a member with, or to change the member to. */
  memberRoleId: number | null;
  roleId: number | null;
  previousRole: string | null;
};

/** What one page of the guild's members changes. */
export type PagePlan = {
  changes: PersonChange[];
  /** Discord ids of people who are no longer there. */
  leaves: string[];
  counts: SyncCounts;
};

export const NO_CHANGES: SyncCounts = { added: 0, updated: 0, left: 0, unchanged: 0 };

const FINISHED: ReadonlySet<ProspectStatus | null> = new Set(["active", "inactive", null] as const);

/**
 * Compares a page with what is known of the people in its range of ids: a person who is known to be there and
 * is not on the page has left. Bots are left out. Pure, so that an interrupted sync that runs again from any page
 * ends the same.
 */
export function planPage(
  page: GuildPerson[],
  knownInRange: Iterable<KnownPerson>,
  mapping: RoleMapping,
): PagePlan {
  const known = new Map([...knownInRange].map((person) => [person.discordId, person]));
  const people = page.filter(({ isBot }) => !isBot);
  const changes = people.flatMap((person) => planPerson(person, known.get(person.discordId), mapping) ?? []);
  const seen = new Set(people.map(({ discordId }) => discordId));
  const leaves = [...known.values()].flatMap(({ discordId, present }) =>
    present && !seen.has(discordId) ? [discordId] : [],
  );
  const added = changes.filter(({ isNew }) => isNew).length;
  const updated = changes.length - added;
  const unchanged = people.length - changes.length;
  return { changes, leaves, counts: { added, updated, left: leaves.length, unchanged } };
}

function planPerson(
  { isBot: _bot, ...person }: GuildPerson,
  before: KnownPerson | undefined,
  mapping: RoleMapping,
): PersonChange | null {
  const { mapped: all, administratorRoleId } = mapping;
  // Nobody becomes an Administrator through Discord.
  const mapped = all.find(
    ({ discordRoleId, roleId }) => person.roles.includes(discordRoleId) && roleId !== administratorRoleId,
  );
  const mayEnter = before?.prospectStatus !== "inactive" && before?.memberStatus !== "inactive";
  const isMember = (before?.memberStatus ?? null) !== null;
  const change: PersonChange = {
    ...person,
    isNew: !before,
    isBack: before !== undefined && !before.present,
    firstStatus: mapped ? "active" : "intro",
    because: mapped?.name ?? null,
    promotedFrom:
      mapped && before && mayEnter && !FINISHED.has(before.prospectStatus) ? before.prospectStatus : null,
    memberRoleId: mapped && !isMember && mayEnter ? mapped.roleId : null,
    roleId: isMember && before ? wantedRole(before, mapped, mapping) : null,
    previousRole: before?.roleName ?? null,
  };
  const isSame =
    before?.present === true &&
    before.username === person.username &&
    before.displayName === person.displayName &&
    before.avatar === person.avatar &&
    before.roles.join() === person.roles.join() &&
    change.promotedFrom === null &&
    change.memberRoleId === null &&
    change.roleId === null;
  return isSame ? null : change;
}

/**
 * The role that a member should change to, or null. An Administrator is neither raised nor lowered; a role
 * that a Discord role gave is taken back with it; a role that a person gave stays while nothing is mapped.
 */
function wantedRole(member: KnownPerson, mapped: Mapped | undefined, mapping: RoleMapping): number | null {
  if (member.roleId === mapping.administratorRoleId) return null;
  const wanted = mapped?.roleId ?? (member.roleSource === "discord" ? mapping.memberRoleId : null);
  return wanted === null || wanted === member.roleId ? null : wanted;
}
