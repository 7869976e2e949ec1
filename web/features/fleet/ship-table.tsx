import {
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { Fragment, type ReactNode, useMemo, useState } from "react";
import { cx } from "../../lib/cx.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useMedia } from "../../lib/use-media.ts";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/icons.tsx";
import { Space } from "../../ui/table.tsx";
import { useVirtualRows } from "../../ui/virtual-rows.ts";
import { COLUMNS, type ColumnName, type FleetAddress } from "./address.ts";
import { type Fleet, type Row, sortValue } from "./fleet.ts";
import { OwnerList, OwnersCell, ReadyCell, ShipCell } from "./row-parts.tsx";

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

const byValue =
  (compare: (one: string, other: string) => number): SortFn<typeof features, Row> =>
  (a, b, column) => {
    const [one, other] = [a.getValue(column), b.getValue(column)];
    return typeof one === "number" ? one - Number(other) : compare(String(one), String(other));
  };

const ROW_HEIGHT = 59;

/** Class names of each column's cells; on phones the row is a grid with the owners below. */
const CELLS: Record<ColumnName, string> = {
  ship: "w-[30%] max-w-0 max-md:w-auto max-md:max-w-none",
  roles: "[overflow-wrap:normal] max-md:hidden",
  // Its filter stays where the table is too narrow for all columns.
  size: "whitespace-nowrap @max-[960px]:hidden",
  scu: "text-right whitespace-nowrap max-md:hidden",
  crew: "text-right whitespace-nowrap max-md:hidden",
  owned: "text-right whitespace-nowrap",
  owners: "w-[24%] max-w-0 max-md:row-start-2 max-md:w-auto max-md:max-w-none max-md:min-w-0",
  ready: "text-right md:whitespace-nowrap max-md:row-start-2 max-md:text-sm",
};
/** On phones a single ship says no number, so that its facts have the room. */
const SINGLE: Partial<Record<ColumnName, string>> = { ship: "max-md:col-span-2", owned: "max-md:hidden" };
const isNumber = (name: ColumnName) => CELLS[name].includes("text-right");

/** A rendered row: ships, or the owners below them. */
type Item = { row: Row; isOpen: boolean; isDetail: boolean };

export function ShipTable(props: {
  rows: readonly Row[];
  fleet: Fleet;
  view: FleetAddress["view"];
  sort: FleetAddress["sort"];
  onSort: (sort: FleetAddress["sort"]) => void;
}) {
  const t = useT();
  const format = useFormat();
  const { rows, fleet, view, sort, onSort } = props;
  const isPrinted = useMedia("print");
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const language = useLanguage();
  const columns = useMemo(() => {
    const sortFn = byValue(new Intl.Collator(language, { numeric: true }).compare);
    return COLUMNS.map((id) => ({ id, accessorFn: (row: Row) => sortValue(row, id, view), sortFn }));
  }, [view, language]);
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row) => row.id,
    enableSortingRemoval: false,
    state: { sorting: [{ id: sort.replace("-", ""), desc: sort.startsWith("-") }] },
    onSortingChange: (updater) => {
      const [next] = functionalUpdate(updater, table.state.sorting);
      if (next) onSort(`${next.desc ? "-" : ""}${next.id as ColumnName}`);
    },
  });
  const items = table.getRowModel().rows.flatMap(({ original: row }): Item[] => {
    const isOpen = opened.has(row.id) && !isPrinted;
    return [{ row, isOpen, isDetail: false }, ...(isOpen ? [{ row, isOpen, isDetail: true }] : [])];
  });
  const rowsShown = useVirtualRows({
    count: items.length,
    height: ROW_HEIGHT,
    keyOf: (at) => `${items[at]?.row.id}${items[at]?.isDetail ? " owners" : ""}`,
  });
  const toggle = (id: string) => () => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  };
  const contentsOf = (row: Row): Record<ColumnName, ReactNode> => ({
    ship: <ShipCell row={row} />,
    roles: row.ship.roles.map((role) => t(`ships.role.${role}`)).join(", ") || "–",
    size: row.ship.size ? t(`ships.size.${row.ship.size}`) : "–",
    scu: <span className="figure">{row.ship.scu > 0 ? format.number(row.ship.scu) : "–"}</span>,
    crew: <span className="figure">{row.ship.crew ?? "–"}</span>,
    owned: (
      <>
        <span className="figure">{format.number(row.owned)}</span>
        <span className="hint md:hidden"> {t("fleet.owned_word")}</span>
      </>
    ),
    owners: (
      <OwnersCell row={row} isOpen={opened.has(row.id)} isPrinted={isPrinted} onToggle={toggle(row.id)} />
    ),
    ready: <ReadyCell row={row} fleet={fleet} />,
  });
  return (
    <table className="table max-md:block" aria-label={t("fleet.table")} aria-rowcount={items.length + 1}>
      <thead className="max-md:hidden">
        <tr aria-rowindex={1}>
          {table.getHeaderGroups()[0]?.headers.map(({ id, column }) => {
            const name = id as ColumnName;
            const sorted = column.getIsSorted();
            const Arrow = sorted === "asc" ? ArrowUpIcon : ArrowDownIcon;
            return (
              <th
                key={id}
                scope="col"
                className={cx(
                  "px-3! first:pl-[18px]! last:pr-[18px]! @max-[960px]:not-first:pl-1!",
                  isNumber(name) && "text-right!",
                  name === "size" && "@max-[960px]:hidden",
                )}
                aria-sort={sorted ? (sorted === "asc" ? "ascending" : "descending") : "none"}
              >
                <button
                  type="button"
                  className={cx(
                    "-my-2 inline-flex items-center gap-1 rounded-s py-2 tracking-[inherit] whitespace-nowrap uppercase hover:text-ink",
                    sorted && "text-ink-2",
                  )}
                  onClick={column.getToggleSortingHandler()}
                >
                  {t(name === "owners" && view === "ships" ? "fleet.column.owner" : `fleet.column.${name}`)}
                  {sorted ? <Arrow size={13} /> : null}
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody {...rowsShown.body} className="max-md:block">
        {rowsShown.seen.map(({ index, gap }) => {
          const item = items[index];
          if (!item) return null;
          const { row, isOpen, isDetail } = item;
          const place = rowsShown.rowAt(index);
          if (isDetail) {
            return (
              <Fragment key={`${row.id} owners`}>
                <Space height={gap} />
                <tr {...place} className="max-md:block">
                  <td colSpan={COLUMNS.length} className="border-t-0! pt-0! max-md:block max-md:px-4!">
                    <OwnerList holdings={row.holdings} />
                  </td>
                </tr>
              </Fragment>
            );
          }
          const contents = contentsOf(row);
          return (
            <Fragment key={row.id}>
              <Space height={gap} />
              <tr
                {...place}
                className={cx(
                  "h-[58px] break-inside-avoid text-md max-md:grid max-md:h-auto max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1.5 max-md:border-t max-md:border-line max-md:px-4 max-md:py-2.5 max-md:[&>td]:border-0 max-md:[&>td]:p-0",
                  isOpen ? "max-md:pb-1" : "hover:bg-deck/70",
                )}
              >
                {COLUMNS.map((name) => (
                  <td
                    key={name}
                    className={cx(
                      "md:px-3! md:py-2! md:first:pl-[18px]! md:last:pr-[18px]! md:@max-[960px]:not-first:pl-1!",
                      CELLS[name],
                      row.owned === 1 && SINGLE[name],
                    )}
                  >
                    {contents[name]}
                  </td>
                ))}
              </tr>
            </Fragment>
          );
        })}
        <Space height={rowsShown.after} />
      </tbody>
    </table>
  );
}
