import { and, eq, getTableColumns, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { type Page, page } from "../../lib/page.ts";
import { isOwnedBy, visibleTo } from "./contracts.policy.ts";
import { type ContractHistoryEntry, type ContractHistoryQuery, MONEY_ACTIONS } from "./contracts.schema.ts";
import { contractHistory, contracts } from "./contracts.table.ts";
import { takesPart } from "./payouts/payouts.policy.ts";

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
  const isOf = (condition: SQL) =>
    sql`exists (select 1 from ${contracts} where ${contracts.id} = ${id} and ${condition})`;
  const isOwner = isOf(isOwnedBy(actor));
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
          or(not(inArray(contractHistory.action, [...MONEY_ACTIONS])), isOf(takesPart(actor))),
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
