import { createContext, use } from "react";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import type { Person } from "./prospects.api.ts";
import type { Move } from "./steps/moves.ts";

/** What every card and row of the page can do. */
export type Crm = {
  now: number;
  assignees: { get: (id: number | null) => Person | undefined };
  /** What a Link to this prospect's dialog takes. */
  linkTo: (prospect: Prospect) => { to: string; state: unknown };
  /** Called as that address is followed. */
  onOpen: (prospect: Prospect) => void;
  /** The prospect whose dialog is open. */
  openId: number | null;
  assign: (prospect: Prospect, returnFocus: string) => void;
  take: (prospect: Prospect, move: Move, returnFocus?: string) => void;
  reasonOf: (move: Move) => string | null;
};

export const CrmContext = createContext<Crm | null>(null);

/** What the page offers to its cards and rows. */
export function useCrm(): Crm {
  const crm = use(CrmContext);
  if (!crm) throw new Error("Outside the CRM page");
  return crm;
}
