import {
  type AssigneeLoad,
  assignInput,
  type BulkInput,
  type Prospect,
  reassignInput,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { handOver } from "../bulk/bulk.api.ts";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { DeadlinePicker } from "../fields/deadline-picker.tsx";
import { useEditDialog } from "../fields/prospect-conflict.tsx";

/** Gives a prospect to a member, or to another one, with a deadline if wanted. */
export function AssignDialog(props: { prospect: Prospect; onClose: () => void; returnFocus?: string }) {
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
      defaults={{ assignedTo: base.assignedTo, deadline: base.deadline }}
      reasonOf={({ assignedTo, deadline }) => {
        if (assignedTo === null && !isReassigning) return t("prospect.assign.choose_first");
        const isUnchanged = assignedTo === base.assignedTo && deadline === base.deadline;
        return isUnchanged ? t("prospect.assign.unchanged") : null;
      }}
      onSubmit={(_input, { assignedTo, deadline }) => {
        const body = deadline === base.deadline ? { assignedTo } : { assignedTo, deadline };
        return send({ call: "/assign", body, patch: body });
      }}
      returnFocus={props.returnFocus}
    >
      {(form) => (
        <>
          <AssigneeSelect
            {...form.bind("assignedTo")}
            nobody={isReassigning ? t("prospect.assign.nobody") : undefined}
          />
          <DeadlinePicker {...form.bind("deadline")} />
        </>
      )}
    </FormDialog>
  );
}

/** Gives all selected prospects to a member. */
export function BulkAssignDialog(props: {
  count: number;
  onRun: (change: BulkInput["change"]) => Promise<void>;
  onClose: () => void;
}) {
  const t = useT();
  return (
    <FormDialog
      title={t("prospects.bulk.assign_title", { count: props.count })}
      description={t("prospects.bulk.assign_text")}
      confirmLabel={t("prospect.assign.confirm")}
      schema={assignInput}
      defaults={{ assignedTo: null as number | null }}
      reasonOf={({ assignedTo }) => (assignedTo === null ? t("prospect.assign.choose_first") : null)}
      failure={{ title: t("prospects.bulk.failed") }}
      onSubmit={({ assignedTo }) => props.onRun({ kind: "assign", assignedTo })}
      onClose={props.onClose}
    >
      {(form) => <AssigneeSelect {...form.bind("assignedTo")} />}
    </FormDialog>
  );
}

/** Hands everything one member has open to another, with a way back. */
export function ReassignDialog({ from, onClose }: { from: AssigneeLoad; onClose: () => void }) {
  const t = useT();
  return (
    <FormDialog
      title={t("prospects.team.hand_over_title", { name: from.displayName })}
      description={t("prospects.team.hand_over_text", { count: from.open, name: from.displayName })}
      confirmLabel={t("prospects.team.hand_over_confirm")}
      schema={reassignInput}
      defaults={{ to: null as number | null }}
      inputOf={({ to }) => ({ from: from.memberId, to })}
      reasonOf={({ to }) => (to === null ? t("prospect.assign.choose_first") : null)}
      failure={{ title: t("prospects.team.failed") }}
      onSubmit={({ to }) => handOver(from.memberId, to)}
      onClose={onClose}
      returnFocus={`[data-team="${from.memberId}"]`}
    >
      {(form) => (
        <AssigneeSelect {...form.bind("to")} label={t("prospects.team.to")} except={from.memberId} />
      )}
    </FormDialog>
  );
}
