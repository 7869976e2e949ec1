import { assignInput, type Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { bound } from "../fields/bound.ts";
import { DeadlinePicker } from "../fields/deadline-picker.tsx";
import { useEditDialog } from "../fields/prospect-conflict.tsx";

type Form = { assignedTo: number | null; deadline: string | null | undefined };

/** Gives a prospect to a member, or to another one, with a deadline if wanted. */
export default function AssignDialogView(props: {
  prospect: Prospect;
  onClose: () => void;
  returnFocus?: string;
}) {
  const t = useT();
  const failure = { title: t("prospect.failed.assign") };
  const { base, send, dialog } = useEditDialog(props.prospect, props.onClose, failure);
  const isReassigning = base.assignedTo !== null;
  return (
    <FormDialog
      {...dialog}
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
      onSubmit={({ assignedTo, deadline }) => {
        const body = { assignedTo, ...(deadline === undefined ? {} : { deadline }) };
        return send({ call: "/assign", body, patch: body });
      }}
      returnFocus={props.returnFocus}
    >
      {(form) => (
        <>
          <AssigneeSelect
            {...bound(form, "assignedTo")}
            nobody={isReassigning ? t("prospect.assign.nobody") : undefined}
          />
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
