import { useState } from "react";
import { checkAnswers } from "../../../worker/features/forms/forms.schema.ts";
import type { OwnAdmission } from "../../../worker/features/joining/joining.schema.ts";
import { useAction } from "../../lib/action.ts";
import { errorText } from "../../lib/api.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { staleRecord } from "../../lib/records.ts";
import { Button } from "../../ui/button.tsx";
import { DiscardDialog } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormSection, focusQuestion, refusedOf, stopsOf } from "../forms/index.ts";
import { type Typed, withTyped } from "./answer-draft.ts";
import { application } from "./joining.api.ts";

type Admission = NonNullable<OwnAdmission["admission"]>;

/** Corrects the answers of a sent application; what another device corrected meanwhile stays. */
export function CorrectDialog(props: {
  own: OwnAdmission;
  form: NonNullable<OwnAdmission["form"]>;
  admission: Admission;
  onClose: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const { own, admission, onClose } = props;
  const { content } = props.form;
  const [typed, setTyped] = useState<Typed>({});
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [error, setError] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const answers = withTyped(admission.answers, typed);
  const isTyped = Object.keys(typed).length > 0;
  const issues = checkAnswers(content, answers, { complete: isAsked });

  async function correct(base: Pick<Admission, "answers" | "version">): Promise<void> {
    try {
      await application.correct({ answers: withTyped(base.answers, typed), version: base.version });
    } catch (failure) {
      const current = staleRecord<Admission>(failure);
      if (current?.status !== "sent" || current.version <= base.version) throw failure;
      await correct(current);
    }
  }
  const save = useAction(
    async () => {
      setError(null);
      setIsAsked(true);
      const [wrong] = Object.keys(checkAnswers(content, answers, { complete: true }));
      if (wrong) return void setTimeout(focusQuestion, 0, wrong);
      await correct(admission);
      onClose();
    },
    {
      failed: (failure) => {
        setRefused(refusedOf(failure));
        setError(errorText(failure));
      },
    },
  );
  const leave = () => {
    if (save.pending) return;
    if (isTyped) setIsLeaving(true);
    else onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={leave}
      width={720}
      title={t("joining.correct_title")}
      description={t("joining.correct_text")}
      footer={
        <>
          {error ? (
            <p role="alert" className="mr-auto min-w-0 text-stop">
              {error}
            </p>
          ) : null}
          <Button onClick={leave}>{t("action.cancel")}</Button>
          <Button variant="primary" pending={save.pending} onClick={() => void save.run()}>
            {t("action.save")}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {stopsOf(content, answers).map(({ section }) => (
          <FormSection
            key={section.id}
            content={content}
            section={section}
            answers={answers}
            onChange={(id, value) => {
              setTyped({ ...typed, [id]: value ?? null });
              setRefused({});
            }}
            language={language}
            errors={{ ...issues, ...refused }}
            heading="h3"
            verifiedHandle={own.verifiedHandle}
          />
        ))}
      </div>
      <DiscardDialog open={isLeaving} onOpenChange={setIsLeaving} onDiscard={onClose} />
    </Dialog>
  );
}
