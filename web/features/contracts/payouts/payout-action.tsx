import type { Contract } from "../../../../worker/features/contracts/contracts.schema.ts";

/** The next step of a payout, where it is the reader to take it. */
export default function PayoutAction(_: { contract: Contract }) {
  return null;
}
