import { type FormEvent, useId, useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { errorText } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input, Textarea } from "../../../ui/field.tsx";
import { logTime } from "../record.api.ts";
import { fieldError } from "./edit-dialog.tsx";

const MOST_MINUTES = 24 * 60;
const COMMON = [15, 30, 60, 90];

/** Logs the minutes somebody spent on a prospect. */
export function TimeDialog({ prospect, onClose }: { prospect: Prospect; onClose: () => void }) {
  const t = useT();
  const form = useId();
  const [minutes, setMinutes] = useState("");
  const [words, setWords] = useState("");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const amount = Number(minutes);
  const valid = /^\d+$/.test(minutes) && amount >= 1 && amount <= MOST_MINUTES;
  const reason = valid ? null : t("prospect.time.range", { most: MOST_MINUTES });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!valid || pending) return;
    setPending(true);
    setError(null);
    try {
      await logTime(prospect.id, { minutes: amount, notes: words.trim() || null });
      toast({ title: t("prospect.time.logged", { minutes: amount }) });
      onClose();
    } catch (failure) {
      setError(failure);
      toast({
        title: t("prospect.failed.time"),
        description: errorText(failure),
        variant: "destructive",
      });
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("prospect.time.title")}
      description={t("prospect.time.text", { name: prospect.displayName })}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" form={form} variant="primary" reason={reason} pending={pending}>
            {t("prospect.time.confirm")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label={t("prospect.time.minutes")} error={fieldError(error, "minutes")} required>
          <Input
            inputMode="numeric"
            className="max-w-[140px]"
            value={minutes}
            onChange={(event) => setMinutes(event.target.value.trim())}
          />
        </Field>
        <div className="-mt-2 flex flex-wrap gap-1.5">
          {COMMON.map((each) => (
            <Button key={each} size="s" onClick={() => setMinutes(String(each))}>
              {t("prospect.time.amount", { minutes: each })}
            </Button>
          ))}
        </div>
        <Field label={t("prospect.comment_optional")} error={fieldError(error, "notes")}>
          <Textarea value={words} maxLength={2000} onChange={(event) => setWords(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
