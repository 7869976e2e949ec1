import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import type { Failure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { ConflictPanel, type ConflictProps, conflictOf } from "../../../ui/conflict-panel.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useEditDialog } from "../../../ui/edit-dialog.ts";
import { prospects, useAssignees, useHistory } from "../prospects.api.ts";
import { mergeLog } from "../record/log/log-entries.ts";
import { LogLine } from "../record/log/log-line.tsx";

/** Most entries of the log about other users' changes that are shown. */
const SHOWN = 3;

/** What the log has of a prospect since a record of it was read: who did what and when. */
function Meanwhile({ prospect }: { prospect: Prospect }) {
  const { list } = useHistory(prospect.id);
  const entries = list?.items ?? [];
  const since = entries.filter(({ createdAt }) => createdAt > prospect.updatedAt);
  // Notes that were typed before a reload are based on a record that is no longer known.
  const shown = mergeLog(since.length > 0 ? since : entries.slice(0, 1), []).slice(0, SHOWN);
  return (
    <ol className="mt-3 grid gap-3">
      {shown.map((item) => (
        <LogLine key={item.key} item={item} prospect={prospect} />
      ))}
    </ol>
  );
}

/** Why a step can no longer be taken: the prospect was moved meanwhile, so that it would be another step. */
function blockOf({ base, patch: { status }, current }: ConflictProps<Prospect>) {
  if (!status) return null;
  if (current.status !== base.status) return "prospect.conflict.moved";
  return current.can.moveTo.includes(status) ? null : "prospect.conflict.illegal";
}

export function ProspectConflict(props: ConflictProps<Prospect>) {
  const t = useT();
  const format = useFormat();
  const assignees = useAssignees();
  const { base } = props;
  const block = blockOf(props);
  return (
    <ConflictPanel<Prospect, "status" | "assignedTo" | "deadline" | "notes">
      {...props}
      name={base.displayName}
      blocked={block && t(block)}
      labels={{
        status: t("prospect.field.status"),
        assignedTo: t("prospect.field.assignedTo"),
        deadline: t("prospect.field.deadline"),
        notes: t("prospect.field.notes"),
      }}
      textOf={(field, value) => {
        if (field === "status") return t(`status.${value as Prospect["status"]}`);
        if (value === null || value === "") return t(`prospect.empty.${field}`);
        if (field === "deadline") return format.dateTime(value);
        if (field === "notes") return value;
        return assignees.get(Number(value))?.displayName ?? t("prospect.somebody");
      }}
    >
      <Meanwhile prospect={base} />
    </ConflictPanel>
  );
}

type EditConflictProps = {
  editing: ReturnType<typeof prospects.useEdit>;
  failure: Failure;
  onDecided?: (saved: Prospect | null) => void;
};

/** The conflict of an edit that has no dialog of its own. */
export function ConflictDialog(props: EditConflictProps) {
  const t = useT();
  return (
    <Dialog open onOpenChange={props.editing.takeTheirs} title={t("prospect.conflict.dialog_title")}>
      <EditConflict {...props} />
    </Dialog>
  );
}

/** The conflict of an edit, if there is one; calls `onDecided` with the saved record, or null for the other edit. */
export function EditConflict(props: EditConflictProps) {
  const conflict = conflictOf(props.editing, props.failure, props.onDecided);
  return conflict && <ProspectConflict {...conflict} />;
}

/** What a FormDialog needs that edits one prospect; see `useEditDialog` of the kit. */
export const useProspectEdit = (edit: {
  prospect: Prospect;
  failed: string | Failure;
  onSaved?: (saved: Prospect, base: Prospect) => void;
  onClose: () => void;
}) =>
  useEditDialog(prospects, edit.prospect, {
    onSaved: () => undefined,
    ...edit,
    conflict: (conflict) => <ProspectConflict {...conflict} />,
  });
