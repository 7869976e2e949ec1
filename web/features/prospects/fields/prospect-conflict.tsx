import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import type { Failure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { ConflictPanel, type ConflictProps, conflictOf } from "../../../ui/conflict-panel.tsx";
import { type prospects, useAssignees } from "../prospects.api.ts";

type Field = "status" | "assignedTo" | "deadline" | "notes";

/** Compares an edit of a prospect with what another user saved meanwhile. */
export function ProspectConflict(props: ConflictProps<Prospect>) {
  const t = useT();
  const format = useFormat();
  const assignees = useAssignees();
  const textOf = (field: Field, value: Prospect[Field]): string => {
    if (value === null || value === "") return t(`prospect.empty.${field}`);
    if (field === "status") return t(`status.${value as Prospect["status"]}`);
    if (field === "deadline") return format.dateTime(value);
    if (field === "assignedTo") return assignees.get(Number(value))?.displayName ?? t("prospect.somebody");
    return String(value);
  };
  return (
    <ConflictPanel
      {...props}
      name={props.base.displayName}
      labels={{
        status: t("prospect.field.status"),
        assignedTo: t("prospect.field.assignedTo"),
        deadline: t("prospect.field.deadline"),
        notes: t("prospect.field.notes"),
      }}
      textOf={textOf}
    />
  );
}

/** The conflict that an edit has run into, if it has; deciding it sends the edit again or lets it go. */
export function EditConflict(props: {
  editing: ReturnType<typeof prospects.useEdit>;
  failure: Failure;
  /** Why the edit can no longer be kept. */
  blocked?: string | null;
  onSaved?: (saved: Prospect) => void;
  onTakeTheirs?: () => void;
}) {
  const { editing, failure, blocked, onSaved, onTakeTheirs } = props;
  const conflict = conflictOf(editing, failure, (saved) => (saved ? onSaved?.(saved) : onTakeTheirs?.()));
  return conflict && <ProspectConflict {...conflict} blocked={blocked} />;
}
