import { type Prospect, statusInput } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useEditDialog } from "../fields/prospect-conflict.tsx";
import { missingAnswer, NO_ANSWERS, StepFields, type StepForm } from "../fields/step-fields.tsx";
import type { Move } from "./moves.ts";
import { statusEdit, useStepTexts } from "./status-edit.ts";

export type MoveDialogProps = {
  prospect: Prospect;
  move: Move;
  onClose: () => void;
  returnFocus?: string | undefined;
};

/** Asks for what a step along the pipeline needs, and takes it. */
export default function MoveDialogView({ prospect, move, onClose, returnFocus }: MoveDialogProps) {
  const t = useT();
  const { failure, tellTaken } = useStepTexts();
  const { kind, to } = move;
  const { base, send, dialog } = useEditDialog(prospect, onClose, failure, {
    onSaved: tellTaken,
    blockedBy: ({ can }) => (can.moveTo.includes(to) ? null : t("prospect.conflict.illegal")),
  });
  const words = move.reason ? "reason" : "notes";
  const editOf = (form: StepForm) => statusEdit(base, move, { ...form, words: form[words] });
  return (
    <FormDialog
      {...dialog}
      title={t(`prospect.move.${kind}.title`)}
      description={t(`prospect.move.${kind}.text`, { name: base.displayName })}
      confirmLabel={t(`prospect.move.${kind}.confirm`)}
      danger={to === "inactive"}
      schema={statusInput}
      defaults={{ ...NO_ANSWERS, assignedTo: base.assignedTo }}
      inputOf={(form) => editOf(form).body}
      reasonOf={(form) => missingAnswer(move, form, t)}
      onSubmit={(body, form) => send({ ...editOf(form), body })}
      returnFocus={returnFocus}
    >
      {(form) => (
        <StepFields
          form={form}
          asks={move}
          words={words}
          wordsHint={t(move.reason ? "prospect.reason_hint" : "prospect.comment_hint")}
          nobody={t("prospect.move.complete_intro.nobody")}
          nobodyHint={t("prospect.move.complete_intro.hint")}
        />
      )}
    </FormDialog>
  );
}
