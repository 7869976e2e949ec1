import { useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { DeadlinePicker } from "../fields/deadline-picker.tsx";
import type { Edit } from "../record.api.ts";
import { EditDialog, fieldError } from "./edit-dialog.tsx";
import { useEdit } from "./use-edit.ts";

export type AssignDialogProps = { prospect: Prospect; onClose: () => void; returnFocus?: string };

/** Gives a prospect to somebody, or to somebody else, with a deadline if wanted. */
export default function AssignDialogView({ prospect, onClose, returnFocus }: AssignDialogProps) {
  const t = useT();
  const editing = useEdit();
  const [base] = useState(prospect);
  const [assignedTo, setAssignedTo] = useState(base.assignedTo);
  const [deadline, setDeadline] = useState<string | null | undefined>(undefined);
  const isReassigning = base.assignedTo !== null;
  const isUnchanged = assignedTo === base.assignedTo && deadline === undefined;
  const edit: Edit = {
    call: "assign",
    body: { assignedTo, ...(deadline === undefined ? {} : { deadline }) },
    patch: { assignedTo, ...(deadline === undefined ? {} : { deadline }) },
  };
  const failure = { title: t("prospect.failed.assign") };
  const finish = async (saving: Promise<Prospect | null>) => {
    if (await saving) onClose();
  };
  const reason =
    assignedTo === null && !isReassigning
      ? t("prospect.assign.choose_first")
      : isUnchanged
        ? t("prospect.assign.unchanged")
        : null;
  return (
    <EditDialog
      title={t(isReassigning ? "prospect.assign.reassign_title" : "prospect.assign.title")}
      description={t("prospect.assign.text", { name: base.displayName })}
      confirmLabel={t(isReassigning ? "prospect.assign.reassign" : "prospect.assign.confirm")}
      reason={reason}
      editing={editing}
      fields={["assignedTo", "deadline"]}
      onSubmit={() => void finish(editing.run(base, edit, failure))}
      onKeepMine={() => void finish(editing.keepMine(failure))}
      onClose={onClose}
      returnFocus={returnFocus}
    >
      <AssigneeSelect
        value={assignedTo}
        onChange={setAssignedTo}
        nobody={isReassigning ? t("prospect.assign.nobody") : undefined}
        error={fieldError(editing.error, "assignedTo")}
      />
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
