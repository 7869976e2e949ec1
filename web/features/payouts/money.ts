import type { Currency } from "../../../worker/features/contracts/contracts.schema.ts";
import type { Money, Transfer } from "../../../worker/features/payouts/payouts.schema.ts";

/** The sums of transfers by currency, in their first order; `fee` is paid on top. */
export const totalsOf = (transfers: readonly Transfer[]) =>
  [...Map.groupBy(transfers, ({ currency }) => currency)].map(([currency, list]) => ({
    currency,
    amount: list.reduce((sum, each) => sum + each.amount, 0),
    fee: list.reduce((sum, each) => sum + each.fee, 0),
  }));

/** The debts between the reader and another person in a currency; `net` is positive when the other owes more. */
export type Debt = {
  person: Transfer["payer"];
  currency: Currency;
  owing: number;
  owed: number;
  net: number;
};

/** Every debt of the reader with a person, the highest that the reader owes first. */
export function debtsOf({ owing, owed }: Pick<Money, "owing" | "owed">): Debt[] {
  const debts = new Map<string, Debt>();
  const add = (side: "owing" | "owed", person: Debt["person"], { currency, amount }: Transfer) => {
    const key = `${person.userId ?? person.name} ${currency}`;
    const debt = debts.get(key) ?? { person, currency, owing: 0, owed: 0, net: 0 };
    debt[side] += amount;
    debts.set(key, { ...debt, net: debt.owed - debt.owing });
  };
  for (const each of owing) add("owing", each.receiver, each);
  for (const each of owed) add("owed", each.payer, each);
  return [...debts.values()].sort((a, b) => a.net - b.net);
}

/** What the reader has in the end, by currency: what arrives and what others owe, less what they owe; empty with nothing open. */
export const netOf = ({ owing, owed, sent }: Pick<Money, "owing" | "owed" | "sent">) =>
  totalsOf([
    ...sent.filter(({ can }) => can.confirm),
    ...owed,
    ...owing.map((each) => ({ ...each, amount: -each.amount })),
  ]);
