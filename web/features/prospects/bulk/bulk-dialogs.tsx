import { type FormEvent, type ReactNode, useId, useState } from "react";
import type {
  BulkInput,
  Prospect,
  WithdrawOutcome,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Textarea } from "../../../ui/field.tsx";
import { SegmentedRadio } from "../../../ui/segmented.tsx";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { type BulkTarget, bulkNeeds } from "./bulk.ts";

type Run = (change: BulkInput["change"]) => Promise<boolean>;

/** A dialog whose answer is one call; it closes when that went through. */
export function AskDialog(props: {
  title: string;
  description: string;
  confirmLabel: string;
  reason: string | null;
  danger?: boolean;
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
  returnFocus?: string;
  children: ReactNode;
}) {
  const t = useT();
  const form = useId();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (props.reason || pending) return;
    setPending(true);
    if (await props.onConfirm()) return props.onClose();
    setPending(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !pending) props.onClose();
      }}
      title={props.title}
      description={props.description}
      {...(props.returnFocus ? { returnFocus: props.returnFocus } : {})}
      footer={
        <>
          <Button onClick={props.onClose}>{t("action.cancel")}</Button>
          <Button
            type="submit"
            form={form}
            variant={props.danger ? "danger" : "primary"}
            reason={props.reason}
            pending={pending}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {props.children}
      </form>
    </Dialog>
  );
}

/** Gives everybody selected to one person. */
export function BulkAssignDialog(props: { count: number; onRun: Run; onClose: () => void }) {
  const t = useT();
  const [assignedTo, setAssignedTo] = useState<number | null>(null);
  return (
    <AskDialog
      title={t("prospects.bulk.assign_title", { count: props.count })}
      description={t("prospects.bulk.assign_text")}
      confirmLabel={t("prospect.assign.confirm")}
      reason={assignedTo === null ? t("prospect.assign.choose_first") : null}
      onConfirm={() => props.onRun({ kind: "assign", assignedTo })}
      onClose={props.onClose}
      returnFocus="[data-bulk=assign]"
    >
      <AssigneeSelect value={assignedTo} onChange={setAssignedTo} />
    </AskDialog>
  );
}

/** Moves everybody selected who can go there, asking for what they need. */
export function BulkMoveDialog(props: {
  selected: readonly Prospect[];
  to: BulkTarget;
  onRun: Run;
  onClose: () => void;
}) {
  const t = useT();
  const { selected, to } = props;
  const [needs] = useState(() => bulkNeeds(selected, to));
  const [assignedTo, setAssignedTo] = useState<number | null>(null);
  const [words, setWords] = useState("");
  const [outcome, setOutcome] = useState<WithdrawOutcome>("withdrawn");
  const asksAssignee = to === "assigned_onboarding" || to === "onboarding";
  const reason =
    needs.assignee && assignedTo === null
      ? t("prospect.assign.choose_first")
      : needs.reason && words.trim() === ""
        ? t("prospect.reason_first")
        : null;
  const change: BulkInput["change"] = {
    kind: "status",
    status: to,
    ...(assignedTo === null ? {} : { assignedTo }),
    ...(words.trim() ? { reason: words.trim() } : {}),
    ...(needs.outcome ? { outcome } : {}),
  };
  return (
    <AskDialog
      title={t("prospects.bulk.move_title", { count: selected.length, status: t(`status.${to}`) })}
      description={t("prospects.bulk.move_text", { able: needs.able, rest: selected.length - needs.able })}
      confirmLabel={t("prospects.bulk.move")}
      reason={reason}
      danger={to === "inactive"}
      onConfirm={() => props.onRun(change)}
      onClose={props.onClose}
      returnFocus="[data-bulk=move]"
    >
      {asksAssignee ? (
        <AssigneeSelect
          value={assignedTo}
          onChange={setAssignedTo}
          nobody={needs.assignee ? undefined : t("prospects.bulk.keep_assignee")}
        />
      ) : null}
      {needs.outcome ? (
        <div>
          <p className="mb-[5px] text-md text-ink-2">{t("prospect.outcome.label")}</p>
          <SegmentedRadio
            label={t("prospect.outcome.label")}
            value={outcome}
            onChange={setOutcome}
            options={[
              { value: "withdrawn", label: t("prospect.outcome.withdrawn") },
              { value: "declined", label: t("prospect.outcome.declined") },
            ]}
          />
        </div>
      ) : null}
      <Field
        label={t(needs.reason ? "prospect.reason" : "prospect.comment_optional")}
        hint={t("prospect.comment_hint")}
        required={needs.reason}
      >
        <Textarea value={words} maxLength={2000} onChange={(event) => setWords(event.target.value)} />
      </Field>
    </AskDialog>
  );
}
