import { and, desc, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { UserContext } from "../../../lib/context.ts";
import { readBatch } from "../../../lib/db/client.ts";
import { PAGE_LIMIT } from "../../../lib/wire.schema.ts";
import { selectBalances, toBalances } from "../closed.ts";
import { selectTransfers, type TransferRow, toTransfer } from "./payouts.rows.ts";
import type { Money } from "./payouts.schema.ts";
import { payoutTransfers } from "./payouts.table.ts";

/** Transfers that are settled and shown. */
const SETTLED = 50;

/** What the actor owes, is owed and has settled, across contracts; at most PAGE_LIMIT of each that wait. */
export async function getMoney({ db, actor }: UserContext): Promise<Money> {
  const { payer, receiver, confirmedAt, id } = payoutTransfers;
  const waiting = (whose: SQL) =>
    selectTransfers(db)
      .where(and(whose, isNull(confirmedAt)))
      // What is still to be done comes first, then the oldest.
      .orderBy(sql`${payoutTransfers.sentAt} is not null`, id)
      .limit(PAGE_LIMIT);
  const settled = (whose: SQL) =>
    selectTransfers(db)
      .where(and(whose, isNotNull(confirmedAt)))
      .orderBy(desc(confirmedAt))
      .limit(SETTLED);
  const [isPayer, isReceiver] = [sql`${payer} = ${actor.userId}`, sql`${receiver} = ${actor.userId}`];
  const [owing, owed, paid, received, balances] = await readBatch(db, [
    waiting(isPayer),
    waiting(isReceiver),
    settled(isPayer),
    settled(isReceiver),
    selectBalances(db, actor.userId),
  ]);
  const present = (row: TransferRow) => ({
    ...toTransfer(row, actor),
    contractTitle: row.contractTitle ?? "",
  });
  const newest = (a: TransferRow, b: TransferRow) => ((a.confirmedAt ?? "") < (b.confirmedAt ?? "") ? 1 : -1);
  return {
    owing: owing.map(present),
    owed: owed.map(present),
    settled: [...paid, ...received].toSorted(newest).slice(0, SETTLED).map(present),
    balances: toBalances(balances),
  };
}
