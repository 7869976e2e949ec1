import { cx } from "../lib/cx.ts";

/** How far something is, in percent. */
export const ProgressBar = (props: { label: string; percent: number; className?: string }) => (
  <div
    role="progressbar"
    aria-label={props.label}
    aria-valuenow={props.percent}
    className={cx("meter", props.className)}
  >
    <div
      className="bg-ice [transition:width_120ms] motion-reduce:transition-none"
      style={{ width: `${props.percent}%` }}
    />
  </div>
);
