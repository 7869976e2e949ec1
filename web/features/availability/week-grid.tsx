import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { CheckIcon } from "../../ui/icons.tsx";
import { between, hourText, type Layout, movedBy, painted, stepOf, weekday } from "./times.ts";

/** Shades of a cell; the text is light on the darker ones and dark on the lighter ones, for a contrast of 4.5:1. */
const STEPS = [
  "bg-[color-mix(in_oklab,var(--ink)_3%,var(--hull))] text-ink-2",
  "bg-[color-mix(in_oklab,var(--ink)_9%,var(--hull))] text-ink",
  "bg-[color-mix(in_oklab,var(--ink)_17%,var(--hull))] text-ink",
  "bg-[color-mix(in_oklab,var(--ink)_27%,var(--hull))] text-ink",
  "bg-[color-mix(in_oklab,var(--ink)_66%,var(--hull))] text-void",
  "bg-[color-mix(in_oklab,var(--ink)_80%,var(--hull))] text-void",
];
const RING = "shadow-[0_0_0_1.5px_var(--hull),0_0_0_3px_var(--ink)]";
const CELL =
  "relative flex h-8 w-full min-w-0 items-center justify-center rounded-s figure text-md max-md:h-9";

/** A week as a table, whose cells `cell` draws. */
function WeekTable(props: {
  layout: Layout;
  /** Heads of the days, Monday first. */
  days: readonly string[];
  label: string;
  /** For a table that is edited. */
  grid?: ComponentProps<"table">;
  cell: (hour: number) => ReactNode;
}) {
  const { layout, days, label, grid, cell } = props;
  const nameOf = (at: number, isDay: boolean) => (isDay ? (days[at] ?? "") : String(at).padStart(2, "0"));
  const head = "hint font-normal whitespace-nowrap";
  return (
    <table
      aria-label={label}
      className="w-full table-fixed border-separate border-spacing-1 [font-variant-numeric:tabular-nums] max-md:border-spacing-[3px]"
      {...grid}
    >
      <thead>
        <tr>
          <td className={layout.isTall ? "w-7" : "w-14"} />
          {layout.columns.map((at) => (
            <th key={at} scope="col" className={cx(head, "overflow-hidden pb-0.5 text-ellipsis")}>
              {nameOf(at, layout.isTall)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {layout.rows.map(({ head: at, hours }) => (
          <tr key={at}>
            <th scope="row" className={cx(head, "text-left")}>
              {nameOf(at, !layout.isTall)}
            </th>
            {hours.map(cell)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Shared = { layout: Layout; days: readonly string[] };

/** Shows how many people are available at each hour, the reader's own hours underlined and the best window ringed. */
export function CountGrid(
  props: Shared & { counts: readonly number[]; own: string; best: readonly number[] },
) {
  const t = useT();
  const { layout, days, counts, own, best } = props;
  const largest = Math.max(1, ...counts);
  return (
    <WeekTable
      {...{ layout, days, label: t("times.key_count") }}
      cell={(hour) => {
        const count = counts[hour] ?? 0;
        const step = stepOf(count, largest);
        return (
          <td key={hour} className="p-0">
            <span className={cx(CELL, STEPS[step], best.includes(hour) && RING)}>
              {count}
              {own[hour] === "1" ? (
                <span className="absolute inset-x-[16%] bottom-1 h-0.5 rounded-full bg-current">
                  <span className="sr-only">, {t("times.key_own")}</span>
                </span>
              ) : null}
            </span>
          </td>
        );
      }}
    />
  );
}

/** The hours of the usual week, marked by clicks, drags and keys. */
export function MarkGrid(props: Shared & { hours: string; onChange: (hours: string) => void }) {
  const t = useT();
  const { layout, days, hours, onChange } = props;
  const [focused, setFocused] = useState<number | null>(null);
  /** Where a drag began, what it does, and the hours before it. */
  const drag = useRef<{ from: number; isMarked: boolean; before: string } | null>(null);
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => table.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus(), []);
  const shown = layout.rows.flatMap((row) => row.hours);
  const current = focused !== null && shown.includes(focused) ? focused : shown[0];
  const isMarked = (hour: number) => hours[hour] === "1";

  const hourAt = ({ clientX, clientY }: PointerEvent) => {
    const cell = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-hour]");
    return cell && table.current?.contains(cell) ? Number(cell.dataset["hour"]) : null;
  };
  const begin = (event: PointerEvent) => {
    const from = hourAt(event);
    if (from === null || event.button !== 0) return;
    drag.current = { from, isMarked: !isMarked(from), before: hours };
    setFocused(from);
    onChange(painted(hours, [from], !isMarked(from)));
  };
  const go = (event: PointerEvent) => {
    const to = drag.current && hourAt(event);
    if (!drag.current || to === null) return;
    const { from, before } = drag.current;
    onChange(painted(before, between(layout, from, to), drag.current.isMarked));
  };
  const end = () => {
    drag.current = null;
  };
  /** A touch that turns out to scroll the page marks nothing. */
  const cancel = () => {
    if (drag.current) onChange(drag.current.before);
    end();
  };
  const press = (event: KeyboardEvent, hour: number) => {
    const to = movedBy(event.key, layout, hour);
    if (event.key === " " || event.key === "Enter") onChange(painted(hours, [hour], !isMarked(hour)));
    else if (to === null) return;
    else {
      if (event.shiftKey) onChange(painted(hours, [to], isMarked(hour)));
      setFocused(to);
      table.current?.querySelector<HTMLElement>(`[data-hour="${to}"]`)?.focus();
    }
    event.preventDefault();
  };
  return (
    <WeekTable
      {...{ layout, days, label: t("times.mark_grid") }}
      grid={{
        ref: table,
        role: "grid",
        "aria-multiselectable": true,
        onPointerDown: begin,
        onPointerMove: go,
        onPointerUp: end,
        onPointerLeave: end,
        onPointerCancel: cancel,
      }}
      cell={(hour) => (
        <td
          key={hour}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a table that is a grid
          role="gridcell"
          data-hour={hour}
          aria-label={t("times.hour", { day: weekday(Math.floor(hour / 24), "long"), hour: hourText(hour) })}
          aria-selected={isMarked(hour)}
          tabIndex={hour === current ? 0 : -1}
          className="cursor-pointer touch-pan-y rounded-s p-0 select-none"
          onKeyDown={(event) => press(event, hour)}
          onFocus={() => setFocused(hour)}
        >
          <span
            className={cx(
              CELL,
              "border",
              isMarked(hour) ? "border-ice bg-ice-dim text-ice" : "border-edge bg-deck hover:bg-rail",
            )}
          >
            {isMarked(hour) ? <CheckIcon size={14} /> : null}
          </span>
        </td>
      )}
    />
  );
}
