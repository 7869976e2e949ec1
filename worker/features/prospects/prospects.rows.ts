import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { named } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import { members, roles } from "../members/index.ts";
import { isOfAdministration } from "../sessions/index.ts";
import { users } from "../users/index.ts";
import { abilities, visibleById } from "./prospects.policy.ts";
import { type Prospect, prospect } from "./prospects.schema.ts";
import { prospectHistory, prospects } from "./prospects.table.ts";
import { prospectAudit } from "./prospects.texts.ts";

/** The statement that reads prospects with the members that they became. */
export const selectProspects = (db: Db) =>
  db
    .select({
      ...getTableColumns(prospects),
      memberId: named(members.id, "member_id"),
      memberStatus: named(members.status, "member_status"),
      rolePriority: roles.priority,
      isOfAdministration: isOfAdministration(roles).mapWith(Boolean).as("of_administration"),
    })
    .from(prospects)
    .leftJoin(members, eq(members.userId, prospects.userId))
    .leftJoin(roles, eq(roles.id, members.roleId));

export type ProspectRow = Awaited<ReturnType<ReturnType<typeof selectProspects>["execute"]>>[number];

/** A prospect as a reader gets it, with what that reader may do. */
export function toProspect(row: ProspectRow, actor: Actor): Prospect {
  const {
    avatar,
    position: _,
    memberStatus: _status,
    rolePriority: _role,
    isOfAdministration: _of,
    ...rest
  } = row;
  return { ...rest, avatarUrl: avatarUrl(row.discordId, avatar), can: abilities(actor, row) };
}

/** SQL: a member's name, as history and audit keep it; null for nobody. */
export const memberName = (memberId: number | null): SQL =>
  sql`(select ${users.displayName} from ${members} join ${users} on ${users.id} = ${members.userId}
    where ${members.id} = ${memberId})`;

/** An entry of a prospect's history as verbs write it; `changes` are further fields changed in the same step. */
type HistoryValues = Omit<
  SQLiteInsertValue<typeof prospectHistory>,
  "prospectId" | "performedBy" | "performedById" | "createdAt"
>;

/** The statement that adds an entry to a prospect's history. */
export const insertHistory = ({ db, actor, now }: Context, prospectId: number | SQL, entry: HistoryValues) =>
  db.insert(prospectHistory).values({
    ...entry,
    prospectId,
    performedBy: actor.name,
    performedById: actor.userId,
    createdAt: now.toISOString(),
  });

/** The one way to read and change a prospect. */
export const prospectRecord = record({
  table: prospects,
  select: ({ db, actor }, which, isOwn = false) =>
    selectProspects(db).where(and(which, isOwn ? undefined : visibleById(actor))),
  answers: prospect,
  present: (row, { actor }) => toProspect(row, actor),
  nameOf: ({ displayName }) => displayName,
  audit: prospectAudit,
  history: insertHistory,
});

/** What an edit of a prospect writes. */
export type ProspectPlan = NonNullable<Awaited<ReturnType<Parameters<typeof prospectRecord.edit>[3]>>>;
