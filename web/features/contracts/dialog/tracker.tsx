import {
  type Contract,
  type ContractHistoryEntry,
  STEPS,
} from "../../../../worker/features/contracts/contracts.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Tracker as Steps } from "../../../ui/tracker.tsx";
import { useContractState } from "../contract-parts.tsx";
import { reachedAt, stepOf } from "../contract-state.ts";

const FRAME =
  "border-b border-line bg-hull pad-wide pt-2 pb-[18px] max-md:py-3 md:sticky md:short:static md:top-0 md:z-2";

/** The steps of a contract; until its history has arrived, nothing is said of when each was reached. */
export function Tracker(props: { contract: Contract; history: ContractHistoryEntry[] | undefined }) {
  const t = useT();
  const format = useFormat();
  const { contract, history = [] } = props;
  const { status, assignee } = contract;
  const current = stepOf(status);
  const isLate = useContractState(contract) === "late";
  const dates = reachedAt(contract, history);
  const names = STEPS.map((step) => t(`contracts.step.${step}`));
  if (status === "draft") names[0] = t("contracts.status.draft");
  if (current < 0) {
    const entry = history.find(({ newValue }) => newValue === "cancelled");
    return (
      <p className={cx(FRAME, "text-ink-2")}>
        {entry
          ? t("contracts.cancelled_by", { date: format.date(entry.createdAt), name: entry.performedBy })
          : props.history
            ? t("contracts.cancelled_text")
            : "\u00a0"}
      </p>
    );
  }
  const captionOf = (at: number): string => {
    const reached = dates[at];
    if (status === "draft" && at === 0) return t("contracts.not_posted");
    if (isLate && at === 0) return t("contracts.caption.late");
    if (at > current || (at === current && status !== "closed"))
      return t(`contracts.caption.${STEPS[at] ?? "open"}`);
    if (!reached) return props.history ? t("contracts.step_skipped") : "\u00a0";
    const date = format.shortDate(reached);
    return STEPS[at] === "accepted" && assignee ? `${date}, ${assignee.displayName}` : date;
  };
  return (
    <Steps
      steps={names.map((name, at) => ({ name, caption: captionOf(at) }))}
      current={current}
      className={FRAME}
    />
  );
}
