import { and, eq, inArray, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { jsonList, type Statement } from "../../lib/db/client.ts";
import { changeGuildRoles, insertGuildMembers, setMembersInDiscord } from "../members/index.ts";
import { markLeft, type ProspectStatus, promoteByRole, upsertGuildProspects } from "../prospects/index.ts";
import { endDiscordSessions } from "../sessions/index.ts";
import { upsertGuildUsers } from "../users/index.ts";
import type { GuildPerson } from "./client.ts";
import type { KnownPerson, RoleMapping } from "./discord.rows.ts";
import { discordRoleUpdates, guildMembers } from "./discord.table.ts";
import { isHold } from "./roles/roles.schema.ts";

const FINISHED: ReadonlySet<ProspectStatus | null> = new Set(["active", "inactive", null] as const);

/**
 * Compares a page with the people known in its range of ids: a known person who is not on the page has left. Pure, so that
 * a sync that was interrupted and continues from any page ends the same.
 * @param takes false for a plan without losses, which also keeps the known Discord roles of those who would lose
 */
export function planPage(
  page: readonly GuildPerson[],
  knownInRange: Iterable<KnownPerson>,
  mapping: RoleMapping,
  takes = true,
) {
  const known = new Map([...knownInRange].map((person) => [person.discordId, person]));
  const people = page.filter(({ isBot }) => !isBot);
  const holds = new Map(people.map(({ discordId, hold }) => [discordId, hold]));
  /** People whose problem in Discord no longer blocks an update of their roles. */
  const freed = [...known.values()].flatMap(({ discordId, problem }) =>
    isHold(problem) && holds.get(discordId) !== problem ? [discordId] : [],
  );
  const changes = people.flatMap(
    (person) => planPerson(person, known.get(person.discordId), mapping, takes) ?? [],
  );
  for (const { discordId } of people) known.delete(discordId);
  const gone = takes ? [...known.values()].filter(({ present }) => present) : [];
  const leaves = gone.map(({ discordId }) => discordId);
  const added = changes.filter(({ isNew }) => isNew).length;
  const unchanged = people.length - changes.length;
  const counts = { added, updated: changes.length - added, left: leaves.length, unchanged };
  const leftBehind = new Set(mapping.leftBehind.map(({ discordRoleId }) => discordRoleId));
  const holdersOf = people.filter(({ roles }) => roles.some((id) => leftBehind.has(id)));
  /** People with a Discord role that no mapping gives any more. */
  const holders = takes ? holdersOf.map(({ discordId }) => discordId) : [];
  return { changes, leaves, holders, freed, counts };
}

export type PagePlan = ReturnType<typeof planPage>;
export type PersonChange = PagePlan["changes"][number];

/** The mapping that decides for a person with these Discord roles. No mapping gives Administrator. */
export const decidingMapping = (roleIds: readonly string[], { mapped, administratorRoleId }: RoleMapping) =>
  mapped.find(
    ({ discordRoleId, roleId }) => roleIds.includes(discordRoleId) && roleId !== administratorRoleId,
  );

function planPerson(
  found: GuildPerson,
  before: KnownPerson | undefined,
  mapping: RoleMapping,
  takes: boolean,
) {
  const { isBot: _, hold, ...person } = found;
  const deciding = decidingMapping(person.roles, mapping);
  const isScreened = hold === "screening";
  /** A person who has not accepted the rules of the server yet is not promoted. */
  const mapped = isScreened ? undefined : deciding;
  const mayEnter = before?.prospectStatus !== "inactive" && before?.memberStatus !== "inactive";
  const isMember = before !== undefined && before.memberStatus !== null;
  const wanted =
    isMember && !isWaiting(before, person.roles, mapping)
      ? wantedRole(before, deciding?.roleId, mapping)
      : null;
  const loses = wanted !== null && isBelow(wanted, before?.roleId ?? null, mapping);
  const isKept = loses && !takes;
  const isEarly = isScreened && !loses;
  const change = {
    ...person,
    roles: isKept ? (before?.roles ?? []) : person.roles,
    isNew: !before,
    /** The last names from Discord: a different name here was written by a user. */
    before: before ? { displayName: before.displayName, username: before.username } : null,
    isBack: before !== undefined && !before.present,
    /** A new person who has not accepted the rules yet. */
    isScreened: isScreened && !before?.present,
    firstStatus: mapped ? ("active" as const) : ("intro" as const),
    /** Name of the Discord role that decided, for the history. */
    because: (loses ? deciding : mapped)?.name ?? null,
    /** The status of the prospect that the mapped role makes active; null without a change. */
    promotedFrom:
      mapped && before && mayEnter && !FINISHED.has(before.prospectStatus) ? before.prospectStatus : null,
    /** `memberRoleId` is the role of a new member, `roleId` that of a member who changes. */
    memberRoleId: mapped && !isMember && mayEnter ? mapped.roleId : null,
    roleId: isKept || isEarly ? null : wanted,
    previousRoleId: before?.roleId ?? null,
    loses,
  };
  const shown = (person: Pick<KnownPerson, "username" | "displayName" | "avatar" | "roles">) =>
    JSON.stringify([person.username, person.displayName, person.avatar, person.roles]);
  const isSame = before?.present === true && shown(before) === shown(change);
  const isNothing = (change.promotedFrom ?? change.memberRoleId ?? change.roleId) === null;
  return isSame && isNothing ? null : change;
}

/** Whether a member's roles in Discord still wait for an update from their role here, which stays until then. */
function isWaiting({ requestedAt, roleId }: KnownPerson, roleIds: readonly string[], mapping: RoleMapping) {
  const { giving, leftBehind } = mapping;
  const isLeft = leftBehind.some((each) => each.roleId === roleId && roleIds.includes(each.discordRoleId));
  return requestedAt !== null || (roleId !== null && giving.has(roleId) && isLeft);
}

/** Whether a role stands no higher than another one; false for a person without a role. */
const isBelow = (roleId: number, previousId: number | null, { ranks }: RoleMapping): boolean =>
  previousId !== null && (ranks.get(roleId) ?? 0) <= (ranks.get(previousId) ?? 0);

/**
 * The role that a member changes to, or null. Administrators keep theirs; a role from a Discord role is removed with it; a role
 * given by a user stays while nothing is mapped.
 */
function wantedRole(member: KnownPerson, mappedId: number | undefined, mapping: RoleMapping): number | null {
  if (member.roleId === mapping.administratorRoleId) return null;
  const wanted = mappedId ?? (member.roleSource === "discord" ? mapping.memberRoleId : null);
  return wanted === member.roleId ? null : wanted;
}

/** The statements that write a page of a sync; the number of people does not change theirs. */
export function pageStatements(
  context: Context,
  { changes, leaves, holders, freed }: Pick<PagePlan, "changes" | "leaves" | "holders" | "freed">,
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
          db.run(sql`insert into ${discordRoleUpdates} (organization_id, discord_id, requested_at)
            select ${organizationId}, value, ${at} from json_each(${JSON.stringify(holders)}) where true
            on conflict do nothing`),
        ]
      : []),
    ...(freed.length
      ? [
          db
            .update(discordRoleUpdates)
            .set({ triedAt: null, problem: null })
            .where(
              and(
                eq(discordRoleUpdates.organizationId, organizationId),
                inArray(discordRoleUpdates.discordId, jsonList(freed)),
              ),
            ),
        ]
      : []),
  ];
}
