import { useEffect, useMemo } from "react";
import {
  DEADLINE_FILTERS,
  PROSPECT_STATUSES,
  type ProspectStatus,
  SEARCH_LENGTH,
  STAGE_FILTERS,
  STAGE_NAMES,
  STAGES,
  type Stage,
  stageOf,
} from "../../../worker/features/prospects/pipeline.schema.ts";
import { type AddressOf, flag, id, idOr, oneOf, search } from "../../lib/address.ts";
import { filters, useFilters } from "../../lib/filters.ts";
import { attempt } from "../../lib/storage.ts";
import { sortKind } from "./list/order.ts";

export const VIEWS = ["board", "list"] as const;
type View = (typeof VIEWS)[number];

type Reader = {
  /** May see the team overview. */
  team: boolean;
  /** Sees the prospects of all assignees and stages, not only their own. */
  all: boolean;
  view: View;
  tab: "mine" | "team";
};

const TABS = ["mine", "team", "sources"] as const;

/** The tabs of a reader: their own prospects, those of everybody, and where people came from. */
const tabsOf = ({ team, all }: Reader): readonly (typeof TABS)[number][] =>
  TABS.filter((tab) => tab === "mine" || all || (team && tab === "team"));

type Counts = Record<ProspectStatus, number>;

export const sumOf = (counts: Counts, stage: Stage): number =>
  STAGES[stage].reduce((sum, status) => sum + counts[status], 0);

/** The stages that a reader is offered: of their own, intro has only prospects that they added. */
export const stagesFor = ({ all }: Pick<Reader, "all">, counts: Counts | undefined): readonly Stage[] =>
  STAGE_NAMES.filter((stage) => all || stage !== "intro" || (counts && sumOf(counts, "intro") > 0));

/** The filters of a reader's prospects, and the other values of the page's address. */
export const crmFilters = (reader: Reader) =>
  filters(
    {
      q: search(SEARCH_LENGTH),
      /** Member id, "none", "me"; null for the default of the tab. */
      assignee: idOr(["none", "me"]),
      deadline: oneOf(DEADLINE_FILTERS),
      status: oneOf(PROSPECT_STATUSES),
      inDiscord: oneOf(["1"]),
    },
    {
      tab: oneOf(tabsOf(reader), reader.tab),
      view: oneOf(VIEWS, reader.view),
      sort: sortKind,
      stage: oneOf(STAGE_FILTERS, "open"),
      prospect: id,
      new: flag,
    },
  );
type CrmAddress = AddressOf<ReturnType<typeof crmFilters>["shape"]>;

/** The assignee in the list's query. None for readers who see only their own prospects. */
export function assignedToOf(
  { tab, assignee }: Pick<CrmAddress, "tab" | "assignee">,
  { all }: Pick<Reader, "all">,
): string | null {
  if (assignee !== null) return String(assignee);
  return tab === "mine" && all ? "me" : null;
}

/** The filters of a figure, in the words of the API. */
type Figure = {
  stage?: (typeof STAGE_FILTERS)[number];
  status?: ProspectStatus;
  assignedTo?: "me" | "none" | number;
  deadline?: (typeof DEADLINE_FILTERS)[number];
  inDiscord?: "1";
};

/** The address of the list with exactly what a figure counts, for readers of all and of their own prospects alike. */
export function figurePath({
  assignedTo,
  status,
  stage = status && stageOf(status),
  ...rest
}: Figure): string {
  const isMine = assignedTo === "me";
  const values = {
    tab: isMine ? "mine" : "team",
    view: "list",
    stage,
    status,
    ...rest,
    assignee: isMine ? undefined : assignedTo,
  };
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  return `/crm?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`;
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
