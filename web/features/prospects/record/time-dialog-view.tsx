import { MOST_MINUTES } from "../../../../worker/features/prospects/pipeline.schema.ts";
import { type Prospect, timeInput } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Input, Textarea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { logTime } from "../prospects.api.ts";

const COMMON = [15, 30, 60, 90];

/** Logs the minutes that were spent on a prospect. */
export default function TimeDialogView({ prospect, onClose }: { prospect: Prospect; onClose: () => void }) {
  const t = useT();
  const minutesOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null);
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
            {COMMON.map((each) => (
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
