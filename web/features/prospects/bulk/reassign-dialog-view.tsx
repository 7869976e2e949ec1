import { type AssigneeLoad, reassignInput } from "../../../../worker/features/prospects/prospects.schema.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { bound } from "../fields/bound.ts";
import { type HandOver, handOver } from "./bulk.api.ts";
import { tellChanged } from "./use-bulk.ts";

/** Hands everything one member has open to another, with a way back. */
export default function ReassignDialogView({ from, onClose }: { from: AssigneeLoad; onClose: () => void }) {
  const t = useT();
  const title = t("prospects.team.failed");
  const run = async (to: number): Promise<boolean> => {
    let done: HandOver = { changed: 0, changeIds: [] };
    try {
      done = await handOver(from.memberId, to, (step) => {
        done = step;
      });
      tellChanged(done.changed, 0, done.changeIds);
      return true;
    } catch (error) {
      const part = done.changed > 0 ? ` ${t("prospects.team.partly", { count: done.changed })}` : "";
      tellFailure(error, { title, text: (detail) => detail + part });
      return false;
    }
  };
  return (
    <FormDialog
      title={t("prospects.team.hand_over_title", { name: from.displayName })}
      description={t("prospects.team.hand_over_text", { count: from.open, name: from.displayName })}
      confirmLabel={t("prospects.team.hand_over_confirm")}
      schema={reassignInput}
      defaults={{ to: null as number | null }}
      inputOf={({ to }) => ({ from: from.memberId, to })}
      reasonOf={({ to }) => (to === null ? t("prospect.assign.choose_first") : null)}
      failure={{ title }}
      onSubmit={({ to }) => run(to)}
      onClose={onClose}
      returnFocus={`[data-team="${from.memberId}"]`}
    >
      {(form) => (
        <AssigneeSelect {...bound(form, "to")} label={t("prospects.team.to")} except={from.memberId} />
      )}
    </FormDialog>
  );
}
