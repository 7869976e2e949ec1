import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { named } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import { users } from "../users/index.ts";
import { contractApplications } from "./applications/applications.table.ts";
import { abilities, owns, visibleTo } from "./contracts.policy.ts";
import { type Contract, contract } from "./contracts.schema.ts";
import { contractHistory, contracts } from "./contracts.table.ts";
import { contractAudit } from "./contracts.texts.ts";

const posters = alias(users, "posters");
const assignees = alias(users, "assignees");

/** The statement that reads contracts with the names of poster and assignee, for an actor. */
export const selectContracts = (db: Db, actor: Actor) =>
  db
    .select({
      ...getTableColumns(contracts),
      posterName: named(posters.displayName, "poster_name"),
      posterAvatar: named(posters.avatar, "poster_avatar"),
      posterDiscordId: named(posters.discordId, "poster_discord_id"),
      assigneeName: named(assignees.displayName, "assignee_name"),
      assigneeAvatar: named(assignees.avatar, "assignee_avatar"),
      assigneeDiscordId: named(assignees.discordId, "assignee_discord_id"),
      applicationId: sql<number | null>`(select id from ${contractApplications}
        where user_id = ${actor.userId} and contract_id = ${contracts.id} and status = 'pending')`.as(
        "application_id",
      ),
    })
    .from(contracts)
    .leftJoin(posters, eq(posters.id, contracts.postedByUser))
    .leftJoin(assignees, eq(assignees.id, contracts.assignedTo));

export type ContractRow = Awaited<ReturnType<ReturnType<typeof selectContracts>["execute"]>>[number];

/** A contract as a reader gets it, with what that reader may do. */
export function toContract(row: ContractRow, actor: Actor): Contract {
  const {
    postedByUser,
    posterName,
    posterAvatar,
    posterDiscordId,
    assigneeName,
    assigneeAvatar,
    assigneeDiscordId,
    searchText: _text,
    position: _,
    deadlinePosition: _deadline,
    payPosition: _pay,
    ...rest
  } = row;
  const { postedBy, assignedTo } = row;
  const seesApplications = owns(actor, row);
  const seesPayout = seesApplications || (assignedTo !== null && assignedTo === actor.userId);
  return {
    ...rest,
    applications: seesApplications ? row.applications : null,
    transfers: seesPayout ? row.transfers : null,
    transfersSent: seesPayout ? row.transfersSent : null,
    transfersConfirmed: seesPayout ? row.transfersConfirmed : null,
    postedByMember:
      postedBy !== null && postedByUser !== null && posterName !== null
        ? {
            id: postedBy,
            userId: postedByUser,
            displayName: posterName,
            avatarUrl: avatarUrl(posterDiscordId, posterAvatar),
          }
        : null,
    assignee:
      assignedTo !== null && assigneeName !== null
        ? {
            userId: assignedTo,
            displayName: assigneeName,
            avatarUrl: avatarUrl(assigneeDiscordId, assigneeAvatar),
          }
        : null,
    can: abilities(actor, row),
  };
}

/** An entry of a contract's history as verbs write it. */
type HistoryValues = Omit<
  SQLiteInsertValue<typeof contractHistory>,
  "contractId" | "performedBy" | "performedById" | "createdAt"
>;

/** The statement that adds an entry to a contract's history. */
export const insertHistory = ({ db, actor, now }: Context, contractId: number | SQL, entry: HistoryValues) =>
  db.insert(contractHistory).values({
    ...entry,
    contractId,
    performedBy: actor.name,
    performedById: actor.userId,
    createdAt: now.toISOString(),
  });

/** The one way to read and change a contract. */
export const contractRecord = record({
  table: contracts,
  select: ({ db, actor }, which, isOwn = false) =>
    selectContracts(db, actor).where(and(which, isOwn ? undefined : visibleTo(actor))),
  answers: contract,
  present: (row, { actor }) => toContract(row, actor),
  nameOf: ({ title }) => title,
  audit: contractAudit,
  history: insertHistory,
});

/** What an edit of a contract writes. */
export type ContractPlan = NonNullable<Awaited<ReturnType<Parameters<typeof contractRecord.edit>[3]>>>;

/** SQL: a user's name, as history and audit keep it; null for nobody. */
export const userName = (userId: number | null): SQL =>
  sql`(select ${users.displayName} from ${users} where ${users.id} = ${userId})`;

/** What the search of the board looks through. */
export const searchTextOf = (title: string, location: string | null, poster: string): string =>
  [title, location ?? "", poster].join("\n").toLowerCase();
