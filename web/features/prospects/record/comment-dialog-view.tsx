import { useState } from "react";
import { deadlineInput, type Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Field, Textarea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { DeadlinePicker } from "../fields/deadline-picker.tsx";
import { EditConflict } from "../fields/prospect-conflict.tsx";
import { prospects } from "../prospects.api.ts";

type Form = { notes: string; deadline: string | null | undefined };

/** A comment for the log, a new deadline, or both. */
export default function CommentDialogView({
  prospect,
  onClose,
}: {
  prospect: Prospect;
  onClose: () => void;
}) {
  const t = useT();
  const editing = prospects.useEdit();
  const [base] = useState(prospect);
  const failure = { title: t("prospect.failed.comment") };
  const changeOf = ({ deadline }: Pick<Form, "deadline">) =>
    deadline === undefined || deadline === base.deadline ? {} : { deadline };
  return (
    <FormDialog
      title={t("prospect.comment.title")}
      description={t("prospect.comment.text", { name: base.displayName })}
      confirmLabel={t("action.save")}
      schema={deadlineInput}
      defaults={{ notes: "", deadline: undefined } as Form}
      inputOf={(form) => ({ notes: form.notes, ...changeOf(form) })}
      reasonOf={(form) =>
        form.notes.trim() || "deadline" in changeOf(form) ? null : t("prospect.comment.nothing")
      }
      failure={failure}
      onSubmit={async (body, form) =>
        (await editing.run(base, { call: "/deadline", body, patch: changeOf(form) })) !== null
      }
      conflict={
        editing.conflict ? (
          <EditConflict editing={editing} failure={failure} onSaved={onClose} onTakeTheirs={onClose} />
        ) : null
      }
      onClose={onClose}
    >
      {({ register, values, set, errorOf }) => (
        <>
          <Field label={t("prospect.comment.label")} error={errorOf("notes")}>
            <Textarea maxLength={2000} {...register("notes")} />
          </Field>
          <DeadlinePicker
            label={t("prospect.deadline_optional")}
            current={base.deadline}
            value={values.deadline}
            onChange={(value) => set("deadline", value)}
            error={errorOf("deadline")}
          />
        </>
      )}
    </FormDialog>
  );
}
