import { type FormEvent, type ReactNode, useId } from "react";
import { ApiError, errorText } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ConflictPanel } from "../fields/prospect-conflict.tsx";
import type { Editing } from "./use-edit.ts";
import { useFocusKept } from "./use-focus-kept.ts";

/** What the server said about one field of a refused edit. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.errors[field]?.join(" ") : undefined;
}

/** An error that no field of the form shows. */
function generalError(error: unknown, fields: readonly string[]): string | null {
  if (error === null || error === undefined) return null;
  return fields.some((field) => fieldError(error, field)) ? null : errorText(error);
}

/**
 * A dialog around one edit of a prospect. It stays open, with what was typed, while the edit fails, and turns
 * into the comparison when somebody else changed the record meanwhile.
 */
export function EditDialog(props: {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  /** Why it cannot be saved yet. */
  reason?: string | null | undefined;
  danger?: boolean;
  editing: Editing;
  /** Fields whose errors are shown beneath them. */
  fields: readonly string[];
  /** Why one's own edit can no longer be kept after a conflict. */
  conflictBlocked?: string | null;
  onSubmit: () => void;
  onKeepMine: () => void;
  onClose: () => void;
  returnFocus?: string | undefined;
  initialFocus?: string;
  children: ReactNode;
}) {
  const t = useT();
  const form = useId();
  useFocusKept();
  const { editing, onClose, reason } = props;
  const { conflict } = editing;
  const error = generalError(editing.error, props.fields);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!reason && !editing.pending) props.onSubmit();
  };
  const takeTheirs = () => {
    editing.takeTheirs();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={props.title}
      description={props.description}
      {...(props.returnFocus ? { returnFocus: props.returnFocus } : {})}
      {...(props.initialFocus ? { initialFocus: props.initialFocus } : {})}
      footer={
        conflict ? undefined : (
          <>
            <Button onClick={onClose}>{t("action.cancel")}</Button>
            <Button
              type="submit"
              form={form}
              variant={props.danger ? "danger" : "primary"}
              reason={reason}
              pending={editing.pending}
            >
              {props.confirmLabel}
            </Button>
          </>
        )
      }
    >
      {conflict ? (
        <ConflictPanel
          base={conflict.base}
          patch={conflict.edit.patch}
          current={conflict.current}
          pending={editing.pending}
          blocked={props.conflictBlocked ?? null}
          onKeepMine={props.onKeepMine}
          onTakeTheirs={takeTheirs}
        />
      ) : (
        <form id={form} onSubmit={submit} className="grid gap-4">
          {props.children}
          {error ? (
            <p role="alert" className="text-stop">
              {error}
            </p>
          ) : null}
        </form>
      )}
    </Dialog>
  );
}
