import { cx } from "../lib/cx.ts";

/** The place of something that is loading; it appears only when that takes longer than 200 ms. Size by class. */
export function Skeleton({ className }: { className?: string }) {
  const look =
    "block animate-[appear_160ms_200ms_both,breathe_1.6s_360ms_ease-in-out_infinite] rounded-s bg-rail";
  return <span aria-hidden="true" className={cx(look, className)} />;
}

/** Several lines of text that are loading. */
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
