import { part } from "../../../ui/part.tsx";

/** What a contract pays, how it is split and who pays whom. */
export const payoutSection = part(() => import("./payout-section.tsx"), ["payouts"]);

/** The next step of a contract's payout, as a button for the bar of its dialog. */
export const payoutAction = part(() => import("./payout-action.tsx"), ["payouts"]);

/** The tab of what the reader owes and is owed. */
export const myMoney = part(() => import("./my-money.tsx"), ["payouts"]);

/** The calculator that splits a sum without a contract. */
export const splitCalculator = part(() => import("./split-calculator.tsx"), ["payouts"]);
