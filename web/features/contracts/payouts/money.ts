import type { Currency } from "../../../../worker/features/contracts/contracts.schema.ts";
import type { Money, Transfer } from "../../../../worker/features/contracts/payouts/payouts.schema.ts";

/** What one side of a list of transfers comes to in a currency; `fee` is what the payers spend on top. */
export type Total = { currency: Currency; amount: number; fee: number; people: number };

/** The sums of transfers by currency, in the order in which those first occur; people are counted once. */
export function totalsOf(transfers: readonly Transfer[], side: "payer" | "receiver"): Total[] {
  const byCurrency = Map.groupBy(transfers, ({ currency }) => currency);
  return [...byCurrency].map(([currency, list]) => ({
    currency,
    amount: list.reduce((sum, each) => sum + each.amount, 0),
    fee: list.reduce((sum, each) => sum + each.fee, 0),
    people: new Set(list.map((each) => each[side].userId ?? each[side].name)).size,
  }));
}

/** Those that the reader still has to send. */
export const unsentOf = ({ owing }: Money) => owing.filter(({ sentAt }) => sentAt === null);
