import { PROSPECT_STATUSES } from "../../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import type { Language } from "../../../../worker/lib/wire.schema.ts";
import { oneOf } from "../../../lib/address.ts";

export const ORDERS = ["prospect", "line", "status", "assignee", "deadline", "here"] as const;
export type OrderName = (typeof ORDERS)[number];

/** A column that the list is sorted by, with a minus the other way round. */
const SORTS = ORDERS.flatMap((name) => [name, `-${name}`] as const);
export type Sort = (typeof SORTS)[number];

/** The order in the address; null for the server's order. */
export const sortKind = oneOf(SORTS);

/** The order of the server: the soonest deadline first, of a search the newest prospect. */
export const serverSort = (isSearch: boolean): Sort | null => (isSearch ? null : "deadline");

export const sortedBy = (sort: Sort | null, name: OrderName) => sort === name || sort === `-${name}`;

/** The order after a press on the head of a column: another column begins ascending, the same one is turned. */
export const nextSort = (sort: Sort | null, name: OrderName): Sort => (sort === name ? `-${name}` : name);

/** First line of the notes that is not blank. */
export const noteLine = ({ notes }: Pick<Prospect, "notes">): string | null =>
  notes?.split("\n").find((line) => line.trim() !== "") ?? null;

/**
 * Sorts prospects by a column. Equal ones stay in their order; those without a value are last in both directions.
 * @param nameOf the name of a prospect's assignee, null for nobody
 */
export function sortProspects(
  items: readonly Prospect[],
  sort: Sort,
  nameOf: (prospect: Prospect) => string | null,
  language: Language,
): Prospect[] {
  const name = sort.replace("-", "") as OrderName;
  const turn = sort.startsWith("-") ? -1 : 1;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const values: Record<OrderName, (prospect: Prospect) => string | number | null> = {
    prospect: ({ displayName }) => displayName,
    line: (prospect) => noteLine(prospect)?.trim() ?? null,
    status: ({ status }) => (PROSPECT_STATUSES as readonly string[]).indexOf(status),
    assignee: nameOf,
    deadline: ({ deadline }) => deadline && Date.parse(deadline),
    // The fewest days in the stage first.
    here: ({ stageChangedAt }) => -Date.parse(stageChangedAt),
  };
  return items
    .map((prospect) => ({ prospect, value: values[name](prospect) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      if (typeof a.value === "number") return turn * (a.value - Number(b.value));
      return turn * compare(a.value, String(b.value));
    })
    .map(({ prospect }) => prospect);
}
