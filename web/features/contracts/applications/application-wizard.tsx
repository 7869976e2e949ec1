import type { Contract } from "../../../../worker/features/contracts/contracts.schema.ts";

/** The application for a contract in five steps. */
export default function ApplicationWizard(_: { contract: Contract | null; onClose: () => void }) {
  return null;
}
