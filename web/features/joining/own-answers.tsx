import { useState } from "react";
import type { OwnAdmission } from "../../../worker/features/joining/joining.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { withUnit } from "../../lib/units.ts";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { Panel } from "../../ui/panel.tsx";
import { AnswerList } from "../forms/index.ts";
import { CorrectDialog } from "./correct-dialog.tsx";
import { application } from "./joining.api.ts";

type Props = { own: OwnAdmission; admission: NonNullable<OwnAdmission["admission"]> };

/** Answers that are shown before all of them are asked for. */
const FEW = 5;

/** What the applicant answered, which they may correct or take back while it is open. */
export function OwnAnswers({ own, admission }: Props) {
  const t = useT();
  const [isWhole, setIsWhole] = useState(false);
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { form, can } = own;
  const { answers, corrections, version } = admission;
  if (!form || Object.keys(answers).length === 0) return null;
  return (
    <Panel
      title={t("joining.answers")}
      actions={
        can.correct ? (
          <button
            type="button"
            className="link target text-md font-medium"
            aria-haspopup="dialog"
            onClick={() => setIsCorrecting(true)}
          >
            {t("joining.correct")}
          </button>
        ) : null
      }
    >
      <AnswerList
        content={form.content}
        answers={answers}
        corrections={corrections}
        {...(isWhole ? {} : { most: FEW })}
        className="pad py-1"
      />
      {isWhole ? null : (
        <div className="border-t border-line pad py-1.5">
          <button
            type="button"
            className="link target min-h-7 text-md font-medium"
            onClick={() => setIsWhole(true)}
          >
            {t("joining.all_answers")}
          </button>
        </div>
      )}
      {can.withdraw ? (
        <div className="flex justify-end border-t border-line pad py-3 max-md:[&>.btn]:w-full">
          <ConfirmButton
            size="s"
            variant="danger"
            label={t("joining.withdraw")}
            title={t("joining.withdraw_ask")}
            description={t("joining.withdraw_text", { days: withUnit(own.purgeDays, "day") })}
            danger
            onConfirm={() => application.withdraw(version)}
            done={{ title: t("joining.withdrawn") }}
          />
        </div>
      ) : null}
      {isCorrecting ? (
        <CorrectDialog own={own} form={form} admission={admission} onClose={() => setIsCorrecting(false)} />
      ) : null}
    </Panel>
  );
}
