import { useState } from "react";
import {
  type AssigneeLoad,
  assignInput,
  deadlineInput,
  isOpenStage,
  MOST_MINUTES,
  type Prospect,
  reassignInput,
  timeInput,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { request } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { topicsChanged } from "../../../lib/live.ts";
import { numberOf } from "../../../lib/number.ts";
import { useUser } from "../../../lib/session.tsx";
import { toast } from "../../../lib/toast.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { NumberField } from "../../../ui/number-field.tsx";
import { type BulkChange, handOver } from "../bulk/bulk.api.ts";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { DeadlinePicker } from "../fields/deadline-fields.tsx";
import { useTellDeadline } from "../fields/deadline-menu.tsx";
import { useProspectEdit } from "../fields/prospect-conflict.tsx";
import { useAssignable, useAssignees } from "../prospects.api.ts";
import { tellChanged } from "../undo.ts";

type Props = { prospect: Prospect; onClose: () => void };

export function AssignDialog(props: Props & { returnFocus?: string; isDeadline?: boolean }) {
  const t = useT();
  const assignees = useAssignees();
  const { base, send, dialog } = useProspectEdit({
    ...props,
    failed: t("prospect.failed"),
    onSaved: (saved) => {
      const { displayName: name, assignedTo } = saved;
      const assignee = assignees.get(assignedTo)?.displayName ?? t("prospect.empty.assignedTo");
      tellChanged(saved, {
        title: t("prospect.assign.done"),
        description: t("prospect.now", { name, value: assignee }),
      });
    },
  });
  const isReassigning = base.assignedTo !== null;
  const nobody = isReassigning ? t("prospect.assign.nobody") : undefined;
  const title = t(isReassigning ? "prospect.assign.reassign" : "prospect.assign.confirm");
  return (
    <FormDialog
      {...dialog}
      title={title}
      description={t("prospect.assign.text", { name: base.displayName })}
      confirmLabel={title}
      schema={assignInput}
      defaults={{ assignedTo: base.assignedTo, deadline: base.deadline }}
      reasonOf={({ assignedTo, deadline }) => {
        if (assignedTo === null && !isReassigning) return t("prospect.assign.choose_first");
        const isChanged = assignedTo !== base.assignedTo || deadline !== base.deadline;
        return isChanged ? null : t("prospect.blocked.nothing");
      }}
      onSubmit={(_input, { assignedTo, deadline }) => {
        const body = deadline === base.deadline ? { assignedTo } : { assignedTo, deadline };
        return send({ call: "/assign", body, patch: body });
      }}
      returnFocus={props.returnFocus}
    >
      {(form) => (
        <>
          <AssigneeSelect {...form.bind("assignedTo")} nobody={nobody} />
          {isOpenStage(base.stage) ? <DeadlinePicker {...form.bind("deadline")} /> : null}
        </>
      )}
    </FormDialog>
  );
}

/** Assigns the selected prospects, to the reader unless another is chosen; without a deadline each keeps the one it has. */
export function BulkAssignDialog(props: {
  selected: readonly Prospect[];
  onRun: (...change: BulkChange) => Promise<void>;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const assignees = useAssignees();
  const { selected, onRun, onClose } = props;
  const me = useUser().user?.member?.id;
  const [first] = useState(useAssignable().data?.find(({ id }) => id === me)?.id ?? null);
  const assign = (assignedTo: number | null, deadline: string | null) =>
    onRun({ kind: "assign", assignedTo, ...(deadline ? { deadline } : {}) }, (count, prospects) => {
      const without = deadline ? 0 : prospects.filter((each) => each.deadline === null).length;
      return {
        title: t("prospects.bulk.assigned", { count, name: assignees.get(assignedTo)?.displayName }),
        ...(deadline && {
          description: t("prospects.bulk.assigned_due", { when: format.dateTime(deadline) }),
        }),
        ...(without > 0 && { description: t("prospects.team.without_deadline", { count: without }) }),
      };
    });
  return (
    <FormDialog
      title={t("prospects.bulk.assign_title", { count: selected.length })}
      description={t("prospects.bulk.assign_text")}
      confirmLabel={t("prospect.assign.confirm")}
      schema={assignInput}
      defaults={{ assignedTo: first, deadline: null as string | null }}
      reasonOf={({ assignedTo }) => (assignedTo === null ? t("prospect.assign.choose_first") : null)}
      failure={{ title: t("prospects.bulk.failed") }}
      onSubmit={(_input, { assignedTo, deadline }) => assign(assignedTo, deadline)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <AssigneeSelect {...form.bind("assignedTo")} />
          {selected.some(({ stage }) => isOpenStage(stage)) ? (
            <DeadlinePicker {...form.bind("deadline")} />
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

/** Reassigns all open prospects of a member; the toast offers to undo it. */
export function ReassignDialog({ from, onClose }: { from: AssigneeLoad; onClose: () => void }) {
  const t = useT();
  const { memberId, displayName: name } = from;
  return (
    <FormDialog
      title={t("prospects.team.hand_over_title", { count: from.open, name })}
      confirmLabel={t("prospects.team.hand_over_confirm")}
      schema={reassignInput}
      defaults={{ to: null as number | null }}
      inputOf={({ to }) => ({ from: memberId, to })}
      reasonOf={({ to }) => (to === null ? t("prospect.assign.choose_first") : null)}
      failure={{ title: t("prospect.failed") }}
      onSubmit={({ to }) => handOver(memberId, to)}
      onClose={onClose}
      returnFocus={`[data-team="${memberId}"]`}
    >
      {(form) => <AssigneeSelect {...form.bind("to")} label={t("prospects.team.to")} except={memberId} />}
    </FormDialog>
  );
}

/** Adds a comment to the log, a new deadline, or both. */
export function CommentDialog(
  props: Props & {
    returnFocus?: string;
    /** Asks for the deadline first. */
    isDeadline?: boolean;
  },
) {
  const t = useT();
  const tellDeadline = useTellDeadline();
  const { base, send, dialog } = useProspectEdit({
    ...props,
    failed: t("prospect.failed"),
    onSaved: (saved, before) => saved.deadline !== before.deadline && tellDeadline(saved),
  });
  const changeOf = ({ deadline }: Pick<Prospect, "deadline">) =>
    deadline === base.deadline ? {} : { deadline };
  return (
    <FormDialog
      {...dialog}
      title={t("prospect.comment")}
      description={base.displayName}
      confirmLabel={t("action.save")}
      schema={deadlineInput}
      defaults={{ notes: "", deadline: base.deadline }}
      inputOf={(form) => ({ notes: form.notes, ...changeOf(form) })}
      reasonOf={(form) =>
        form.notes.trim() || "deadline" in changeOf(form) ? null : t("prospect.blocked.nothing")
      }
      onSubmit={(body, form) => send({ call: "/deadline", body, patch: changeOf(form) })}
      returnFocus={props.returnFocus}
    >
      {(form) => {
        const parts = [
          <TextArea
            key="notes"
            {...form.field("notes")}
            label={t("prospect.comment_label")}
            maxLength={2000}
          />,
          base.can.setDeadline ? <DeadlinePicker key="deadline" {...form.bind("deadline")} /> : null,
        ];
        return props.isDeadline ? parts.toReversed() : parts;
      }}
    </FormDialog>
  );
}

export function TimeDialog({ prospect, onClose }: Props) {
  const t = useT();
  return (
    <FormDialog
      title={t("prospect.time")}
      description={prospect.displayName}
      confirmLabel={t("prospect.time")}
      schema={timeInput}
      defaults={{ minutes: "", notes: "" }}
      inputOf={({ minutes, notes }) => ({ minutes: numberOf(minutes), notes })}
      reasonOf={({ minutes }) =>
        timeInput.shape.minutes.safeParse(numberOf(minutes)).success
          ? null
          : t("prospect.time.range", { most: MOST_MINUTES })
      }
      failure={{ title: t("prospect.failed") }}
      onSubmit={async (input, _form, key) => {
        await request(`/api/prospects/${prospect.id}/time`, { method: "POST", body: input, key });
        topicsChanged(["activity", "prospects"]);
        const minutes = t("prospect.time.amount", { minutes: input.minutes });
        toast({ title: t("prospect.time.logged", { minutes }) });
      }}
      onClose={onClose}
    >
      {({ bind, field, set }) => (
        <>
          <NumberField
            {...bind("minutes")}
            label={t("prospect.time.minutes")}
            required
            inputClass="max-w-[140px]"
          />
          <div className="-mt-2 flex flex-wrap gap-1.5">
            {[15, 30, 60, 90].map((each) => (
              <Button key={each} size="s" onClick={() => set("minutes", String(each))}>
                {t("prospect.time.amount", { minutes: each })}
              </Button>
            ))}
          </div>
          <TextArea {...field("notes")} label={t("prospect.comment_optional")} maxLength={2000} />
        </>
      )}
    </FormDialog>
  );
}
