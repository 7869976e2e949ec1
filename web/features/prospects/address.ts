import { useEffect, useMemo } from "react";
import {
  DEADLINE_FILTERS,
  SEARCH_LENGTH,
  STAGE_NAMES,
  type Stage,
} from "../../../worker/features/prospects/pipeline.schema.ts";
import { type AddressOf, flag, id, idOr, oneOf, search, withheld } from "../../lib/address.ts";
import { filters, useFilters } from "../../lib/filters.ts";
import { attempt } from "../../lib/storage.ts";

export const VIEWS = ["board", "list"] as const;
type View = (typeof VIEWS)[number];

type Reader = {
  /** May see the prospects of other users. */
  team: boolean;
  /** Sees the prospects of all assignees and stages, not only their own from onboarding on. */
  all: boolean;
  view: View;
  tab: "mine" | "team";
};

export const stagesFor = ({ all }: Pick<Reader, "all">): readonly Stage[] =>
  all ? STAGE_NAMES : STAGE_NAMES.filter((stage) => stage !== "intro");

/** The filters of a reader's prospects, and the other values of the page's address. */
export function crmFilters(reader: Reader) {
  const stages = stagesFor(reader);
  const assignee = idOr(["none", "me"]);
  return filters(
    {
      q: search(SEARCH_LENGTH),
      /** Member id, "none", "me"; null for the default of the tab. */
      assignee: reader.all ? assignee : withheld(assignee),
      deadline: oneOf(DEADLINE_FILTERS),
    },
    {
      tab: oneOf(reader.team ? ["mine", "team"] : ["mine"], reader.tab),
      view: oneOf(VIEWS, reader.view),
      stage: oneOf(stages, stages[0] ?? "onboarding"),
      prospect: id,
      new: flag,
    },
  );
}
type CrmAddress = AddressOf<ReturnType<typeof crmFilters>["shape"]>;

/** The assignee that the list is asked for. */
export function assignedToOf({ tab, assignee }: Pick<CrmAddress, "tab" | "assignee">): string | null {
  if (assignee !== null) return String(assignee);
  return tab === "mine" ? "me" : null;
}

const VIEW_KEY = "crm-view";

/** The view last chosen in this browser; the board at first. */
const rememberedView = (): View =>
  attempt(() => (localStorage.getItem(VIEW_KEY) === "list" ? "list" : "board"), "board");

/** The address of the page; this browser remembers the view that it names. */
export function useCrmAddress({ team, all, tab }: Omit<Reader, "view">) {
  const shown = useMemo(() => crmFilters({ team, all, tab, view: rememberedView() }), [team, all, tab]);
  const list = useFilters("/crm", shown);
  const view = list.has("view") ? list.address.view : null;
  useEffect(() => {
    if (view) attempt(() => localStorage.setItem(VIEW_KEY, view), undefined);
  }, [view]);
  return list;
}
