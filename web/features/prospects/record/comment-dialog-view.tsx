import { deadlineInput, type Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Field, Textarea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { bound } from "../fields/bound.ts";
import { DeadlinePicker } from "../fields/deadline-picker.tsx";
import { useEditDialog } from "../fields/prospect-conflict.tsx";

type Form = { notes: string; deadline: string | null | undefined };

/** A comment for the log, a new deadline, or both. */
export default function CommentDialogView(props: { prospect: Prospect; onClose: () => void }) {
  const t = useT();
  const failure = { title: t("prospect.failed.comment") };
  const { base, send, dialog } = useEditDialog(props.prospect, props.onClose, failure);
  const changeOf = ({ deadline }: Form) =>
    deadline === undefined || deadline === base.deadline ? {} : { deadline };
  return (
    <FormDialog
      {...dialog}
      title={t("prospect.comment.title")}
      description={t("prospect.comment.text", { name: base.displayName })}
      confirmLabel={t("action.save")}
      schema={deadlineInput}
      defaults={{ notes: "", deadline: undefined } as Form}
      inputOf={(form) => ({ notes: form.notes, ...changeOf(form) })}
      reasonOf={(form) =>
        form.notes.trim() || "deadline" in changeOf(form) ? null : t("prospect.comment.nothing")
      }
      onSubmit={(body, form) => send({ call: "/deadline", body, patch: changeOf(form) })}
    >
      {(form) => (
        <>
          <Field label={t("prospect.comment.label")} error={form.errorOf("notes")}>
            <Textarea maxLength={2000} {...form.register("notes")} />
          </Field>
          <DeadlinePicker
            {...bound(form, "deadline")}
            label={t("prospect.deadline_optional")}
            current={base.deadline}
          />
        </>
      )}
    </FormDialog>
  );
}
