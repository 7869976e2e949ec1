import type {
  ImportReview,
  Listed,
  OpenName,
} from "../../../../worker/features/hangar/import/import.schema.ts";
import {
  type ImportChoices,
  type ImportPlan,
  planImport,
} from "../../../../worker/features/hangar/import/plan.schema.ts";
import type { Ship } from "../../../../worker/features/ships/ships.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useShips } from "../../ships/index.ts";

/** Whether an import would do anything. */
export const doesSomething = ({ input }: ImportPlan): boolean =>
  input.ships.length + input.removals.length + input.answers.length > 0;

const NOTHING: ImportPlan | null = null;

/** The plan that the choices make, and what it asks of the reader in a few words. */
export function useReviewTitle(review: ImportReview | null, choices: ImportChoices) {
  const t = useT();
  if (!review) return { title: t("imports.title"), plan: NOTHING };
  const plan = planImport(review, choices);
  if (plan.waiting.length > 0) return { title: t("imports.waiting", { count: plan.waiting.length }), plan };
  return { title: t(plan.fresh.length > 0 ? "imports.ready" : "imports.nothing_new"), plan };
}

/** "Row 7", "Rows 7, 8 and 9", "12 rows from row 7". */
export function useRowWords(): (listed: readonly Listed[]) => string {
  const t = useT();
  const format = useFormat();
  return (listed) => {
    const count = listed.reduce((sum, each) => sum + each.count, 0);
    const [first = 0] = listed.flatMap(({ rows }) => rows).toSorted((a, b) => a - b);
    return count === 1
      ? t("imports.row", { row: format.number(first) })
      : t("imports.rows", { count, row: format.number(first) });
  };
}

/** The ships of the catalogue by their ids. */
export function useShipsById(): { ships: Ship[]; shipOf: (id: number) => Ship | undefined } {
  const { data: ships = [] } = useShips();
  const byId = new Map(ships.map((ship) => [ship.id, ship]));
  return { ships, shipOf: (id) => byId.get(id) };
}

/** Whether the reader has been asked, or is to be: what others answered before is not asked again. */
export const isAsked = ({ key, remembered }: OpenName, { answers }: ImportChoices): boolean =>
  remembered === null || Object.hasOwn(answers, key);
