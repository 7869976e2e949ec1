import type { Money, Transfer } from "../../../worker/features/payouts/payouts.schema.ts";

/** The sums of transfers by currency, in their first order; `fee` is paid on top. */
export const totalsOf = (transfers: readonly Transfer[]) =>
  [...Map.groupBy(transfers, ({ currency }) => currency)].map(([currency, list]) => ({
    currency,
    amount: list.reduce((sum, each) => sum + each.amount, 0),
    fee: list.reduce((sum, each) => sum + each.fee, 0),
  }));

export const unsentOf = ({ owing }: Money) => owing.filter(({ sentAt }) => sentAt === null);
