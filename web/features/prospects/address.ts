import type { DeadlineFilter, Stage } from "../../../worker/features/prospects/prospects.schema.ts";

export const TABS = ["mine", "team"] as const;
export type Tab = (typeof TABS)[number];
export const VIEWS = ["board", "list"] as const;
export type View = (typeof VIEWS)[number];
export const STAGE_TABS = ["intro", "onboarding", "active", "inactive"] as const satisfies readonly Stage[];
export const DEADLINES = ["overdue", "soon", "set", "none"] as const satisfies readonly DeadlineFilter[];

/** Longest search that the server takes. */
export const SEARCH_LENGTH = 48;

/** Everything about the CRM page that its address says. */
export type CrmAddress = {
  tab: Tab;
  view: View;
  stage: Stage;
  q: string;
  /** Member id, nobody, the reader; null for whoever the tab shows without a choice. */
  assignee: number | "none" | "me" | null;
  deadline: DeadlineFilter | null;
  /** The prospect whose dialog is open. */
  prospect: number | null;
  /** The dialog for a new prospect is open. */
  adding: boolean;
};

type Reader = {
  /** May see the work of others. */
  team: boolean;
  /** Sees only their own, and none at the intro stage. */
  ownOnly: boolean;
  /** The view last chosen in this browser. */
  view: View;
};

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => value === text) ?? null;

const idOf = (text: string | null): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** The stages that a reader is shown. */
export function stagesFor(reader: Pick<Reader, "ownOnly">): readonly Stage[] {
  return reader.ownOnly ? STAGE_TABS.slice(1) : STAGE_TABS;
}

/** Reads the address; whatever does not fit the reader becomes what they start with. */
export function readAddress(params: URLSearchParams, reader: Reader): CrmAddress {
  const stages = stagesFor(reader);
  const assignee = params.get("assignee");
  return {
    tab: reader.team ? (oneOf(TABS, params.get("tab")) ?? "mine") : "mine",
    view: oneOf(VIEWS, params.get("view")) ?? reader.view,
    stage: oneOf(stages, params.get("stage")) ?? (stages[0] as Stage),
    q: (params.get("q") ?? "").slice(0, SEARCH_LENGTH),
    assignee: reader.ownOnly ? null : (oneOf(["none", "me"] as const, assignee) ?? idOf(assignee)),
    deadline: oneOf(DEADLINES, params.get("deadline")),
    prospect: idOf(params.get("prospect")),
    adding: params.get("new") === "1",
  };
}

/** The address with some of it changed; everything else it says is kept. */
export function writeAddress(params: URLSearchParams, changes: Partial<CrmAddress>): string {
  const next = new URLSearchParams(params);
  const { adding, ...rest } = changes;
  for (const [name, value] of Object.entries({
    ...rest,
    ...("adding" in changes ? { new: adding ? "1" : null } : {}),
  })) {
    if (value === null || value === "" || value === undefined) next.delete(name);
    else next.set(name, String(value));
  }
  const text = next.toString();
  return text ? `/crm?${text}` : "/crm";
}

/** Whose prospects the address asks for, as the list call takes it. */
export function assignedToOf({ tab, assignee }: Pick<CrmAddress, "tab" | "assignee">): string | null {
  if (assignee !== null) return String(assignee);
  return tab === "mine" ? "me" : null;
}

/** Whether the lists show less than everything of their tab. */
export function isFiltered({
  q,
  assignee,
  deadline,
}: Pick<CrmAddress, "q" | "assignee" | "deadline">): boolean {
  return q !== "" || assignee !== null || deadline !== null;
}
