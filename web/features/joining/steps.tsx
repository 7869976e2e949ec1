import type { ReactNode } from "react";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { CheckIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";

type StepState = "done" | "now" | "next";

const CIRCLES = {
  done: "border-rail bg-rail text-ink",
  now: "border-ice text-ice shadow-[0_0_0_4px_var(--ice-dim)]",
  next: "border-line-strong text-ink-3",
};

/** Steps below each other, each with a line of how far it is; those with an address lead there. */
export function Steps(props: {
  label: string;
  steps: readonly {
    key: string;
    name: ReactNode;
    caption: ReactNode;
    state: StepState;
    isDone: boolean;
    to?: string;
  }[];
  className?: string;
}) {
  const t = useT();
  return (
    <ol aria-label={props.label} className={cx("grid", props.className)}>
      {props.steps.map(({ key, name, caption, state, isDone, to }, at) => {
        const content = (
          <>
            <span
              aria-hidden="true"
              className={cx(
                "mt-0.5 grid size-6 place-items-center rounded-full border-[1.5px] font-display text-[12px] leading-none font-semibold",
                CIRCLES[isDone && state !== "now" ? "done" : state],
              )}
            >
              {isDone && state !== "now" ? <CheckIcon size={13} /> : at + 1}
            </span>
            <span className="min-w-0 leading-[1.45] [overflow-wrap:anywhere]">
              <span className={cx("block font-book", state === "next" && !isDone && "text-ink-2")}>
                {name}
              </span>
              <span className="block hint empty:hidden">{caption}</span>
              {isDone && !to ? <span className="sr-only">{t("tracker.done")}</span> : null}
            </span>
          </>
        );
        const row = "grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 rounded-s";
        const current = state === "now" ? ({ "aria-current": "step" } as const) : {};
        return (
          <li
            key={key}
            {...(to ? {} : current)}
            className="relative pb-3 not-last:before:absolute not-last:before:top-[31px] not-last:before:bottom-[3px] not-last:before:left-[11px] not-last:before:w-0.5 not-last:before:rounded-full not-last:before:bg-line"
          >
            {to ? (
              <Link to={to} {...current} className={cx(row, "hover:[&_.font-book]:underline")}>
                {content}
              </Link>
            ) : (
              <span className={row}>{content}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
