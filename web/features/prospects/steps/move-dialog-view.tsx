import { useState } from "react";
import type { Prospect, WithdrawOutcome } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Field, Textarea } from "../../../ui/field.tsx";
import { SegmentedRadio } from "../../../ui/segmented.tsx";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { EditDialog, fieldError } from "../record/edit-dialog.tsx";
import { useEdit } from "../record/use-edit.ts";
import { MOVES, type MoveKind } from "./moves.ts";
import { statusEdit } from "./status-edit.ts";

export type MoveDialogProps = {
  prospect: Prospect;
  kind: MoveKind;
  onClose: () => void;
  returnFocus?: string;
};

const OUTCOMES = ["withdrawn", "declined"] as const satisfies readonly WithdrawOutcome[];

/** Asks for what a step along the pipeline needs, and takes it. */
export default function MoveDialogView({ prospect, kind, onClose, returnFocus }: MoveDialogProps) {
  const t = useT();
  const editing = useEdit();
  const [base] = useState(prospect);
  const [assignedTo, setAssignedTo] = useState(base.assignedTo);
  const [words, setWords] = useState("");
  const [outcome, setOutcome] = useState<WithdrawOutcome>("withdrawn");
  const move = MOVES[kind];
  const asksAssignee = kind === "complete_intro" || move.assignee;
  const edit = statusEdit(base, kind, { assignedTo, words, outcome });
  const isIllegal = editing.conflict && !editing.conflict.current.can.moveTo.includes(move.to);

  const failure = {
    title: t("prospect.failed.status"),
    text: (detail: string) => t("prospect.failed.status_text", { detail }),
  };
  const finish = async (saving: Promise<Prospect | null>) => {
    const saved = await saving;
    if (!saved) return;
    toast({
      title: t("prospect.status_updated"),
      description: t("prospect.status_now", { name: saved.displayName, status: t(`status.${saved.status}`) }),
    });
    onClose();
  };
  const reason =
    move.assignee && assignedTo === null
      ? t("prospect.assign.choose_first")
      : move.reason && words.trim() === ""
        ? t("prospect.reason_first")
        : null;
  return (
    <EditDialog
      title={t(`prospect.move.${kind}.title`)}
      description={t(`prospect.move.${kind}.text`, { name: base.displayName })}
      confirmLabel={t(`prospect.move.${kind}.confirm`)}
      reason={reason}
      danger={move.to === "inactive"}
      editing={editing}
      fields={["assignedTo", "reason", "notes"]}
      conflictBlocked={isIllegal ? t("prospect.conflict.illegal") : null}
      onSubmit={() => void finish(editing.run(base, edit, failure))}
      onKeepMine={() => void finish(editing.keepMine(failure))}
      onClose={onClose}
      returnFocus={returnFocus}
    >
      {asksAssignee ? (
        <AssigneeSelect
          value={assignedTo}
          onChange={setAssignedTo}
          nobody={move.assignee ? undefined : t("prospect.move.complete_intro.nobody")}
          hint={move.assignee ? undefined : t("prospect.move.complete_intro.hint")}
          error={fieldError(editing.error, "assignedTo")}
        />
      ) : null}
      {move.outcome ? (
        <div>
          <p className="mb-[5px] text-md text-ink-2">{t("prospect.outcome.label")}</p>
          <SegmentedRadio
            label={t("prospect.outcome.label")}
            value={outcome}
            onChange={setOutcome}
            options={OUTCOMES.map((value) => ({ value, label: t(`prospect.outcome.${value}`) }))}
          />
        </div>
      ) : null}
      <Field
        label={t(move.reason ? "prospect.reason" : "prospect.comment_optional")}
        hint={move.reason ? t("prospect.reason_hint") : t("prospect.comment_hint")}
        error={fieldError(editing.error, move.reason ? "reason" : "notes")}
        required={move.reason}
      >
        <Textarea value={words} maxLength={2000} onChange={(event) => setWords(event.target.value)} />
      </Field>
    </EditDialog>
  );
}
