import { useState } from "react";
import { assignInput, type Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { DeadlinePicker } from "../fields/deadline-picker.tsx";
import { EditConflict } from "../fields/prospect-conflict.tsx";
import { prospects } from "../prospects.api.ts";

type AssignDialogProps = { prospect: Prospect; onClose: () => void; returnFocus?: string };

type Form = { assignedTo: number | null; deadline: string | null | undefined };

/** Gives a prospect to a member, or to another one, with a deadline if wanted. */
export default function AssignDialogView({ prospect, onClose, returnFocus }: AssignDialogProps) {
  const t = useT();
  const editing = prospects.useEdit();
  const [base] = useState(prospect);
  const isReassigning = base.assignedTo !== null;
  const failure = { title: t("prospect.failed.assign") };
  return (
    <FormDialog
      title={t(isReassigning ? "prospect.assign.reassign_title" : "prospect.assign.title")}
      description={t("prospect.assign.text", { name: base.displayName })}
      confirmLabel={t(isReassigning ? "prospect.assign.reassign" : "prospect.assign.confirm")}
      schema={assignInput}
      defaults={{ assignedTo: base.assignedTo, deadline: undefined } as Form}
      reasonOf={({ assignedTo, deadline }) => {
        if (assignedTo === null && !isReassigning) return t("prospect.assign.choose_first");
        const isUnchanged = assignedTo === base.assignedTo && deadline === undefined;
        return isUnchanged ? t("prospect.assign.unchanged") : null;
      }}
      failure={failure}
      onSubmit={async ({ assignedTo, deadline }) => {
        const body = { assignedTo, ...(deadline === undefined ? {} : { deadline }) };
        return (await editing.run(base, { call: "/assign", body, patch: body })) !== null;
      }}
      conflict={
        editing.conflict ? (
          <EditConflict editing={editing} failure={failure} onSaved={onClose} onTakeTheirs={onClose} />
        ) : null
      }
      onClose={onClose}
      returnFocus={returnFocus}
    >
      {({ values, set, errorOf }) => (
        <>
          <AssigneeSelect
            value={values.assignedTo}
            onChange={(value) => set("assignedTo", value)}
            nobody={isReassigning ? t("prospect.assign.nobody") : undefined}
            error={errorOf("assignedTo")}
          />
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
