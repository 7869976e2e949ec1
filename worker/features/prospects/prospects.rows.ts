import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Db } from "../../lib/db/client.ts";
import { named } from "../../lib/db/columns.ts";
import { reading, record } from "../../lib/record.ts";
import { members, roles } from "../members/index.ts";
import { users } from "../users/index.ts";
import { abilities, visibleById } from "./prospects.policy.ts";
import type { Prospect, ProspectHistoryEntry } from "./prospects.schema.ts";
import { prospectHistory, prospects } from "./prospects.table.ts";
import { prospectAudit } from "./prospects.texts.ts";

const { isTest: _test, position: _position, ...columns } = getTableColumns(prospects);

/** The statement that reads prospects with the members that they became. */
export const selectProspects = (db: Db) =>
  db
    .select({
      ...columns,
      position: prospects.position,
      memberId: named(members.id, "member_id"),
      memberStatus: named(members.status, "member_status"),
      rolePriority: roles.priority,
    })
    .from(prospects)
    .leftJoin(members, eq(members.userId, prospects.userId))
    .leftJoin(roles, eq(roles.id, members.roleId));

export type ProspectRow = Awaited<ReturnType<ReturnType<typeof selectProspects>["execute"]>>[number];

/** A prospect as a reader gets it, with what that reader may do. */
export function toProspect(row: ProspectRow, actor: Actor): Prospect {
  const { userId: _user, avatar, position: _, memberStatus: _status, rolePriority: _role, ...rest } = row;
  return { ...rest, avatarUrl: avatarUrl(row.discordId, avatar), can: abilities(actor, row) };
}

/** SQL: a member's name, as history and audit keep it. */
export const memberName = (memberId: number): SQL =>
  sql`(select ${users.displayName} from ${members} join ${users} on ${users.id} = ${members.userId}
    where ${members.id} = ${memberId})`;

type Text = string | null | SQL;

/** An entry of a prospect's history as verbs write it; `changes` are further fields changed in the same step. */
export type HistoryValues = Pick<ProspectHistoryEntry, "action"> & {
  previousValue?: Text;
  newValue?: Text;
  notes?: string | null;
  changes?: ProspectHistoryEntry["changes"] | SQL;
  minutes?: number;
};

/** The one way to read and change a prospect. */
export const prospectRecord = record({
  table: prospects,
  select: ({ db, actor }, which, isOwn = false) =>
    reading<ProspectRow>(selectProspects(db).where(and(which, isOwn ? undefined : visibleById(actor)))),
  present: (row, { actor }) => toProspect(row, actor),
  nameOf: ({ displayName }) => displayName,
  audit: prospectAudit,
  history: ({ db, actor, now }, prospectId, entry: HistoryValues) =>
    db.insert(prospectHistory).values({
      ...entry,
      prospectId,
      performedBy: actor.name,
      performedById: actor.userId,
      createdAt: now.toISOString(),
    }),
});

/** What an edit of a prospect writes. */
export type ProspectPlan = NonNullable<Awaited<ReturnType<Parameters<typeof prospectRecord.edit>[3]>>>;
