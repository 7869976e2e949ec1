import { type AssigneeLoad, reassignInput } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { bound } from "../fields/bound.ts";
import { handOver } from "./bulk.api.ts";

/** Hands everything one member has open to another, with a way back. */
export default function ReassignDialogView({ from, onClose }: { from: AssigneeLoad; onClose: () => void }) {
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
        <AssigneeSelect {...bound(form, "to")} label={t("prospects.team.to")} except={from.memberId} />
      )}
    </FormDialog>
  );
}
