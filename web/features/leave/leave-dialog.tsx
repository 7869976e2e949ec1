import { addLeaveInput, NOTE_LENGTH } from "../../../worker/features/leave/leave.schema.ts";
import { act } from "../../lib/action.ts";
import { addDays, type Day, dayOf } from "../../lib/date-input.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useAwayWords } from "../../ui/away.tsx";
import { Button } from "../../ui/button.tsx";
import { ConflictPanel } from "../../ui/conflict-panel.tsx";
import { DayInput } from "../../ui/date-time.tsx";
import { useEditDialog } from "../../ui/edit-dialog.ts";
import { Field, TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { type Leave, leaves, ownOfDays, withdrawFrom } from "./leave.api.ts";

type Values = { from: string; to: string; note: string };

/** Events that one press withdraws from at most. */
const MOST_COVERED = 20;
/** Titles that a toast has room for. */
const NAMED = 3;
/** Long enough to read the names and to decide. */
const OFFER_MS = 30_000;

/** Says that leave was saved, and offers to withdraw from the events that it covers and the reader goes to or waits for. */
function useSaved(isOwn: boolean) {
  const t = useT();
  const wordsOf = useAwayWords();
  const format = useFormat();
  const { user } = useUser();
  return async (title: string, days: Leave) => {
    const words = wordsOf(days, { isAlone: true });
    toast({ title, description: words });
    if (!isOwn || !user) return;
    // Readers who cannot see events have none; the request may also fail.
    const all = await ownOfDays(user.organizationId, days).catch(() => []);
    const covered = all.slice(0, MOST_COVERED);
    const count = covered.length;
    if (count === 0) return;
    const named = covered.slice(0, NAMED).map((each) => `${each.title} (${format.shortDate(each.startsAt)})`);
    const run = () =>
      void act(() => withdrawFrom(covered.map(({ id }) => id)), {
        done: { title: t("leave.withdrawn", { count }) },
        failed: t("leave.withdraw_failed"),
      });
    toast({
      title,
      description: `${words}. ${t("leave.covers", { names: named.join(", "), count, more: count - named.length })}`,
      action: { label: t("leave.withdraw", { count }), run },
      duration: OFFER_MS,
    });
  };
}

/** The times that one press fills in from today on, with the days that follow today; a week ends on Sunday. */
const SPANS = [
  ["today", () => 0],
  ["week", (today: Date) => (7 - today.getDay()) % 7],
  ["two_weeks", () => 13],
] as const;

/**
 * Adds leave of a member, or edits one.
 * @param props.name of another member; without it the leave is the reader's own
 * @param props.days of a new leave, if these are not today
 */
export default function LeaveDialog(props: {
  userId: number;
  name?: string | null;
  leave?: Leave | null;
  days?: { from: Day; to: Day };
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { userId, name = null, leave = null, onClose } = props;
  const today = new Date();
  const days = props.days ?? { from: dayOf(today), to: dayOf(today) };
  const saved = useSaved(name === null);
  const { base, send, dialog } = useEditDialog<Leave, Leave | null>(leaves, leave, {
    failed: t("leave.not_saved"),
    onSaved: (changed) => void saved(t("leave.saved"), changed),
    onClose,
    conflict: (conflict) => (
      <ConflictPanel<Leave, "from" | "to" | "note">
        {...conflict}
        name={t("leave.title")}
        labels={{ from: t("leave.from"), to: t("leave.to"), note: t("leave.note") }}
        textOf={(field, value) => (field === "note" ? value : format.date(value))}
      />
    ),
  });
  const defaults: Values = {
    from: base?.from ?? days.from,
    to: base?.to ?? days.to,
    note: base?.note ?? "",
  };
  const title = name === null ? t("leave.add") : t("leave.add_for", { name });
  return (
    <FormDialog
      {...dialog}
      title={base ? t("leave.edit_title") : title}
      description={t("leave.add_text")}
      schema={addLeaveInput}
      defaults={defaults}
      inputOf={({ from, to, note }) => ({
        ...{ from, to, note: note.trim() || null },
        ...(base || name === null ? {} : { userId }),
      })}
      confirmLabel={t(base ? "action.save" : "leave.add_other")}
      fieldOfCode={{ leave_overlaps: "from" }}
      onSubmit={async (input, values, key) => {
        if (base) return send({ body: input, patch: { ...values, note: input.note ?? null } });
        const added = await leaves.create(input, { key });
        void saved(t("leave.added"), added);
        return true;
      }}
    >
      {(form) => {
        const from = form.bind("from", t("leave.day_error"));
        const to = form.bind("to", t("leave.day_error"));
        return (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t("leave.from")} error={from.error} required>
                <DayInput value={from.value} onChange={from.onChange} towards="future" />
              </Field>
              <Field label={t("leave.to")} error={to.error} required>
                <DayInput
                  value={to.value}
                  onChange={to.onChange}
                  min={form.values.from || undefined}
                  towards="future"
                />
              </Field>
            </div>
            {base ? null : (
              <fieldset aria-label={t("leave.spans")} className="flex flex-wrap gap-2">
                {SPANS.map(([span, lengthOf]) => (
                  <Button
                    key={span}
                    size="s"
                    onClick={() => {
                      form.set("from", dayOf(today));
                      form.set("to", dayOf(addDays(today, lengthOf(today))));
                    }}
                  >
                    {t(`leave.span.${span}`)}
                  </Button>
                ))}
              </fieldset>
            )}
            <TextArea
              {...form.field("note", t("leave.note_error", { max: NOTE_LENGTH }))}
              label={t("leave.note")}
              hint={name === null ? t("leave.note_hint_own") : t("leave.note_hint", { name })}
              rows={2}
              maxLength={NOTE_LENGTH}
            />
          </>
        );
      }}
    </FormDialog>
  );
}
