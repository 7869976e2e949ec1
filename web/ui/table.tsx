import { type ComponentProps, Fragment, type ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { ArrowDownIcon, ArrowUpIcon } from "./icons.tsx";
import { Skeleton } from "./skeleton.tsx";
import type { VirtualRows } from "./virtual-rows.ts";

export type Column<Item> = {
  heading: ReactNode;
  headClass?: string;
  cell: (item: Item) => ReactNode;
  cellClass?: string;
  /** Makes the column an order of the list, newest first unless it `isAscending`. */
  sort?: { isChosen: boolean; isAscending?: boolean; onChoose: () => void };
};

const ORDER =
  "-my-2 inline-flex items-center gap-1 rounded-s py-2 tracking-[inherit] uppercase hover:text-ink";
/** A head that stays below the bar of the page while the rows scroll. */
const STICKY =
  "md:[&_th]:sticky md:[&_th]:top-14 md:[&_th]:z-3 md:[&_th]:bg-hull md:[&_th]:shadow-[inset_0_-1px_0_var(--line)]";
const ROW =
  "relative max-md:grid max-md:h-auto max-md:items-center max-md:gap-x-3 max-md:border-t max-md:border-line max-md:first:border-t-0 max-md:[&>td]:border-0 max-md:[&>td]:p-0";

/**
 * Records in rows. On phones each row is a grid, in which class names position the cells. Of a long table give `rows`, so
 * that only those near the screen are rendered, and the number of all records; its head stays on screen.
 */
export function Table<Item extends { id: number }>(props: {
  label: string;
  items: readonly Item[];
  columns: Record<string, Column<Item>>;
  headClass?: string;
  /** Made by `useVirtualRows` for these items; `total` is -1 where it is not known. */
  virtual?: { rows: VirtualRows; total: number };
  rowOf: (item: Item) => ComponentProps<"tr"> & { [data: `data-${string}`]: unknown };
}) {
  const columns = Object.entries(props.columns);
  const { items, virtual } = props;
  const seen = virtual?.rows.seen ?? items.map((_, index) => ({ index, gap: 0 }));
  const count = virtual && (virtual.total < 0 ? -1 : virtual.total + 1);
  return (
    <table className="table max-md:block" aria-label={props.label} aria-rowcount={count}>
      <thead className={cx(virtual && STICKY, props.headClass)}>
        <tr aria-rowindex={virtual && 1}>
          {columns.map(([name, { heading, headClass, sort }]) => (
            <th key={name} scope="col" className={headClass} aria-sort={sort && orderOf(sort)}>
              {sort ? <OrderButton {...sort}>{heading}</OrderButton> : heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...virtual?.rows.body} className="max-md:block">
        {seen.map(({ index, gap }) => {
          const item = items[index];
          if (!item) return null;
          const { className, ...row } = props.rowOf(item);
          return (
            <Fragment key={item.id}>
              <Space height={gap} />
              <tr {...row} {...virtual?.rows.rowAt(index)} className={cx(ROW, className)}>
                {columns.map(([name, { cell, cellClass }]) => (
                  <td key={name} className={cellClass}>
                    {cell(item)}
                  </td>
                ))}
              </tr>
            </Fragment>
          );
        })}
        <Space height={virtual?.rows.after ?? 0} />
      </tbody>
    </table>
  );
}

type Sort = NonNullable<Column<unknown>["sort"]>;

const orderOf = ({ isChosen, isAscending }: Sort) =>
  isChosen ? (isAscending ? "ascending" : "descending") : "none";

function OrderButton({ children, onChoose, ...sort }: Sort & { children: ReactNode }) {
  const Arrow = sort.isAscending ? ArrowUpIcon : ArrowDownIcon;
  return (
    <button type="button" className={cx(ORDER, sort.isChosen && "text-ink-2")} onClick={onChoose}>
      {children}
      {sort.isChosen ? <Arrow size={13} /> : null}
    </button>
  );
}

/** The height of rows that are not rendered. */
export function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="max-md:block" style={{ height }}>
      <td colSpan={99} className="border-0! p-0!" />
    </tr>
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
