import { and, eq, getTableName, type SQL, Subquery, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { named } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import { roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import { abilities } from "./members.policy.ts";
import type { Member, MemberAction } from "./members.schema.ts";
import { memberHistory, members } from "./members.table.ts";
import { memberAudit } from "./members.texts.ts";

/**
 * The statement that reads members with their users and roles.
 * @param source a query of the table's columns, in the place of all its rows
 */
export const selectMembers = (db: Db, source?: SQL) =>
  db
    .select({
      id: members.id,
      userId: members.userId,
      username: users.username,
      displayName: users.displayName,
      email: users.email,
      avatar: users.avatar,
      discordId: users.discordId,
      roleId: members.roleId,
      role: named(roles.name, "role"),
      roleKey: roles.key,
      roleColor: roles.color,
      rolePriority: roles.priority,
      status: members.status,
      joinedAt: members.joinedAt,
      inDiscord: members.inDiscord,
      lastSeen: members.lastSeenAt,
      version: members.version,
      seenPosition: members.seenPosition,
      joinedPosition: members.joinedPosition,
    })
    .from(source ? (new Subquery(source, {}, getTableName(members)) as never as typeof members) : members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(roles, eq(roles.id, members.roleId));

export type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>["execute"]>>[number];

/** A member as a reader gets it. */
export function toMember(row: MemberRow, actor: Actor): Member {
  const { avatar, email, rolePriority: _, seenPosition: _seen, joinedPosition: _joined, role, ...rest } = row;
  return {
    ...rest,
    role: role ?? "",
    ...(actor.permissions.has("admin.users") ? { email } : {}),
    avatarUrl: avatarUrl(row.discordId, avatar),
    can: abilities(actor, row),
  };
}

/** The condition that a member is of the actor's organization; a plus keeps SQLite from walking all of it. */
export const ofOrganization = (actor: Actor): SQL =>
  sql`+${members.organizationId} = ${actor.organizationId}`;

/** The statement that reads one member, for a batch. */
export const selectMember = ({ db, actor }: Context, id: number) =>
  selectMembers(db).where(and(eq(members.id, id), ofOrganization(actor)));

type Text = string | null | SQL;

/** An entry of a member's history as verbs write it. */
export type MemberEntry = { action: MemberAction; previousValue?: Text; newValue: Text };

/** The one way to read and change a member. */
export const memberRecord = record({
  table: members,
  select: ({ db, actor }, which) => selectMembers(db).where(and(which, ofOrganization(actor))),
  present: (row, { actor }) => toMember(row, actor),
  nameOf: ({ displayName }) => displayName,
  audit: memberAudit,
  history: ({ db, actor, now }, memberId, entry: MemberEntry) =>
    db.insert(memberHistory).values({
      ...entry,
      memberId,
      performedBy: actor.name,
      performedById: actor.userId,
      createdAt: now.toISOString(),
    }),
});

/**
 * The statement that adds an entry to the history of each of some members.
 * @param from what follows a `select` of the member's id and the two values
 */
export const insertHistory = (
  { db, actor, now }: Context,
  action: MemberAction,
  {
    memberId,
    previousValue,
    newValue,
    from,
  }: Record<"memberId" | "previousValue" | "newValue" | "from", SQL>,
): Statement =>
  db.run(sql`insert into ${memberHistory} (member_id, action, performed_by, performed_by_id, previous_value,
      new_value, created_at)
    select ${memberId}, ${action}, ${actor.name}, ${actor.userId}, ${previousValue}, ${newValue},
      ${now.toISOString()} ${from}`);
