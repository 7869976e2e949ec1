import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client.ts";
import { type ClosedContracts, CURRENCIES, type Currency } from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";
import { payoutLedger } from "./payouts/payouts.table.ts";

type ClosedRow = { count: number; firstAt: string | null; tenthAt: string | null };
type BalanceRow = { currency: Currency; total: number };

/** The statement that counts the closed contracts that a user was assigned to. */
export function selectClosedContracts(db: Db, userId: number) {
  const isTheirs = sql`assigned_to = ${userId} and status = 'closed'`;
  const closedAt = (place: number): SQL =>
    sql`(select closed_at from ${contracts} where ${isTheirs} order by closed_at limit 1 offset ${place - 1})`;
  return db.all<ClosedRow>(sql`select count(*) as count, ${closedAt(1)} as firstAt, ${closedAt(10)} as tenthAt
    from ${contracts} where ${isTheirs}`);
}

/** The statement that sums what the ledger of payouts holds for a user, a row for each currency. */
export const selectBalances = (db: Db, userId: number) =>
  db.all<BalanceRow>(
    sql`select currency, sum(amount) as total from ${payoutLedger} where user_id = ${userId} group by currency`,
  );

/** The rows of `selectBalances` by currency. */
export const toBalances = (rows: readonly BalanceRow[]): Record<Currency, number> =>
  Object.fromEntries(
    CURRENCIES.map((each) => [each, rows.find(({ currency }) => currency === each)?.total ?? 0]),
  ) as Record<Currency, number>;

/** The rows of both statements as one answer. */
export const toClosedContracts = (
  [closed]: readonly ClosedRow[],
  balances: readonly BalanceRow[],
): ClosedContracts => ({
  count: closed?.count ?? 0,
  balances: toBalances(balances),
  firstAt: closed?.firstAt ?? null,
  tenthAt: closed?.tenthAt ?? null,
});
