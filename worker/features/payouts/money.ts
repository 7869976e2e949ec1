import { and, desc, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { type Db, readBatch } from "../../lib/db/client.ts";
import { PAGE_LIMIT } from "../../lib/wire.schema.ts";
import { CURRENCIES, type Currency, contractHistory, contracts } from "../contracts/index.ts";
import { selectTransfers, type TransferRow, toTransfer } from "./payouts.rows.ts";
import type { DoneContracts, Money } from "./payouts.schema.ts";
import { contractSplits, payoutLedger, payoutTransfers } from "./payouts.table.ts";

const SETTLED = 50;

/**
 * The actor's transfers of all contracts, at most PAGE_LIMIT unconfirmed ones in each direction, the contracts that they did and
 * that wait for a split, and their figures (see `Money`).
 */
export async function getMoney({ db, actor }: MemberContext): Promise<Money> {
  const { payer, receiver, confirmedAt, id } = payoutTransfers;
  const waiting = (whose: SQL) =>
    selectTransfers(db)
      .where(and(whose, isNull(confirmedAt)))
      .orderBy(sql`${payoutTransfers.sentAt} is not null`, id)
      .limit(PAGE_LIMIT);
  const settled = (whose: SQL) =>
    selectTransfers(db)
      .where(and(whose, isNotNull(confirmedAt)))
      .orderBy(desc(confirmedAt))
      .limit(SETTLED);
  const [isPayer, isReceiver] = [sql`${payer} = ${actor.userId}`, sql`${receiver} = ${actor.userId}`];
  const [outgoing, incoming, paid, received, unsplit, balances, ledger] = await readBatch(db, [
    waiting(isPayer),
    waiting(isReceiver),
    settled(isPayer),
    settled(isReceiver),
    selectUnsplit(db, actor.userId),
    selectBalances(db, actor.userId),
    selectLedger(db, actor.userId),
  ]);
  const present = (row: TransferRow) => ({
    ...toTransfer(row, actor),
    contractTitle: row.contractTitle ?? "",
  });
  const newest = (a: TransferRow, b: TransferRow) => ((a.confirmedAt ?? "") < (b.confirmedAt ?? "") ? 1 : -1);
  const isSent = ({ sentAt }: TransferRow) => sentAt !== null;
  const isOwed = ({ sentAt }: TransferRow) => sentAt === null;
  return {
    owing: outgoing.filter(isOwed).map(present),
    owed: incoming.filter(isOwed).map(present),
    sent: [...incoming, ...outgoing].filter(isSent).map(present),
    settled: [...paid, ...received].toSorted(newest).slice(0, SETTLED).map(present),
    unsplit,
    balances: sumsOf(balances, "balance"),
    earned: sumsOf(ledger, "earned"),
    unconfirmed: sumsOf(ledger, "unconfirmed"),
    fees: sumsOf(ledger, "fees"),
  };
}

type DoneRow = { count: number; firstAt: string | null; tenthAt: string | null };
type HeldRow = { currency: Currency; earned: number; unconfirmed: number; fees: number };
type BalanceRow = { currency: Currency; balance: number };

/** States of a contract whose work is done. */
const DONE = sql`('completed', 'awaiting_payment', 'payment_sent', 'closed')`;
const isSplit = (contractId: SQL) => sql`exists (select 1 from ${contractSplits}
  where ${contractSplits.id} = ${contractId} and ${contractSplits.lockedAt} is not null)`;

/** The statement that lists done contracts that nobody split; closed without a split, they were the user's alone. */
const selectUnsplit = (db: Db, userId: number) =>
  db.all<
    Money["unsplit"][number]
  >(sql`select id as contractId, title as contractTitle, pay, currency from ${contracts}
    where assigned_to = ${userId} and status in ('completed', 'awaiting_payment', 'payment_sent')
      and not ${isSplit(sql`${contracts}.id`)}
    order by id desc limit ${SETTLED}`);

/**
 * The statement that counts the done contracts that a user took part in: those that another user gave them or closed, and those
 * with a payment to them or a share of theirs that another user confirmed.
 */
export function selectDoneContracts(db: Db, userId: number) {
  const isOthersWord = sql`exists (select 1 from ${contractHistory} where contract_id = given.id and action = 'status'
    and new_value in ('accepted', 'closed') and performed_by_id is not ${userId})`;
  const done = sql`select (select max(created_at) from ${contractHistory}
        where contract_id = done.id and action = 'status' and new_value = 'completed') as completed_at, closed_at, updated_at
    from ${contracts} done where status in ${DONE} and id in (
      select id from ${contracts} given where assigned_to = ${userId} and status in ${DONE} and ${isOthersWord}
      union select contract_id from ${payoutTransfers} where ${isReceived(userId)} and reason is null
      union select contract_id from ${payoutLedger} where user_id = ${userId} and account = 'member' and amount > 0)`;
  const doneAt = (place: number) => sql`(select at from done order by at limit 1 offset ${place - 1})`;
  return db.all<DoneRow>(sql`with done as materialized (select coalesce(completed_at, closed_at, updated_at) as at from (${done}))
    select count(*) as count, ${doneAt(1)} as firstAt, ${doneAt(10)} as tenthAt from done`);
}

/** SQL condition: a transfer is a confirmed payment to a user that another user has sent. */
const isReceived = (userId: number) =>
  sql`receiver = ${userId} and confirmed_at is not null and sent_by is not ${userId}`;

/** The statement that sums a user's `balances`, a row for each currency. */
export const selectBalances = (db: Db, userId: number) =>
  db.all<BalanceRow>(sql`select currency, sum(amount) as balance from (
      select currency, amount from ${payoutTransfers} where ${isReceived(userId)}
      union all
      select currency, -amount from ${payoutTransfers}
        where payer = ${userId} and confirmed_at is not null and reason is not null
      union all
      select currency, amount from ${payoutLedger}
        where user_id = ${userId} and account = 'member' and amount > 0 and not ${isSplit(sql`${payoutLedger}.contract_id`)})
    group by currency`);

/** The statement that sums what the ledger of closed contracts holds for a user, a row for each currency. */
const selectLedger = (db: Db, userId: number) =>
  db.all<HeldRow>(
    sql`select currency,
      sum(amount) filter (where account = 'correction' or (account = 'member' and amount > 0)) as earned,
      sum(amount) filter (where account = 'unconfirmed') as unconfirmed,
      -sum(amount) filter (where account = 'member' and amount < 0) as fees
      from ${payoutLedger} where user_id = ${userId} group by currency`,
  );

const sumsOf = <Sum extends string>(
  rows: readonly ({ currency: Currency } & Record<Sum, number>)[],
  what: Sum,
) =>
  Object.fromEntries(
    CURRENCIES.map((each) => [each, rows.find(({ currency }) => currency === each)?.[what] ?? 0]),
  ) as Record<Currency, number>;

export const toDoneContracts = (
  [done = { count: 0, firstAt: null, tenthAt: null }]: readonly DoneRow[],
  balances: readonly BalanceRow[],
): DoneContracts => ({ ...done, balances: sumsOf(balances, "balance") });
