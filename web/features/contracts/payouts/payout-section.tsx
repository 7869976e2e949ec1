import type { Contract } from "../../../../worker/features/contracts/contracts.schema.ts";

/** What a contract pays, how it is split and who pays whom. */
export default function PayoutSection(_: { contract: Contract }) {
  return null;
}
