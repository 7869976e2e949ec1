import { type KeyboardEvent, type ReactNode, useId } from "react";
import { cx } from "../lib/cx.ts";

type Segment<Value extends string> = { value: Value; label: ReactNode; count?: number | string | undefined };

export type SegmentedProps<Value extends string> = {
  label: string;
  options: readonly Segment<Value>[];
  value: Value;
  fill?: boolean;
  className?: string;
};

export const segmentsClass = ({ fill, className }: { fill?: boolean; className?: string }): string =>
  cx(
    "seg max-w-full gap-0.5 overflow-x-auto rounded-m border border-line bg-hull p-[3px] [scrollbar-width:none]",
    fill ? "seg-fill" : "inline-flex *:flex-none",
    className,
  );

/** Class names of one segment, marked as the current link, the selected tab or with a checked radio. */
export const SEGMENT =
  "flex min-h-7 items-center justify-center gap-2 rounded-[7px] px-3 py-1 text-md font-book whitespace-nowrap text-ink-2 [transition:background-color_120ms,color_120ms] hover:text-ink focus-visible:-outline-offset-2 has-checked:bg-rail has-checked:text-ink aria-[current]:bg-rail aria-[current]:text-ink aria-selected:bg-rail aria-selected:text-ink";

export function SegmentContent({ segment }: { segment: Segment<string> }) {
  return (
    <>
      {segment.label}
      {segment.count === undefined ? null : (
        <span className="figure text-[12px] font-medium text-ink-3">{segment.count}</span>
      )}
    </>
  );
}

/** Ids that tie a tab to its panel: spread `tabPanel(id, value)` on the panel. */
export const tabPanel = (id: string, value: string) =>
  ({ id: `${id}-panel`, role: "tabpanel", "aria-labelledby": `${id}-${value}` }) as const;

/** Tabs within a page that are not in the address. Arrow keys, Home and End move between them. */
export function SegmentedTabs<Value extends string>(
  props: SegmentedProps<Value> & { id: string; onChange: (value: Value) => void },
) {
  const { id, label, options, value, onChange } = props;
  const move = (event: KeyboardEvent) => {
    const at = options.findIndex((option) => option.value === value);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const to = { Home: 0, End: -1 }[event.key] ?? (step && at + step);
    const option = to === undefined ? undefined : options.at(to % options.length);
    if (!option) return;
    event.preventDefault();
    onChange(option.value);
    document.getElementById(`${id}-${option.value}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={segmentsClass(props)} onKeyDown={move}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          id={`${id}-${option.value}`}
          aria-selected={option.value === value}
          aria-controls={`${id}-panel`}
          tabIndex={option.value === value ? 0 : -1}
          className={SEGMENT}
          onClick={() => onChange(option.value)}
        >
          <SegmentContent segment={option} />
        </button>
      ))}
    </div>
  );
}

export function SegmentedRadio<Value extends string>(
  props: SegmentedProps<Value> & { onChange: (value: Value) => void; disabled?: boolean },
) {
  const { label, options, value, onChange, disabled = false } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={segmentsClass(props)}>
      {options.map((option) => (
        <label key={option.value} className={cx(SEGMENT, "relative cursor-pointer")}>
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-[inherit] appearance-none rounded-[7px] focus-visible:-outline-offset-2"
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          <SegmentContent segment={option} />
        </label>
      ))}
    </div>
  );
}
