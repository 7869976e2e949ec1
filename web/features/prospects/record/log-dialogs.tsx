import {
  deadlineInput,
  MOST_MINUTES,
  type Prospect,
  timeInput,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Input, Textarea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { DeadlinePicker } from "../fields/deadline-picker.tsx";
import { useEditDialog } from "../fields/prospect-conflict.tsx";
import { logTime } from "../prospects.api.ts";

type Props = { prospect: Prospect; onClose: () => void };

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

const COMMON_MINUTES = [15, 30, 60, 90];

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
