import type { ReactNode } from "react";
import { cx } from "../../lib/cx.ts";

const TONES = {
  held: "border-rail bg-rail text-ink",
  open: "border-line-strong text-ink-2",
  next: "border-ice text-ice shadow-[0_0_0_4px_var(--ice-dim)]",
  lost: "border-stop text-stop shadow-[0_0_0_4px_color-mix(in_oklch,var(--stop)_14%,transparent)]",
};

/** The round mark of a step: its number, or a check. */
export const Mark = ({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) => (
  <span
    aria-hidden="true"
    className={cx(
      "grid size-[26px] place-items-center rounded-full border-[1.5px] font-display text-[12px] leading-none font-semibold",
      TONES[tone],
    )}
  >
    {children}
  </span>
);
