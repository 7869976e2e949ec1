import type { Listed } from "../../../worker/features/imports/imports.schema.ts";
import type { Ship } from "../../../worker/features/ships/ships.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useShips } from "../ships/index.ts";

/** "Row 7", "Rows 7, 8 and 9", "12 rows from row 7". */
export function useRowWords(): (listed: readonly Listed[]) => string {
  const t = useT();
  const format = useFormat();
  return (listed) => {
    const count = listed.reduce((sum, each) => sum + each.rowCount, 0);
    const [first = 0] = listed.flatMap(({ rows }) => rows).toSorted((a, b) => a - b);
    return t(count === 1 ? "imports.row" : "imports.rows", { count, row: format.number(first) });
  };
}

export function useShipsById(): { ships: Ship[]; shipOf: (id: number) => Ship | undefined } {
  const { data: ships = [] } = useShips();
  const byId = new Map(ships.map((ship) => [ship.id, ship]));
  return { ships, shipOf: (id) => byId.get(id) };
}
