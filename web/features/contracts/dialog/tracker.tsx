import {
  type Contract,
  type ContractHistoryEntry,
  STEPS,
} from "../../../../worker/features/contracts/contracts.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { CheckIcon } from "../../../ui/icons.tsx";
import { reachedAt, stepOf } from "../contract-state.ts";

const FRAME =
  "border-b border-line bg-hull px-[22px] pt-2 pb-[18px] max-md:px-4 max-md:py-3 md:sticky md:short:static md:top-0 md:z-2";

/** Classes of the steps that are done, the current one, and those to come. */
const BARS = ["bg-ink-3", "bg-ice", "bg-rail"];
const NAMES = ["font-medium", "font-semibold", "font-medium text-ink-2"];
const CIRCLES = [
  "border-rail bg-rail text-ink",
  "border-ice text-ice shadow-[0_0_0_4px_var(--ice-dim)]",
  "border-line-strong text-ink-3",
];

export function Tracker({ contract, history }: { contract: Contract; history: ContractHistoryEntry[] }) {
  const t = useT();
  const format = useFormat();
  const isPhone = useMedia(PHONE);
  const { status, assignee } = contract;
  const current = stepOf(status);
  const dates = reachedAt(contract, history);
  const names = STEPS.map((step) => t(`contracts.step.${step}`));
  if (status === "draft") names[0] = t("contracts.status.draft");
  if (current < 0) {
    const entry = history.find(({ newValue }) => newValue === "cancelled");
    return (
      <p className={cx(FRAME, "text-ink-2")}>
        {entry
          ? t("contracts.cancelled_by", { date: format.date(entry.createdAt), name: entry.performedBy })
          : t("contracts.cancelled_text")}
      </p>
    );
  }
  const captionOf = (at: number): string => {
    const reached = dates[at];
    if (status === "draft" && at === 0) return t("contracts.not_posted");
    if (at > current || (at === current && status !== "closed"))
      return t(`contracts.caption.${STEPS[at] ?? "open"}`);
    if (!reached) return t("contracts.step_skipped");
    const date = format.shortDate(reached);
    return STEPS[at] === "accepted" && assignee ? `${date}, ${assignee.displayName}` : date;
  };
  const label = t("contracts.progress", { step: current + 1 });
  const mark = (
    <em className="font-display text-[10px] leading-none font-semibold tracking-[.08em] text-ice uppercase not-italic">
      {t("contracts.current")}
    </em>
  );
  if (isPhone)
    return (
      <div className={FRAME}>
        <div role="img" aria-label={label} className="grid grid-cols-6 gap-1">
          {STEPS.map((step, at) => (
            <span key={step} className={cx("meter h-1 rounded-full", BARS[Math.sign(at - current) + 1])} />
          ))}
        </div>
        <p className="mt-2.5 flex items-baseline gap-2 leading-[1.4]">
          <b className="text-md">{names[current]}</b>
          {mark}
        </p>
        <p className="text-[12px] text-ink-3">{captionOf(current)}</p>
      </div>
    );
  return (
    <ol aria-label={label} className={cx(FRAME, "grid grid-cols-6")}>
      {STEPS.map((step, at) => (
        <li
          key={step}
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
            <b className={cx("mr-[7px]", NAMES[Math.sign(at - current) + 1])}>{names[at]}</b>
            {at === current ? mark : null}
            {at < current ? <span className="sr-only">{t("contracts.step_done")}</span> : null}
          </span>
          <span className="block text-[12px] text-ink-3 [overflow-wrap:anywhere]">{captionOf(at)}</span>
        </li>
      ))}
    </ol>
  );
}
