import { type ComponentProps, Suspense, useState } from "react";
import {
  type BulkInput,
  needsAssignee,
  type Prospect,
  type ProspectStatus,
  type StatusInput,
  statusInput,
  WITHDRAW_OUTCOMES,
  type WithdrawOutcome,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import type { Language } from "../../../../worker/lib/wire.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { TextArea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { SegmentedRadio } from "../../../ui/segmented.tsx";
import { declineWords, useApplication } from "../../joining/index.ts";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { useProspectEdit } from "../fields/prospect-conflict.tsx";
import { tellChanged } from "../undo.ts";
import { bulkNeeds, type Move, nameOf, questionOf, statusEdit, useStepTexts } from "./moves.ts";

/** The answers; `notes` is an optional comment. */
type StepForm = {
  assignedTo: number | null;
  outcome: WithdrawOutcome;
  reason: string;
  notes: string;
  /** What an applicant reads. */
  words: string;
};
const NO_ANSWERS: StepForm = { assignedTo: null, outcome: "withdrawn", reason: "", notes: "", words: "" };

/** Asks for the answers that a step of one or many prospects needs. */
function StepDialog(
  props: Omit<
    ComponentProps<typeof FormDialog<StepForm, StatusInput>>,
    "schema" | "reasonOf" | "children"
  > & {
    asks: Pick<Move, "assignee" | "reason" | "outcome">;
    words: "reason" | "notes";
    /** Label of the option for no assignee, where it is optional. */
    nobody: string;
    /** Asks for what the applicant reads who is declined; `name` is null for several. */
    applicant?: { name: string | null; language: Language | null } | null;
  },
) {
  const t = useT();
  const { asks, words, nobody, applicant, ...dialog } = props;
  const optional = asks.assignee === "optional" ? { nobody } : {};
  return (
    <FormDialog
      {...dialog}
      schema={statusInput}
      reasonOf={({ assignedTo, reason }) => {
        if (asks.assignee === "needed" && assignedTo === null) return t("prospect.assign.choose_first");
        return asks.reason && reason.trim() === "" ? t("prospect.reason_first") : null;
      }}
    >
      {(form) => (
        <>
          {asks.assignee ? <AssigneeSelect {...form.bind("assignedTo")} {...optional} /> : null}
          {asks.outcome ? (
            <div>
              <p className="mb-[5px] text-md text-ink-2">{t("prospect.outcome.label")}</p>
              <SegmentedRadio
                {...form.bind("outcome")}
                label={t("prospect.outcome.label")}
                options={WITHDRAW_OUTCOMES.map((value) => ({ value, label: t(`prospect.outcome.${value}`) }))}
              />
            </div>
          ) : null}
          <TextArea
            {...form.field(words)}
            label={t(asks.reason ? "prospect.reason" : "prospect.comment_optional")}
            hint={t("prospect.comment_hint")}
            required={asks.reason}
            maxLength={2000}
          />
          {applicant && form.values.outcome === "declined" ? (
            <Suspense>
              <declineWords.View
                {...applicant}
                field={form.field("words")}
                onPick={(text) => form.set("words", text)}
              />
            </Suspense>
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

/** Asks for the answers that a step needs, and takes it. */
export function MoveDialog(props: {
  prospect: Prospect;
  move: Move;
  onClose: () => void;
  returnFocus?: string | undefined;
}) {
  const t = useT();
  const { failure, taken } = useStepTexts();
  const { move, returnFocus } = props;
  const title = t(`prospect.move.${nameOf(move)}`);
  const { base, send, dialog } = useProspectEdit({
    ...props,
    failed: failure,
    onSaved: (saved) => tellChanged(saved, taken(saved)),
  });
  const { data: application, isLoading } = useApplication(
    move.to === "inactive" ? base : { ...base, userId: null },
  );
  const words = move.reason ? "reason" : "notes";
  const editOf = (form: StepForm) =>
    statusEdit(base, move, { ...form, words: form[words], applicantReads: form.words });
  const isApplicant = application?.admission?.status === "sent";
  if (isLoading) return null;
  return (
    <StepDialog
      {...dialog}
      asks={move}
      title={title}
      description={t(`prospect.move.${questionOf(move)}_text`, { name: base.displayName })}
      confirmLabel={title}
      danger={move.to === "inactive"}
      defaults={{
        ...NO_ANSWERS,
        assignedTo: base.assignedTo,
        ...(isApplicant && move.outcome ? { outcome: "declined" } : {}),
      }}
      applicant={
        isApplicant && move.outcome ? { name: base.displayName, language: application.language } : null
      }
      inputOf={(form) => editOf(form).body}
      onSubmit={(body, form) => send({ ...editOf(form), body })}
      returnFocus={returnFocus}
      words={words}
      nobody={t("prospect.assign.nobody")}
    />
  );
}

/** Asks for the answers that moving the selected prospects needs, and moves those that can be moved. */
export function BulkMoveDialog(props: {
  selected: readonly Prospect[];
  to: ProspectStatus;
  onRun: (change: BulkInput["change"]) => Promise<void>;
  onClose: () => void;
}) {
  const t = useT();
  const { selected, to, onRun, onClose } = props;
  const [{ able, ...needs }] = useState(() => bulkNeeds(selected, to));
  const assignee = needs.assignee ? "needed" : needsAssignee(to) ? "optional" : null;
  return (
    <StepDialog
      asks={{ ...needs, assignee }}
      title={t("prospects.bulk.move_title", { count: selected.length, status: t(`status.${to}`) })}
      description={t("prospects.bulk.move_text", { able, count: selected.length })}
      confirmLabel={t("prospects.bulk.move")}
      danger={to === "inactive"}
      defaults={NO_ANSWERS}
      // Only users have a page on which they read it.
      applicant={
        needs.outcome && selected.some(({ userId }) => userId !== null)
          ? { name: null, language: null }
          : null
      }
      inputOf={({ assignedTo, outcome, reason, words }) => ({
        status: to,
        assignedTo: assignedTo ?? undefined,
        reason,
        outcome: needs.outcome ? outcome : undefined,
        words: needs.outcome && outcome === "declined" ? words : undefined,
      })}
      failure={{ title: t("prospects.bulk.failed") }}
      onSubmit={({ status, assignedTo, reason, outcome, words }) =>
        onRun({ kind: "status", status, assignedTo, reason, outcome, words })
      }
      onClose={onClose}
      returnFocus="[data-bulk=move]"
      words="reason"
      nobody={t("prospects.bulk.keep_assignee")}
    />
  );
}
