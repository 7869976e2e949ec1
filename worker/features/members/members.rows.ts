import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { fixedSelect } from "../../lib/db/fixed.ts";
import { record } from "../../lib/record.ts";
import { roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import { awayUntil } from "./away.ts";
import { abilities } from "./members.policy.ts";
import { type ListedUser, type Member, type MemberAction, member } from "./members.schema.ts";
import { memberHistory, members } from "./members.table.ts";
import { memberAudit } from "./members.texts.ts";

/** The columns that are read of a user, in this order. */
const USER_COLUMNS = ["username", "displayName", "email", "avatar", "discordId"] as const;

/** The statement that reads members with their users and roles. */
export const selectMembers = fixedSelect((db) =>
  db
    .select({
      ...getTableColumns(members),
      username: users.username,
      displayName: users.displayName,
      email: users.email,
      avatar: users.avatar,
      discordId: users.discordId,
      role: roles.name,
      roleKey: roles.key,
      roleColor: roles.color,
      rolePriority: roles.priority,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(roles, eq(roles.id, members.roleId)),
);

export type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>["execute"]>>[number];

/** A row of `selectMembers`, or of `selectWithoutRole`. */
export type UserRow = Omit<MemberRow, "id" | "roleId" | "role" | "rolePriority" | "status" | "joinedAt"> & {
  id: number | null;
  roleId: number | null;
  role: string | null;
  rolePriority: number | null;
  status: ListedUser["status"];
  joinedAt: string | null;
};

type Reading = Pick<Context, "actor" | "language" | "now">;

/** A member or a user without a role as a reader gets them; e-mail only for admin.users. */
export function toUser(row: UserRow, context: Reading): ListedUser {
  const { actor, language } = context;
  const { email, ...rest } = row;
  return {
    ...rest,
    ...(actor.permissions.has("admin.users") ? { email } : {}),
    lastSeen: row.lastSeenAt,
    awayUntil: awayUntil(context, row.leaves),
    avatarUrl: avatarUrl(row.discordId, row.avatar),
    ...abilities(actor, language, row),
  };
}

export const toMember = (row: MemberRow, context: Reading): Member => toUser(row, context) as Member;

/** The statement that reads users without a role, in the columns of `selectMembers`. */
export function selectWithoutRole(db: Db) {
  // Writes `users.id` out within a subquery: of one table drizzle writes columns by their names alone.
  const isTrue = (condition: SQL) => condition.mapWith(Boolean);
  const known: Record<string, SQL> = {
    organizationId: sql`${users.organizationId}`,
    userId: sql`${users.id}`,
    status: sql`'none'`,
    hasSignedIn: isTrue(sql`${users.signedInAt} is not null`),
    inDiscord: isTrue(
      sql`exists (select 1 from prospects where user_id = users.id and discord_status = 'active')`,
    ),
    usedAt: sql`(select max(last_seen_at) from sessions where user_id = users.id)`,
    seenPosition: sql`${users.listPosition}`,
    joinedPosition: sql`${users.listPosition}`,
    version: sql`0`,
    ...Object.fromEntries(USER_COLUMNS.map((name) => [name, sql`${users[name]}`])),
  };
  const names = [
    ...Object.keys(getTableColumns(members)),
    ...USER_COLUMNS,
    ...["role", "roleKey", "roleColor", "rolePriority"],
  ];
  const columns = names.map((name) => [name, (known[name] ?? sql`null`).as(name)]);
  return db.select(Object.fromEntries(columns)).from(users).$dynamic();
}

/** SQL condition: a member is of the actor's organization; the plus keeps SQLite from scanning all of it by this index. */
export const ofOrganization = (actor: Actor): SQL =>
  sql`+${members.organizationId} = ${actor.organizationId}`;

export const selectMember = ({ db, actor }: Context, id: number) =>
  selectMembers(db).where(and(eq(members.id, id), ofOrganization(actor)));

export const memberRecord = record({
  table: members,
  select: ({ db, actor }, which) => selectMembers(db).where(and(which, ofOrganization(actor))),
  answers: member,
  present: toMember,
  nameOf: ({ displayName }) => displayName,
  audit: memberAudit,
  history: (context, id, entry: { action: MemberAction; from: string; to: string | SQL }) =>
    insertHistory(context, entry.action, sql`${id}, ${entry.from}, ${entry.to}, null`),
});

/**
 * The statement that adds an entry to the history of some members.
 * @param values what follows a `select`: the member's id, the value before, the value after, and the Discord role that
 *   decided or null
 */
export const insertHistory = ({ db, actor, now }: Context, action: MemberAction, values: SQL): Statement =>
  db.run(sql`insert into ${memberHistory} (organization_id, action, performed_by, performed_by_id, created_at, member_id,
      previous_value, new_value, because)
    select ${actor.organizationId}, ${action}, ${actor.name}, ${actor.userId}, ${now.toISOString()}, ${values}`);
