import type { ComponentProps, ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { ArrowDownIcon } from "./icons.tsx";
import { Skeleton } from "./skeleton.tsx";

export type Column<Item> = {
  heading: ReactNode;
  headClass?: string;
  cell: (item: Item) => ReactNode;
  cellClass?: string;
  /** Makes the column an order of the list, newest first. */
  sort?: { isChosen: boolean; onChoose: () => void };
};

const ORDER =
  "-my-2 inline-flex items-center gap-1 rounded-s py-2 tracking-[inherit] uppercase hover:text-ink";
const ROW =
  "relative max-md:grid max-md:h-auto max-md:items-center max-md:gap-x-3 max-md:border-t max-md:border-line max-md:first:border-t-0 max-md:[&>td]:border-0 max-md:[&>td]:p-0";

/** Records in rows. On phones each row is a grid, in which class names position the cells. */
export function Table<Item extends { id: number }>(props: {
  label: string;
  items: readonly Item[];
  columns: Record<string, Column<Item>>;
  headClass?: string;
  rowOf: (item: Item) => ComponentProps<"tr"> & { [data: `data-${string}`]: unknown };
}) {
  const columns = Object.entries(props.columns);
  return (
    <table className="table max-md:block" aria-label={props.label}>
      <thead className={props.headClass}>
        <tr>
          {columns.map(([name, { heading, headClass, sort }]) => (
            <th
              key={name}
              scope="col"
              className={headClass}
              aria-sort={sort && (sort.isChosen ? "descending" : "none")}
            >
              {sort ? (
                <button
                  type="button"
                  className={cx(ORDER, sort.isChosen && "text-ink-2")}
                  onClick={sort.onChoose}
                >
                  {heading}
                  {sort.isChosen ? <ArrowDownIcon size={13} /> : null}
                </button>
              ) : (
                heading
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {props.items.map((item) => {
          const { className, ...row } = props.rowOf(item);
          return (
            <tr key={item.id} {...row} className={cx(ROW, className)}>
              {columns.map(([name, { cell, cellClass }]) => (
                <td key={name} className={cellClass}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Skeletons of rows, each with a picture and two lines. */
export function LoadingRows({ rows }: { rows: number }) {
  const look = "flex h-[60px] items-center gap-3 border-t border-line px-[18px] first:border-t-0";
  return Array.from({ length: rows }, (_, row) => row).map((row) => (
    <span key={row} className={look}>
      <Skeleton className="size-[30px] rounded-full" />
      <span className="flex-1 space-y-2">
        <Skeleton className="h-3.5 w-36" />
        <Skeleton className="h-3 w-44" />
      </span>
      <Skeleton className="h-3.5 w-20" />
    </span>
  ));
}
