import { useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Field, Textarea } from "../../../ui/field.tsx";
import { DeadlinePicker } from "../fields/deadline-picker.tsx";
import type { Edit } from "../record.api.ts";
import { EditDialog, fieldError } from "./edit-dialog.tsx";
import { useEdit } from "./use-edit.ts";

/** A comment for the log, a new deadline, or both. */
export function CommentDialog({ prospect, onClose }: { prospect: Prospect; onClose: () => void }) {
  const t = useT();
  const editing = useEdit();
  const [base] = useState(prospect);
  const [words, setWords] = useState("");
  const [deadline, setDeadline] = useState<string | null | undefined>(undefined);
  const comment = words.trim();
  const isNewDeadline = deadline !== undefined && deadline !== base.deadline;
  const edit: Edit = {
    call: "deadline",
    body: { ...(isNewDeadline ? { deadline } : {}), ...(comment ? { notes: comment } : {}) },
    patch: isNewDeadline ? { deadline } : {},
  };
  const failure = { title: t("prospect.failed.comment") };
  const finish = async (saving: Promise<Prospect | null>) => {
    if (await saving) onClose();
  };
  return (
    <EditDialog
      title={t("prospect.comment.title")}
      description={t("prospect.comment.text", { name: base.displayName })}
      confirmLabel={t("action.save")}
      reason={comment || isNewDeadline ? null : t("prospect.comment.nothing")}
      editing={editing}
      fields={["notes", "deadline"]}
      onSubmit={() => void finish(editing.run(base, edit, failure))}
      onKeepMine={() => void finish(editing.keepMine(failure))}
      onClose={onClose}
    >
      <Field label={t("prospect.comment.label")} error={fieldError(editing.error, "notes")}>
        <Textarea value={words} maxLength={2000} onChange={(event) => setWords(event.target.value)} />
      </Field>
      <DeadlinePicker
        label={t("prospect.deadline_optional")}
        current={base.deadline}
        value={deadline}
        onChange={setDeadline}
        error={fieldError(editing.error, "deadline")}
      />
    </EditDialog>
  );
}
