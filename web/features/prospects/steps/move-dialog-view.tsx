import { useState } from "react";
import {
  type Prospect,
  statusInput,
  type WithdrawOutcome,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Field, Textarea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { OutcomeChoice } from "../fields/outcome-choice.tsx";
import { EditConflict } from "../fields/prospect-conflict.tsx";
import { prospects } from "../prospects.api.ts";
import type { Move } from "./moves.ts";
import { statusEdit } from "./status-edit.ts";
import { useStepTexts } from "./step-texts.ts";

export type MoveDialogProps = {
  prospect: Prospect;
  move: Move;
  onClose: () => void;
  returnFocus?: string;
};

type Form = { assignedTo: number | null; outcome: WithdrawOutcome; reason: string; notes: string };

/** Asks for what a step along the pipeline needs, and takes it. */
export default function MoveDialogView({ prospect, move, onClose, returnFocus }: MoveDialogProps) {
  const t = useT();
  const editing = prospects.useEdit();
  const { failure, tellTaken } = useStepTexts();
  const [base] = useState(prospect);
  const { kind, to, assignee } = move;
  /** The field of the call that holds the words. */
  const words = move.reason ? "reason" : "notes";
  const editOf = (form: Form) => statusEdit(base, move, { ...form, words: form[words] });
  const isIllegal = editing.conflict && !editing.conflict.current.can.moveTo.includes(to);
  const finish = (saved: Prospect) => {
    tellTaken(saved);
    onClose();
  };
  return (
    <FormDialog
      title={t(`prospect.move.${kind}.title`)}
      description={t(`prospect.move.${kind}.text`, { name: base.displayName })}
      confirmLabel={t(`prospect.move.${kind}.confirm`)}
      danger={to === "inactive"}
      schema={statusInput}
      defaults={{ assignedTo: base.assignedTo, outcome: "withdrawn", reason: "", notes: "" } as Form}
      inputOf={(form) => editOf(form).body}
      reasonOf={(form) => {
        if (assignee === "needed" && form.assignedTo === null) return t("prospect.assign.choose_first");
        return move.reason && form.reason.trim() === "" ? t("prospect.reason_first") : null;
      }}
      failure={failure}
      onSubmit={async (body, form) => {
        const saved = await editing.run(base, { ...editOf(form), body });
        if (saved) tellTaken(saved);
        return saved !== null;
      }}
      conflict={
        editing.conflict ? (
          <EditConflict
            editing={editing}
            failure={failure}
            blocked={isIllegal ? t("prospect.conflict.illegal") : null}
            onSaved={finish}
            onTakeTheirs={onClose}
          />
        ) : null
      }
      onClose={onClose}
      returnFocus={returnFocus}
    >
      {({ register, values, set, errorOf }) => (
        <>
          {assignee ? (
            <AssigneeSelect
              value={values.assignedTo}
              onChange={(value) => set("assignedTo", value)}
              nobody={assignee === "optional" ? t("prospect.move.complete_intro.nobody") : undefined}
              hint={assignee === "optional" ? t("prospect.move.complete_intro.hint") : undefined}
              error={errorOf("assignedTo")}
            />
          ) : null}
          {move.outcome ? (
            <OutcomeChoice value={values.outcome} onChange={(value) => set("outcome", value)} />
          ) : null}
          <Field
            label={t(move.reason ? "prospect.reason" : "prospect.comment_optional")}
            hint={move.reason ? t("prospect.reason_hint") : t("prospect.comment_hint")}
            error={errorOf(words)}
            required={move.reason}
          >
            <Textarea maxLength={2000} {...register(words)} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
