import { createContext, use } from "react";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import type { useAssignees } from "./prospects.api.ts";
import type { useMoves } from "./steps/stage-actions.tsx";

/** What every card and row of the page can do. */
type Crm = Pick<ReturnType<typeof useMoves>, "take" | "reasonOf"> & {
  now: number;
  assignees: ReturnType<typeof useAssignees>;
  /** What a Link to this prospect's dialog takes. */
  linkTo: (prospect: Prospect) => { to: string; state: unknown };
  openId: number | null;
  assign: (prospect: Prospect, returnFocus: string) => void;
};

export const CrmContext = createContext<Crm | null>(null);

/** What the page offers to its cards and rows. */
export function useCrm(): Crm {
  const crm = use(CrmContext);
  if (!crm) throw new Error("Outside the CRM page");
  return crm;
}
