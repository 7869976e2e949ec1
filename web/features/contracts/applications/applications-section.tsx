import type { Contract } from "../../../../worker/features/contracts/contracts.schema.ts";

/** The applications for a contract: all of them for who decides, else the reader's own. */
export default function ApplicationsSection(_: { contract: Contract }) {
  return null;
}
