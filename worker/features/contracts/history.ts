import { and, eq, getTableColumns, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { type Page, page } from "../../lib/page.ts";
import { isOwnedBy, visibleTo } from "./contracts.policy.ts";
import { type ContractHistoryEntry, type ContractHistoryQuery, MONEY_ACTIONS } from "./contracts.schema.ts";
import { contractHistory, contracts } from "./contracts.table.ts";
import { contractSplits, payoutTransfers } from "./payouts/payouts.table.ts";

const { contractId: _contract, performedById: _user, ...SHOWN } = getTableColumns(contractHistory);

/** What an edit of a draft has as `newValue`: those who did not see the draft do not read of it later. */
export const OF_DRAFT = "draft";

/**
 * One page of a contract's history, newest first: what happened to its money only for those who take part in it, what
 * was edited while it was a draft only for those who look after it. @throws AppError not_found, invalid_input
 */
export async function listContractHistory(
  context: UserContext,
  id: number,
  query: ContractHistoryQuery,
): Promise<Page<ContractHistoryEntry>> {
  const { db, actor, language } = context;
  const of = (entry: { id: number }) => entry.id;
  const paging = page(query, { by: contractHistory.id, direction: "desc", of }, language);
  const isOwner = sql`exists (select 1 from ${contracts} where ${contracts.id} = ${id} and ${isOwnedBy(actor)})`;
  const [visible, entries] = await readBatch(db, [
    db
      .select({ id: contracts.id })
      .from(contracts)
      .where(and(eq(contracts.id, id), visibleTo(actor))),
    db
      .select(SHOWN)
      .from(contractHistory)
      .where(
        and(
          eq(contractHistory.contractId, id),
          or(not(inArray(contractHistory.action, [...MONEY_ACTIONS])), isOwner, takesPart(actor.userId, id)),
          or(
            not(and(eq(contractHistory.action, "edited"), eq(contractHistory.newValue, OF_DRAFT)) as SQL),
            isOwner,
          ),
          paging.after,
        ),
      )
      .orderBy(paging.order)
      .limit(paging.limit),
  ]);
  if (!visible.length) throw errors.not_found();
  return paging.toPage(entries, (entry) => entry);
}

/** SQL: the user does the contract, is of its crew, or pays or receives for it. */
const takesPart = (userId: number, id: number): SQL => sql`(
  exists (select 1 from ${contracts} where ${contracts.id} = ${id} and ${contracts.assignedTo} = ${userId})
  or exists (select 1 from ${contractSplits} where ${contractSplits.id} = ${id} and (${contractSplits.payer} = ${userId}
    or exists (select 1 from json_each(${contractSplits.lines}) line where line.value ->> 'userId' = ${userId})))
  or exists (select 1 from ${payoutTransfers} where ${payoutTransfers.contractId} = ${id}
    and (${payoutTransfers.payer} = ${userId} or ${payoutTransfers.receiver} = ${userId})))`;
