import { sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { changeGuildRoles, insertGuildMembers, setMembersInDiscord } from "../members/index.ts";
import { markLeft, type ProspectStatus, promoteByRole, upsertGuildProspects } from "../prospects/index.ts";
import { endDiscordSessions } from "../sessions/index.ts";
import { upsertGuildUsers } from "../users/index.ts";
import type { GuildPerson } from "./client.ts";
import type { KnownPerson, RoleMapping } from "./discord.rows.ts";
import { discordWishes, guildMembers } from "./discord.table.ts";

const FINISHED: ReadonlySet<ProspectStatus | null> = new Set(["active", "inactive", null] as const);

/**
 * Compares a page with what is known of the people in its range of ids: who is known to be there and is not on the
 * page has left. Pure, so that a sync that was interrupted and runs again from any page ends the same.
 * @param takes false leaves everybody what they would lose, and their Discord roles as they were known
 */
export function planPage(
  page: readonly GuildPerson[],
  knownInRange: Iterable<KnownPerson>,
  mapping: RoleMapping,
  takes = true,
) {
  const known = new Map([...knownInRange].map((person) => [person.discordId, person]));
  const people = page.filter(({ isBot }) => !isBot);
  const changes = people.flatMap(
    (person) => planPerson(person, known.get(person.discordId), mapping, takes) ?? [],
  );
  for (const { discordId } of people) known.delete(discordId);
  const gone = takes ? [...known.values()].filter(({ present }) => present) : [];
  const leaves = gone.map(({ discordId }) => discordId);
  const added = changes.filter(({ isNew }) => isNew).length;
  const updated = changes.length - added;
  const unchanged = people.length - changes.length;
  const counts = { added, updated, left: leaves.length, unchanged };
  const leftBehind = new Set(mapping.leftBehind.map(({ discordRoleId }) => discordRoleId));
  const holdersOf = people.filter(({ roles }) => roles.some((id) => leftBehind.has(id)));
  /** People who hold a Discord role that we gave and no mapping gives any more. */
  const holders = takes ? holdersOf.map(({ discordId }) => discordId) : [];
  return { changes, leaves, holders, counts };
}

export type PagePlan = ReturnType<typeof planPage>;
export type PersonChange = PagePlan["changes"][number];

/** The mapping that decides for a person with these Discord roles. No mapping gives Administrator. */
export const decidingMapping = (held: readonly string[], { mapped, administratorRoleId }: RoleMapping) =>
  mapped.find(({ discordRoleId, roleId }) => held.includes(discordRoleId) && roleId !== administratorRoleId);

/** What has to be written about one person who is in the guild; null for nothing. */
function planPerson(
  found: GuildPerson,
  before: KnownPerson | undefined,
  mapping: RoleMapping,
  takes: boolean,
) {
  const { isBot: _, ...person } = found;
  const mapped = decidingMapping(person.roles, mapping);
  const mayEnter = before?.prospectStatus !== "inactive" && before?.memberStatus !== "inactive";
  const isMember = before !== undefined && before.memberStatus !== null;
  const wanted =
    isMember && !isWaiting(before, person.roles, mapping)
      ? wantedRole(before, mapped?.roleId, mapping)
      : null;
  const loses = wanted !== null && isBelow(wanted, before?.roleId ?? null, mapping);
  const isKept = loses && !takes;
  const change = {
    ...person,
    roles: isKept ? (before?.roles ?? []) : person.roles,
    isNew: !before,
    isBack: before !== undefined && !before.present,
    /** Status of the prospect that is made for a new person. */
    firstStatus: mapped ? ("active" as const) : ("intro" as const),
    /** Name of the Discord role that decided, for the history. */
    because: mapped?.name ?? null,
    /** The status that the mapped role lifts to active, null when there is nothing to lift. */
    promotedFrom:
      mapped && before && mayEnter && !FINISHED.has(before.prospectStatus) ? before.prospectStatus : null,
    /** Role to make the person a member with, or to change the member to. */
    memberRoleId: mapped && !isMember && mayEnter ? mapped.roleId : null,
    roleId: isKept ? null : wanted,
    previousRoleId: before?.roleId ?? null,
    /** The new role stands no higher than the one before. */
    loses,
  };
  const isSame =
    before?.present === true &&
    before.username === person.username &&
    before.displayName === person.displayName &&
    before.avatar === person.avatar &&
    before.roles.join() === change.roles.join() &&
    change.promotedFrom === null &&
    change.memberRoleId === null &&
    change.roleId === null;
  return isSame ? null : change;
}

/**
 * Whether a member's roles in Discord have yet to follow their role here, which then stays: a change made here is
 * under way, or the Discord role that it is given with was exchanged for another one.
 */
const isWaiting = (
  { wishedAt, roleId }: KnownPerson,
  held: readonly string[],
  mapping: RoleMapping,
): boolean =>
  wishedAt !== null ||
  (roleId !== null &&
    mapping.giving.has(roleId) &&
    mapping.leftBehind.some((each) => each.roleId === roleId && held.includes(each.discordRoleId)));

/** Whether a role stands no higher than another one; false for a person without a role. */
const isBelow = (roleId: number, previousId: number | null, { ranks }: RoleMapping): boolean =>
  previousId !== null && (ranks.get(roleId) ?? 0) <= (ranks.get(previousId) ?? 0);

/**
 * The role that a member should change to, or null. An Administrator is neither raised nor lowered; a role
 * that a Discord role gave is taken back with it; a role that a person gave stays while nothing is mapped.
 */
function wantedRole(member: KnownPerson, mappedId: number | undefined, mapping: RoleMapping): number | null {
  if (member.roleId === mapping.administratorRoleId) return null;
  const wanted = mappedId ?? (member.roleSource === "discord" ? mapping.memberRoleId : null);
  return wanted === member.roleId ? null : wanted;
}

/** The statements that write a page of a sync: a handful, however many people it holds. */
export function pageStatements(
  context: Context,
  { changes, leaves, holders }: Pick<PagePlan, "changes" | "leaves" | "holders">,
): Statement[] {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const at = now.toISOString();
  const people = JSON.stringify(changes);
  const gone = JSON.stringify(leaves);
  const hasAny = (field: "memberRoleId" | "roleId" | "promotedFrom") =>
    changes.some((each) => each[field] !== null);
  const presence = [
    ...changes.map(({ discordId }) => ({ organizationId, discordId, inDiscord: true })),
    ...leaves.map((discordId) => ({ organizationId, discordId, inDiscord: false })),
  ];
  const written = changes.length
    ? [
        upsertGuildUsers(context, people),
        db.run(sql`insert into ${guildMembers} (organization_id, discord_id, username, display_name, avatar, roles,
            present, updated_at)
          select ${organizationId}, value ->> 'discordId', value ->> 'username', value ->> 'displayName',
            value ->> 'avatar', value -> 'roles', 1, ${at}
          from json_each(${people}) where true
          on conflict (organization_id, discord_id) do update set username = excluded.username,
            display_name = excluded.display_name, avatar = excluded.avatar, roles = excluded.roles,
            present = 1, updated_at = excluded.updated_at`),
        ...upsertGuildProspects(context, people),
      ]
    : [];
  const left = leaves.length
    ? [
        db.run(sql`update ${guildMembers} set present = 0, updated_at = ${at}
          where organization_id = ${organizationId} and discord_id in (select value from json_each(${gone}))`),
        ...markLeft(context, gone),
        endDiscordSessions(db, organizationId, gone),
      ]
    : [];
  return [
    ...written,
    ...(hasAny("memberRoleId") ? insertGuildMembers(context, people) : []),
    ...(hasAny("roleId") ? changeGuildRoles(context, people) : []),
    ...(hasAny("promotedFrom") ? promoteByRole(context, people) : []),
    ...left,
    ...(presence.length ? [setMembersInDiscord(db, presence)] : []),
    ...(holders.length
      ? [
          db.run(sql`insert into ${discordWishes} (organization_id, discord_id, wished_at)
            select ${organizationId}, value, ${at} from json_each(${JSON.stringify(holders)}) where true
            on conflict do nothing`),
        ]
      : []),
  ];
}
