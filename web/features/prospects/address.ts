import {
  DEADLINE_FILTERS,
  SEARCH_LENGTH,
  STAGE_NAMES,
  type Stage,
} from "../../../worker/features/prospects/pipeline.schema.ts";
import { type AddressOf, flag, id, idOr, oneOf, text, withheld } from "../../lib/address.ts";
import { attempt } from "../../lib/storage.ts";

export const VIEWS = ["board", "list"] as const;
type View = (typeof VIEWS)[number];
export type Tab = "mine" | "team";

type Reader = {
  /** May see the work of others. */
  team: boolean;
  /** Sees the prospects of all assignees and stages, not only their own in onboarding and after. */
  all: boolean;
  /** The view last chosen in this browser. */
  view: View;
  /** The tab that an address without one opens. */
  tab: Tab;
};

/** The stages that a reader is shown. */
export const stagesFor = ({ all }: Pick<Reader, "all">): readonly Stage[] =>
  all ? STAGE_NAMES : STAGE_NAMES.filter((stage) => stage !== "intro");

/** Everything that the CRM page's address says to a reader. */
export function crmShape(reader: Reader) {
  const stages = stagesFor(reader);
  const assignee = idOr(["none", "me"]);
  return {
    tab: oneOf(reader.team ? ["mine", "team"] : ["mine"], reader.tab),
    view: oneOf(VIEWS, reader.view),
    stage: oneOf(stages, stages[0] ?? "onboarding"),
    q: text(SEARCH_LENGTH),
    /** Member id, "none", "me"; null for what the tab shows without a choice. */
    assignee: reader.all ? assignee : withheld(assignee),
    deadline: oneOf(DEADLINE_FILTERS),
    prospect: id,
    new: flag,
  };
}
export type CrmAddress = AddressOf<ReturnType<typeof crmShape>>;

/** What clears search and filters. */
export const NO_FILTERS = { q: "", assignee: null, deadline: null } as const;

/** Whose prospects the address asks for, as the list call takes it. */
export function assignedToOf({ tab, assignee }: Pick<CrmAddress, "tab" | "assignee">): string | null {
  if (assignee !== null) return String(assignee);
  return tab === "mine" ? "me" : null;
}

/** Number of filters that narrow the lists, the search not counted. */
export const countFilters = ({ assignee, deadline }: Pick<CrmAddress, "assignee" | "deadline">): number =>
  Number(assignee !== null) + Number(deadline !== null);

const VIEW_KEY = "crm-view";

/** The view last chosen in this browser; the board before any choice. */
export const rememberedView = (): View =>
  attempt(() => (localStorage.getItem(VIEW_KEY) === "list" ? "list" : "board"), "board");

/** Keeps the chosen view for the next visit. */
export const rememberView = (view: View) => attempt(() => localStorage.setItem(VIEW_KEY, view), undefined);
