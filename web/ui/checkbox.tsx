import type { ComponentProps, ReactNode } from "react";
import { cx } from "../lib/cx.ts";

type Props = Omit<ComponentProps<"input">, "type" | "ref" | "size"> & {
  label: ReactNode;
  hideLabel?: boolean;
  indeterminate?: boolean;
};

/** A checkbox with its label; the pointer may hit either. */
export function Checkbox({ label, hideLabel, indeterminate = false, className, ...rest }: Props) {
  const mark = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = indeterminate;
  };
  return (
    <label
      className={cx("target inline-flex min-h-6 min-w-6 cursor-pointer items-center gap-2.5", className)}
    >
      <input ref={mark} type="checkbox" {...rest} className="size-4 flex-none cursor-pointer accent-ice" />
      <span className={hideLabel ? "sr-only" : undefined}>{label}</span>
    </label>
  );
}
