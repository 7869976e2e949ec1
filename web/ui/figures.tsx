import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { Skeleton } from "./skeleton.tsx";

const CELL = "min-w-0 border-line px-[18px] pt-[15px] pb-3.5 max-md:px-3.5 max-md:py-2.5";
const GRID =
  "grid grid-cols-4 *:border-l *:first:border-l-0 max-md:grid-cols-2 max-md:*:odd:border-l-0 max-md:*:nth-[n+3]:border-t";

/** Four large figures in a row; fill it with Figures. */
export const Figures = (props: { label?: string; className?: string; children: ReactNode }) => (
  <dl {...(props.label ? { "aria-label": props.label } : {})} className={cx(GRID, props.className)}>
    {props.children}
  </dl>
);

/** A large figure with its unit and a hint, which phones show only with `isHintKept`. */
export function Figure(props: {
  label: string;
  value: string;
  unit?: ReactNode;
  hint?: ReactNode;
  isHintKept?: boolean;
}) {
  const { label, value, unit, hint, isHintKept = false } = props;
  return (
    <div className={CELL}>
      <dt className="label">{label}</dt>
      <dd>
        <span className="figure mt-1 block text-2xl leading-[1.1] max-md:my-0.5 max-md:text-[26px]">
          {value}
          {unit ? (
            <span className="ml-1.5 font-sans text-base font-medium tracking-normal text-ink-2">{unit}</span>
          ) : null}
        </span>
        {hint ? (
          <span className={cx("mt-1.5 block hint", !isHintKept && "max-md:hidden")}>{hint}</span>
        ) : null}
      </dd>
    </div>
  );
}

export const LoadingFigures = ({ className }: { className?: string }) => (
  <div className={cx(GRID, className)}>
    {[0, 1, 2, 3].map((at) => (
      <div key={at} className={CELL}>
        <Skeleton className="h-3 w-16" />
        <Skeleton className="mt-2.5 h-8 w-12" />
        <Skeleton className="mt-3 h-3 w-24 max-md:hidden" />
      </div>
    ))}
  </div>
);
