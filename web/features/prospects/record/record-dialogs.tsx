import {
  type AssigneeLoad,
  assignInput,
  type BulkInput,
  deadlineInput,
  MOST_MINUTES,
  type Prospect,
  reassignInput,
  timeInput,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Input, Textarea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { handOver } from "../bulk/bulk.api.ts";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { DeadlinePicker } from "../fields/deadline-fields.tsx";
import { useEditDialog } from "../fields/prospect-conflict.tsx";
import { logTime } from "../prospects.api.ts";

const COMMON_MINUTES = [15, 30, 60, 90];

type Props = { prospect: Prospect; onClose: () => void };

/** Gives a prospect to a member, or to another one, with a deadline if wanted. */
export function AssignDialog(props: Props & { returnFocus?: string }) {
  const t = useT();
  const failure = { title: t("prospect.failed.assign") };
  const { base, send, dialog } = useEditDialog(props.prospect, props.onClose, failure);
  const isReassigning = base.assignedTo !== null;
  return (
    <FormDialog
      {...dialog}
      title={t(isReassigning ? "prospect.assign.reassign_title" : "prospect.assign.title")}
      description={t("prospect.assign.text", { name: base.displayName })}
      confirmLabel={t(isReassigning ? "prospect.assign.reassign" : "prospect.assign.confirm")}
      schema={assignInput}
      defaults={{ assignedTo: base.assignedTo, deadline: base.deadline }}
      reasonOf={({ assignedTo, deadline }) => {
        if (assignedTo === null && !isReassigning) return t("prospect.assign.choose_first");
        const isUnchanged = assignedTo === base.assignedTo && deadline === base.deadline;
        return isUnchanged ? t("prospect.assign.unchanged") : null;
      }}
      onSubmit={(_input, { assignedTo, deadline }) => {
        const body = deadline === base.deadline ? { assignedTo } : { assignedTo, deadline };
        return send({ call: "/assign", body, patch: body });
      }}
      returnFocus={props.returnFocus}
    >
      {(form) => (
        <>
          <AssigneeSelect
            {...form.bind("assignedTo")}
            nobody={isReassigning ? t("prospect.assign.nobody") : undefined}
          />
          <DeadlinePicker {...form.bind("deadline")} />
        </>
      )}
    </FormDialog>
  );
}

/** Gives all selected prospects to a member. */
export function BulkAssignDialog(props: {
  count: number;
  onRun: (change: BulkInput["change"]) => Promise<void>;
  onClose: () => void;
}) {
  const t = useT();
  return (
    <FormDialog
      title={t("prospects.bulk.assign_title", { count: props.count })}
      description={t("prospects.bulk.assign_text")}
      confirmLabel={t("prospect.assign.confirm")}
      schema={assignInput}
      defaults={{ assignedTo: null as number | null }}
      reasonOf={({ assignedTo }) => (assignedTo === null ? t("prospect.assign.choose_first") : null)}
      failure={{ title: t("prospects.bulk.failed") }}
      onSubmit={({ assignedTo }) => props.onRun({ kind: "assign", assignedTo })}
      onClose={props.onClose}
    >
      {(form) => <AssigneeSelect {...form.bind("assignedTo")} />}
    </FormDialog>
  );
}

/** Hands everything one member has open to another, with a way back. */
export function ReassignDialog({ from, onClose }: { from: AssigneeLoad; onClose: () => void }) {
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
        <AssigneeSelect {...form.bind("to")} label={t("prospects.team.to")} except={from.memberId} />
      )}
    </FormDialog>
  );
}

/** A comment for the log, a new deadline, or both. */
export function CommentDialog(props: Props) {
  const t = useT();
  const failure = { title: t("prospect.failed.comment") };
  const { base, send, dialog } = useEditDialog(props.prospect, props.onClose, failure);
  const changeOf = ({ deadline }: Pick<Prospect, "deadline">) =>
    deadline === base.deadline ? {} : { deadline };
  return (
    <FormDialog
      {...dialog}
      title={t("prospect.comment.title")}
      description={t("prospect.comment.text", { name: base.displayName })}
      confirmLabel={t("action.save")}
      schema={deadlineInput}
      defaults={{ notes: "", deadline: base.deadline }}
      inputOf={(form) => ({ notes: form.notes, ...changeOf(form) })}
      reasonOf={(form) =>
        form.notes.trim() || "deadline" in changeOf(form) ? null : t("prospect.comment.nothing")
      }
      onSubmit={(body, form) => send({ call: "/deadline", body, patch: changeOf(form) })}
    >
      {(form) => (
        <>
          <Field label={t("prospect.comment.label")} error={form.errorOf("notes")}>
            <Textarea maxLength={2000} {...form.register("notes")} />
          </Field>
          <DeadlinePicker {...form.bind("deadline")} />
        </>
      )}
    </FormDialog>
  );
}

const minutesOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null);

/** Logs the minutes that were spent on a prospect. */
export function TimeDialog({ prospect, onClose }: Props) {
  const t = useT();
  return (
    <FormDialog
      title={t("prospect.time.title")}
      description={t("prospect.time.text", { name: prospect.displayName })}
      confirmLabel={t("prospect.time.confirm")}
      schema={timeInput}
      defaults={{ minutes: "", notes: "" }}
      inputOf={({ minutes, notes }) => ({ minutes: minutesOf(minutes), notes })}
      reasonOf={({ minutes }) =>
        timeInput.shape.minutes.safeParse(minutesOf(minutes)).success
          ? null
          : t("prospect.time.range", { most: MOST_MINUTES })
      }
      failure={{ title: t("prospect.failed.time") }}
      onSubmit={async (input) => {
        await logTime(prospect.id, input);
        toast({ title: t("prospect.time.logged", { minutes: input.minutes }) });
      }}
      onClose={onClose}
    >
      {({ register, set, errorOf }) => (
        <>
          <Field label={t("prospect.time.minutes")} error={errorOf("minutes")} required>
            <Input inputMode="numeric" className="max-w-[140px]" {...register("minutes")} />
          </Field>
          <div className="-mt-2 flex flex-wrap gap-1.5">
            {COMMON_MINUTES.map((each) => (
              <Button key={each} size="s" onClick={() => set("minutes", String(each))}>
                {t("prospect.time.amount", { minutes: each })}
              </Button>
            ))}
          </div>
          <Field label={t("prospect.comment_optional")} error={errorOf("notes")}>
            <Textarea maxLength={2000} {...register("notes")} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
