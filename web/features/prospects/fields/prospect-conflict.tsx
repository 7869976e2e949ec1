import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import type { Failure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { ConflictPanel, type ConflictProps, conflictOf } from "../../../ui/conflict-panel.tsx";
import { useEditDialog } from "../../../ui/edit-dialog.ts";
import { prospects, useAssignees } from "../prospects.api.ts";

export function ProspectConflict(props: ConflictProps<Prospect>) {
  const t = useT();
  const format = useFormat();
  const assignees = useAssignees();
  return (
    <ConflictPanel<Prospect, "status" | "assignedTo" | "deadline" | "notes">
      {...props}
      name={props.base.displayName}
      labels={{
        status: t("prospect.field.status"),
        assignedTo: t("prospect.field.assignedTo"),
        deadline: t("prospect.field.deadline"),
        notes: t("prospect.field.notes"),
      }}
      textOf={(field, value) => {
        if (value === null || value === "") return t(`prospect.empty.${field}`);
        if (field === "status") return t(`status.${value as Prospect["status"]}`);
        if (field === "deadline") return format.dateTime(value);
        if (field === "notes") return value;
        return assignees.get(Number(value))?.displayName ?? t("prospect.somebody");
      }}
    />
  );
}

/** The conflict of an edit, if there is one; `onDecided` is told of the saved record, or null for the other edit. */
export function EditConflict(props: {
  editing: ReturnType<typeof prospects.useEdit>;
  failure: Failure;
  onDecided?: (saved: Prospect | null) => void;
}) {
  const conflict = conflictOf(props.editing, props.failure, props.onDecided);
  return conflict && <ProspectConflict {...conflict} />;
}

/** What a FormDialog needs that edits one prospect; see `useEditDialog` of the kit. */
export const useProspectEdit = (edit: {
  prospect: Prospect;
  failed: string | Failure;
  onSaved?: (saved: Prospect) => void;
  onClose: () => void;
  /** Why the edit is no longer possible after a conflict. */
  blockedBy?: (current: Prospect) => string | null;
}) =>
  useEditDialog(prospects, edit.prospect, {
    onSaved: () => undefined,
    ...edit,
    conflict: (conflict) => <ProspectConflict {...conflict} blocked={edit.blockedBy?.(conflict.current)} />,
  });
