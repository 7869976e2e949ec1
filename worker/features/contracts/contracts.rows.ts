import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { aliased } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import { users } from "../users/index.ts";
import { parts } from "./attached.ts";
import { abilities, owns, visibleTo } from "./contracts.policy.ts";
import { type Contract, contract } from "./contracts.schema.ts";
import { contractHistory, contracts } from "./contracts.table.ts";
import { contractAudit } from "./contracts.texts.ts";

const posters = alias(users, "posters");
const assignees = alias(users, "assignees");

export const selectContracts = (db: Db, actor: Actor) =>
  db
    .select({
      ...getTableColumns(contracts),
      posterName: aliased(posters.displayName, "poster_name"),
      posterAvatar: aliased(posters.avatar, "poster_avatar"),
      posterDiscordId: aliased(posters.discordId, "poster_discord_id"),
      assigneeName: aliased(assignees.displayName, "assignee_name"),
      assigneeAvatar: aliased(assignees.avatar, "assignee_avatar"),
      assigneeDiscordId: aliased(assignees.discordId, "assignee_discord_id"),
      applicationId: parts().applications.ownApplication(actor).as("application_id"),
    })
    .from(contracts)
    .leftJoin(posters, eq(posters.id, contracts.postedByUser))
    .leftJoin(assignees, eq(assignees.id, contracts.assignedTo));

export type ContractRow = Awaited<ReturnType<ReturnType<typeof selectContracts>["execute"]>>[number];

const person = (userId: number | null, displayName: string | null, avatar: string | null) =>
  userId === null || displayName === null ? null : { userId, displayName, avatarUrl: avatar };

export function toContract(row: ContractRow, context: Pick<Context, "actor" | "now">): Contract {
  const { actor } = context;
  const posterAvatar = avatarUrl(row.posterDiscordId, row.posterAvatar);
  const assigneeAvatar = avatarUrl(row.assigneeDiscordId, row.assigneeAvatar);
  const poster = person(row.postedByUser, row.posterName, posterAvatar);
  const assignee = person(row.assignedTo, row.assigneeName, assigneeAvatar);
  const seesApplications = owns(actor, row);
  const seesPayout = seesApplications || (row.assignedTo !== null && row.assignedTo === actor.userId);
  return {
    ...row,
    applications: seesApplications ? row.applications : null,
    ...(seesPayout ? {} : { transfers: null, transfersSent: null, transfersConfirmed: null }),
    postedByMember: poster && row.postedBy !== null ? { id: row.postedBy, ...poster } : null,
    assignee,
    can: abilities(context, row),
  };
}

/** The `newValue` of an edit of a draft, which hides the entry from users who could not see the draft. */
export const OF_DRAFT = "draft";

type HistoryValues = Omit<
  SQLiteInsertValue<typeof contractHistory>,
  "contractId" | "performedBy" | "performedById" | "createdAt"
>;

export const insertHistory = ({ db, actor, now }: Context, contractId: number | SQL, entry: HistoryValues) =>
  db.insert(contractHistory).values({
    ...entry,
    contractId,
    performedBy: actor.name,
    performedById: actor.userId,
    createdAt: now.toISOString(),
  });

export const contractRecord = record({
  table: contracts,
  select: ({ db, actor }, which, isOwn = false) =>
    selectContracts(db, actor).where(and(which, isOwn ? undefined : visibleTo(actor))),
  answers: contract,
  present: toContract,
  nameOf: ({ title }) => title,
  audit: contractAudit,
  history: insertHistory,
});

/** The statement that sets counts of a contract. It keeps the version, so that edits of others stay valid. */
export const countOnContract = (
  { db }: Context,
  id: number,
  counts: { [Count in "applications" | "transfers" | "transfersSent" | "transfersConfirmed"]?: number | SQL },
): Statement => db.update(contracts).set(counts).where(eq(contracts.id, id));

export type ContractPlan = NonNullable<Awaited<ReturnType<Parameters<typeof contractRecord.edit>[3]>>>;

/** SQL: a user's name for history and audit log, null for no user. */
export const userName = (userId: number | null): SQL =>
  sql`(select ${users.displayName} from ${users} where ${users.id} = ${userId})`;
