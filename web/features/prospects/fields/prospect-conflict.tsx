import { useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import type { Failure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import type { Edit } from "../../../lib/resource.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { ConflictPanel, type ConflictProps, conflictOf } from "../../../ui/conflict-panel.tsx";
import { prospects, useAssignees } from "../prospects.api.ts";

/** Compares an edit of a prospect with what another user saved meanwhile. */
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

/** The conflict that an edit has run into, if it has; deciding it sends the edit again or lets it go. */
export function EditConflict(props: {
  editing: ReturnType<typeof prospects.useEdit>;
  failure: Failure;
  /** Told of the record as saved, or null when theirs is to stand. */
  onDecided?: (saved: Prospect | null) => void;
  /** Why the edit can no longer be kept, by the newer record. */
  blockedBy?: ((current: Prospect) => string | null) | undefined;
}) {
  const conflict = conflictOf(props.editing, props.failure, props.onDecided);
  return conflict && <ProspectConflict {...conflict} blocked={props.blockedBy?.(conflict.current)} />;
}

/**
 * What a FormDialog takes that makes one edit of a prospect, from the prospect as it was when the dialog opened: `send` is
 * for its `onSubmit`, `dialog` are props.
 */
export function useEditDialog(
  prospect: Prospect,
  onClose: () => void,
  failure: Failure,
  told: { onSaved?: (saved: Prospect) => void; blockedBy?: (current: Prospect) => string | null } = {},
) {
  const editing = prospects.useEdit();
  const [base] = useState(prospect);
  const send = async (edit: Edit<Prospect>): Promise<boolean> => {
    const saved = await editing.run(base, edit);
    if (saved) told.onSaved?.(saved);
    return saved !== null;
  };
  const decided = (saved: Prospect | null) => {
    if (saved) told.onSaved?.(saved);
    onClose();
  };
  const conflict = editing.conflict && (
    <EditConflict editing={editing} failure={failure} onDecided={decided} blockedBy={told.blockedBy} />
  );
  return { base, send, dialog: { failure, onClose, conflict } };
}
