import {
  WITHDRAW_OUTCOMES,
  type WithdrawOutcome,
} from "../../../../worker/features/prospects/pipeline.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { SegmentedRadio } from "../../../ui/segmented.tsx";

/** Chooses how a prospect left the pipeline. */
export function OutcomeChoice(props: { value: WithdrawOutcome; onChange: (value: WithdrawOutcome) => void }) {
  const t = useT();
  return (
    <div>
      <p className="mb-[5px] text-md text-ink-2">{t("prospect.outcome.label")}</p>
      <SegmentedRadio
        label={t("prospect.outcome.label")}
        {...props}
        options={WITHDRAW_OUTCOMES.map((value) => ({ value, label: t(`prospect.outcome.${value}`) }))}
      />
    </div>
  );
}
