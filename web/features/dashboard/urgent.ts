import type { Prospect, ProspectStatus } from "../../../worker/features/prospects/prospects.schema.ts";
import { isStatus, STAGE_OF } from "../prospects/stages.ts";

const URGENT_MS = 24 * 60 * 60 * 1000;

/** What the list of urgent deadlines is narrowed to; it lives in the address. */
export type UrgentFilter = {
  q: string;
  status: ProspectStatus | null;
  /** A member id, or `none` for nobody. */
  assignee: number | "none" | null;
  overdue: boolean;
};

/** The filter that an address asks for; what makes no sense is left out. */
export function readFilter(params: URLSearchParams): UrgentFilter {
  const status = params.get("status");
  const assignee = params.get("assignee");
  return {
    q: params.get("q") ?? "",
    status: isStatus(status) ? status : null,
    assignee: assignee === "none" ? "none" : /^[1-9]\d{0,15}$/.test(assignee ?? "") ? Number(assignee) : null,
    overdue: params.get("overdue") === "1",
  };
}

/** The address's query with another filter; everything else in it stays. */
export function writeFilter(params: URLSearchParams, filter: UrgentFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  const values = {
    q: filter.q,
    status: filter.status,
    assignee: filter.assignee,
    overdue: filter.overdue ? "1" : null,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** How many of the menu's filters are set; the search is not one of them. */
export function countFilters({ status, assignee, overdue }: UrgentFilter): number {
  return Number(status !== null) + Number(assignee !== null) + Number(overdue);
}

/** Whether a prospect is urgent: its deadline has passed or is at most 24 hours away. */
export function isUrgent({ deadline }: Pick<Prospect, "deadline">, now: number): boolean {
  return deadline !== null && new Date(deadline).getTime() <= now + URGENT_MS;
}

/** The prospects that a filter leaves. The search looks in username, display name and Discord id, any case. */
export function narrow(prospects: readonly Prospect[], filter: UrgentFilter, now: number): Prospect[] {
  const wanted = filter.q.trim().toLocaleLowerCase();
  return prospects.filter((prospect) => {
    if (filter.status && prospect.status !== filter.status) return false;
    if (filter.assignee === "none" && prospect.assignedTo !== null) return false;
    if (typeof filter.assignee === "number" && prospect.assignedTo !== filter.assignee) return false;
    if (filter.overdue && !(prospect.deadline && new Date(prospect.deadline).getTime() <= now)) return false;
    if (!wanted) return true;
    return [prospect.username, prospect.displayName, prospect.discordId ?? ""].some((text) =>
      text.toLocaleLowerCase().includes(wanted),
    );
  });
}

/**
 * What can be chosen in the filter: the statuses (in the order of the pipeline) and assignees that occur, and
 * whatever is chosen already, so that a choice never vanishes while it applies.
 */
export function choicesOf(prospects: readonly Prospect[], { status, assignee }: UrgentFilter) {
  const statuses = new Set<string>(prospects.map((prospect) => prospect.status));
  if (status) statuses.add(status);
  const assignees = new Set(prospects.map((prospect) => prospect.assignedTo ?? "none"));
  if (assignee !== null) assignees.add(assignee);
  return {
    statuses: Object.keys(STAGE_OF)
      .filter(isStatus)
      .filter((each) => statuses.has(each)),
    assignees: [...assignees].filter((id) => id !== "none"),
    hasUnassigned: assignees.has("none"),
  };
}
