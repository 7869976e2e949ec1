import { useState } from "react";
import {
  needsAssignee,
  type ProspectStatus,
  type WithdrawOutcome,
} from "../../../../worker/features/prospects/pipeline.schema.ts";
import {
  assignInput,
  type BulkInput,
  type Prospect,
  statusInput,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Field, Textarea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { OutcomeChoice } from "../fields/outcome-choice.tsx";
import { bulkNeeds } from "./bulk.ts";

/** Makes the change; false when it failed, which was told. */
type Run = (change: BulkInput["change"]) => Promise<boolean>;

export type Asking = { kind: "assign" } | { kind: "move"; to: ProspectStatus };

type Props = { selected: readonly Prospect[]; onRun: Run; onClose: () => void };

/** Asks for what a change of everybody selected needs, and makes it. */
export default function BulkDialog({ asking, ...props }: Props & { asking: Asking }) {
  return asking.kind === "assign" ? <AssignDialog {...props} /> : <MoveDialog {...props} to={asking.to} />;
}

/** Gives everybody selected to one member. */
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
      {({ values, set, errorOf }) => (
        <AssigneeSelect
          value={values.assignedTo}
          onChange={(value) => set("assignedTo", value)}
          error={errorOf("assignedTo")}
        />
      )}
    </FormDialog>
  );
}

type MoveForm = { assignedTo: number | null; outcome: WithdrawOutcome; reason: string };

/** Moves everybody selected who can go there, asking for what they need. */
function MoveDialog({ selected, to, onRun, onClose }: Props & { to: ProspectStatus }) {
  const t = useT();
  const [needs] = useState(() => bulkNeeds(selected, to));
  return (
    <FormDialog
      title={t("prospects.bulk.move_title", { count: selected.length, status: t(`status.${to}`) })}
      description={t("prospects.bulk.move_text", { able: needs.able, rest: selected.length - needs.able })}
      confirmLabel={t("prospects.bulk.move")}
      danger={to === "inactive"}
      schema={statusInput}
      defaults={{ assignedTo: null, outcome: "withdrawn", reason: "" } as MoveForm}
      inputOf={({ assignedTo, outcome, reason }) => ({
        status: to,
        assignedTo: assignedTo ?? undefined,
        reason,
        outcome: needs.outcome ? outcome : undefined,
      })}
      reasonOf={({ assignedTo, reason }) => {
        if (needs.assignee && assignedTo === null) return t("prospect.assign.choose_first");
        return needs.reason && reason.trim() === "" ? t("prospect.reason_first") : null;
      }}
      failure={{ title: t("prospects.bulk.failed") }}
      onSubmit={({ status, assignedTo, reason, outcome }) =>
        onRun({ kind: "status", status, assignedTo, reason, outcome })
      }
      onClose={onClose}
      returnFocus="[data-bulk=move]"
    >
      {({ register, values, set, errorOf }) => (
        <>
          {needsAssignee(to) ? (
            <AssigneeSelect
              value={values.assignedTo}
              onChange={(value) => set("assignedTo", value)}
              nobody={needs.assignee ? undefined : t("prospects.bulk.keep_assignee")}
              error={errorOf("assignedTo")}
            />
          ) : null}
          {needs.outcome ? (
            <OutcomeChoice value={values.outcome} onChange={(value) => set("outcome", value)} />
          ) : null}
          <Field
            label={t(needs.reason ? "prospect.reason" : "prospect.comment_optional")}
            hint={t("prospect.comment_hint")}
            error={errorOf("reason")}
            required={needs.reason}
          >
            <Textarea maxLength={2000} {...register("reason")} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
