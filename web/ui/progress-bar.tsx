import { cx } from "../lib/cx.ts";

/** How far something is, in percent. */
export function ProgressBar({
  label,
  percent,
  className,
}: {
  label: string;
  percent: number;
  className?: string;
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      className={cx("meter h-1 overflow-hidden rounded-full bg-rail", className)}
    >
      <div
        className="h-full rounded-full bg-ice [transition:width_120ms] motion-reduce:transition-none"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
