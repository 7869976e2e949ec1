import { and, desc, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { type Db, readBatch } from "../../lib/db/client.ts";
import { PAGE_LIMIT } from "../../lib/wire.schema.ts";
import { CURRENCIES, type Currency, contractHistory, contracts } from "../contracts/index.ts";
import { selectTransfers, type TransferRow, toTransfer } from "./payouts.rows.ts";
import type { ClosedContracts, Money } from "./payouts.schema.ts";
import { payoutLedger, payoutTransfers } from "./payouts.table.ts";

const SETTLED = 50;

/**
 * The actor's transfers of all contracts, at most PAGE_LIMIT unconfirmed ones in each direction, and what the ledger of
 * closed contracts holds for them.
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
  const [outgoing, incoming, paid, received, held] = await readBatch(db, [
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
  const isSent = ({ sentAt }: TransferRow) => sentAt !== null;
  const isOwed = ({ sentAt }: TransferRow) => sentAt === null;
  return {
    owing: outgoing.filter(isOwed).map(present),
    owed: incoming.filter(isOwed).map(present),
    sent: [...incoming, ...outgoing].filter(isSent).map(present),
    settled: [...paid, ...received].toSorted(newest).slice(0, SETTLED).map(present),
    balances: sumsOf(held, "earned"),
    unconfirmed: sumsOf(held, "unconfirmed"),
    fees: sumsOf(held, "fees"),
  };
}

type ClosedRow = { count: number; firstAt: string | null; tenthAt: string | null };
type HeldRow = { currency: Currency; earned: number; unconfirmed: number; fees: number };

/**
 * The statement that counts the closed contracts that a user was assigned to, of which somebody else has confirmed their
 * share or which somebody else closed.
 */
export function selectClosedContracts(db: Db, userId: number) {
  const isTheirs = sql`assigned_to = ${userId} and status = 'closed' and (
    id in (select contract_id from ${payoutLedger} where user_id = ${userId} and account = 'member' and amount > 0)
    or exists (select 1 from ${contractHistory} where contract_id = ${contracts}.id and action = 'status'
      and new_value = 'closed' and performed_by_id is not ${userId}))`;
  const closedAt = (place: number): SQL =>
    sql`(select closed_at from ${contracts} where ${isTheirs} order by closed_at limit 1 offset ${place - 1})`;
  return db.all<ClosedRow>(sql`select count(*) as count, ${closedAt(1)} as firstAt, ${closedAt(10)} as tenthAt
    from ${contracts} where ${isTheirs}`);
}

/** The statement that sums what the ledger of payouts holds for a user, a row for each currency. Fees come out of it. */
export const selectBalances = (db: Db, userId: number) =>
  db.all<HeldRow>(
    sql`select currency,
      sum(amount) filter (where account = 'correction' or (account = 'member' and amount > 0)) as earned,
      sum(amount) filter (where account = 'unconfirmed') as unconfirmed,
      -sum(amount) filter (where account = 'member' and amount < 0) as fees
      from ${payoutLedger} where user_id = ${userId} group by currency`,
  );

const sumsOf = (rows: readonly HeldRow[], what: Exclude<keyof HeldRow, "currency">) =>
  Object.fromEntries(
    CURRENCIES.map((each) => [each, rows.find(({ currency }) => currency === each)?.[what] ?? 0]),
  ) as Record<Currency, number>;

export const toClosedContracts = (
  [closed = { count: 0, firstAt: null, tenthAt: null }]: readonly ClosedRow[],
  held: readonly HeldRow[],
): ClosedContracts => ({ ...closed, balances: sumsOf(held, "earned") });
