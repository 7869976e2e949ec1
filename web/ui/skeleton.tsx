import { cx } from "../lib/cx.ts";

/** A placeholder of loading content, visible after 200 ms; its class sets the size. */
export function Skeleton({ className }: { className?: string }) {
  const look =
    "block animate-[appear_160ms_200ms_both,breathe_1.6s_360ms_ease-in-out_infinite] rounded-s bg-rail";
  return <span aria-hidden="true" className={cx(look, className)} />;
}

export function SkeletonLines({ lines, className }: { lines: number; className?: string }) {
  const widths = ["w-full", "w-11/12", "w-4/5", "w-2/3"];
  return (
    <span aria-hidden="true" className={cx("block space-y-2.5", className)}>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <Skeleton key={line} className={cx("h-3.5", widths[line % widths.length])} />
      ))}
    </span>
  );
}
