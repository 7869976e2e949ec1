import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import type { Tone } from "../lib/format.ts";

/** Text colour of each status group, spelled out so that the style sheet has them. */
export const TONE_TEXT = {
  go: "text-go",
  wait: "text-wait",
  stop: "text-stop",
  new: "text-new",
  idle: "text-idle",
} as const satisfies Record<Tone, string>;

/** A status in its colour, always with its name. */
export function Badge(props: { tone: Tone; children: ReactNode; dot?: boolean; size?: "s" | "m" }) {
  const { tone, children, dot = true, size = "m" } = props;
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 rounded-full bg-current/13 px-2 whitespace-nowrap",
        size === "s"
          ? "h-[19px] [font:550_11px/1_var(--font-sans)]"
          : "h-[22px] [font:550_12px/1_var(--font-sans)]",
        TONE_TEXT[tone],
      )}
    >
      {dot ? <span className="dot size-1.5" aria-hidden="true" /> : null}
      {children}
    </span>
  );
}

/** A coloured dot; its meaning is a text beside it, or `label` for assistive technology. */
export function Dot({ tone, label, className }: { tone: Tone; label?: string; className?: string }) {
  return (
    <span className={cx("dot", TONE_TEXT[tone], className)}>
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
