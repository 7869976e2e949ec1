import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client.ts";
import { type ClosedContracts, CURRENCIES, type Currency } from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";

/** SQL: what a contract pays. */
const pay = sql`case ${contracts.paymentType}
  when 'percentage' then round(${contracts.amount} * coalesce(${contracts.percentageOf}, 0) / 100)
  when 'hourly' then coalesce(${contracts.hourlyRate} * ${contracts.estimatedHours}, 0)
  else ${contracts.amount} end`;

type ClosedRow = {
  currency: Currency;
  count: number;
  total: number;
  firstAt: string | null;
  tenthAt: string | null;
};

/** The statement that counts a user's closed contracts and what they paid, a row for each currency. */
export function selectClosedContracts(db: Db, userId: number) {
  const isTheirs = sql`assigned_to = ${userId} and status = 'closed'`;
  const closedAt = (place: number): SQL =>
    sql`(select closed_at from ${contracts} where ${isTheirs} order by closed_at limit 1 offset ${place - 1})`;
  return db.all<ClosedRow>(sql`select currency, count(*) as count, sum(${pay}) as total,
      ${closedAt(1)} as firstAt, ${closedAt(10)} as tenthAt
    from ${contracts} where ${isTheirs} group by currency`);
}

/** The rows of `selectClosedContracts` as one answer. */
export function toClosedContracts(rows: readonly ClosedRow[]): ClosedContracts {
  const totalOf = (currency: Currency) => rows.find((row) => row.currency === currency)?.total ?? 0;
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    balances: Object.fromEntries(CURRENCIES.map((each) => [each, totalOf(each)])) as Record<Currency, number>,
    firstAt: rows[0]?.firstAt ?? null,
    tenthAt: rows[0]?.tenthAt ?? null,
  };
}
