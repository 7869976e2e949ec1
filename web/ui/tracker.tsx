import { cx } from "../lib/cx.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { PHONE, useMedia } from "../lib/use-media.ts";
import { CheckIcon } from "./icons.tsx";

/** Classes of the steps that are done, the current one, and those to come. */
const BARS = ["bg-ink-3", "bg-ice", "bg-rail"];
const NAMES = ["font-medium", "font-semibold", "font-medium text-ink-2"];
const CIRCLES = [
  "border-rail bg-rail text-ink",
  "border-ice text-ice shadow-[0_0_0_4px_var(--ice-dim)]",
  "border-line-strong text-ink-3",
];

/** How far something has come: its steps, of which `current` is under way. On phones one bar and the current step in words. */
export function Tracker(props: {
  steps: readonly { name: string; caption: string }[];
  current: number;
  className?: string;
}) {
  const t = useT();
  const isPhone = useMedia(PHONE);
  const { steps, current, className } = props;
  const label = t("tracker.progress", { step: current + 1, of: steps.length });
  const columns = { gridTemplateColumns: `repeat(${steps.length}, minmax(0, 1fr))` };
  const mark = (
    <em className="font-display text-[10px] leading-none font-semibold tracking-[.08em] text-ice uppercase not-italic">
      {t("tracker.current")}
    </em>
  );
  if (isPhone)
    return (
      <div className={className}>
        <div role="img" aria-label={label} className="grid gap-1" style={columns}>
          {steps.map(({ name }, at) => (
            <span key={name} className={cx("meter", BARS[Math.sign(at - current) + 1])} />
          ))}
        </div>
        <p className="mt-2.5 flex items-baseline gap-2 leading-[1.4]">
          <b className="text-md">{steps[current]?.name}</b>
          {mark}
        </p>
        <p className="text-[12px] text-ink-3">{steps[current]?.caption}</p>
      </div>
    );
  return (
    <ol aria-label={label} className={cx("grid", className)} style={columns}>
      {steps.map(({ name, caption }, at) => (
        <li
          key={name}
          aria-current={at === current ? "step" : undefined}
          className={cx(
            "relative min-w-0 pr-2.5 not-last:before:absolute not-last:before:top-[11px] not-last:before:right-1.5 not-last:before:left-[30px] not-last:before:h-0.5 not-last:before:rounded-full",
            at < current ? "before:bg-ink-3" : "before:bg-line",
          )}
        >
          <span
            aria-hidden="true"
            className={cx(
              "mb-[9px] grid size-6 place-items-center rounded-full border-[1.5px] font-display text-[12px] leading-none font-semibold",
              CIRCLES[Math.sign(at - current) + 1],
            )}
          >
            {at < current ? <CheckIcon size={13} /> : at + 1}
          </span>
          <span className="block text-md leading-[1.4]">
            <b className={cx("mr-[7px] inline-block", NAMES[Math.sign(at - current) + 1])}>{name}</b>
            {at === current ? mark : null}
            {at < current ? <span className="sr-only">{t("tracker.done")}</span> : null}
          </span>
          <span className="block text-[12px] text-ink-3 [overflow-wrap:anywhere]">{caption}</span>
        </li>
      ))}
    </ol>
  );
}
