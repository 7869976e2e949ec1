import { useState } from "react";
import {
  assignInput,
  type BulkInput,
  needsAssignee,
  type Prospect,
  type ProspectStatus,
  statusInput,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { bound } from "../fields/bound.ts";
import { missingAnswer, NO_ANSWERS, StepFields } from "../fields/step-fields.tsx";
import { bulkNeeds } from "./bulk.ts";

type Props = {
  selected: readonly Prospect[];
  /** Makes the change; false when it failed, which was told. */
  onRun: (change: BulkInput["change"]) => Promise<boolean>;
  onClose: () => void;
};

export type Asking = { kind: "assign" } | { kind: "move"; to: ProspectStatus };

/** Asks for what a change of all selected prospects needs, and makes it. */
export default function BulkDialogView({ asking, ...props }: Props & { asking: Asking }) {
  return asking.kind === "assign" ? <AssignDialog {...props} /> : <MoveDialog {...props} to={asking.to} />;
}

function AssignDialog({ selected, onRun, onClose }: Props) {
  const t = useT();
  return (
    <FormDialog
      title={t("prospects.bulk.assign_title", { count: selected.length })}
      description={t("prospects.bulk.assign_text")}
      confirmLabel={t("prospect.assign.confirm")}
      schema={assignInput}
      defaults={{ assignedTo: null as number | null }}
      reasonOf={({ assignedTo }) => (assignedTo === null ? t("prospect.assign.choose_first") : null)}
      failure={{ title: t("prospects.bulk.failed") }}
      onSubmit={({ assignedTo }) => onRun({ kind: "assign", assignedTo })}
      onClose={onClose}
      returnFocus="[data-bulk=assign]"
    >
      {(form) => <AssigneeSelect {...bound(form, "assignedTo")} />}
    </FormDialog>
  );
}

function MoveDialog({ selected, to, onRun, onClose }: Props & { to: ProspectStatus }) {
  const t = useT();
  const [needs] = useState(() => bulkNeeds(selected, to));
  const assignee = needs.assignee ? "needed" : needsAssignee(to) ? "optional" : null;
  const asks = { ...needs, assignee } as const;
  return (
    <FormDialog
      title={t("prospects.bulk.move_title", { count: selected.length, status: t(`status.${to}`) })}
      description={t("prospects.bulk.move_text", { able: needs.able, rest: selected.length - needs.able })}
      confirmLabel={t("prospects.bulk.move")}
      danger={to === "inactive"}
      schema={statusInput}
      defaults={NO_ANSWERS}
      inputOf={({ assignedTo, outcome, reason }) => ({
        status: to,
        assignedTo: assignedTo ?? undefined,
        reason,
        outcome: needs.outcome ? outcome : undefined,
      })}
      reasonOf={(form) => missingAnswer(asks, form, t)}
      failure={{ title: t("prospects.bulk.failed") }}
      onSubmit={({ status, assignedTo, reason, outcome }) =>
        onRun({ kind: "status", status, assignedTo, reason, outcome })
      }
      onClose={onClose}
      returnFocus="[data-bulk=move]"
    >
      {(form) => (
        <StepFields
          form={form}
          asks={asks}
          words="reason"
          wordsHint={t("prospect.comment_hint")}
          nobody={t("prospects.bulk.keep_assignee")}
        />
      )}
    </FormDialog>
  );
}
