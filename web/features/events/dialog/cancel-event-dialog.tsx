import {
  cancelInput,
  type EventDetails,
  REASON_LENGTH,
} from "../../../../worker/features/events/events.schema.ts";
import { actUndoable } from "../../../lib/held.ts";
import { useLanguage, useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { events } from "../events.api.ts";
import { signUpsFrom } from "./changes.ts";
import { WhichDates } from "./which-dates.tsx";
import { dayIn } from "./zoned.ts";

/** Reasons that were not sent, by event: typed once. */
const unsent = new Map<number, string>();

export default function CancelEventDialog(props: {
  event: EventDetails;
  onClose: () => void;
  /** Called before `onClose` where it was cancelled. */
  onCancelled?: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const { user } = useUser();
  const { event, onClose, onCancelled } = props;
  const { id, title, startsAt, timeZone, people, seriesId, can } = event;
  const failed = t("event_form.cancel_failed");
  const cancel = (body: { reason: string; which: "this" | "following" }) => {
    const { reason } = body;
    unsent.set(id, reason);
    const call = (when: Promise<void>) =>
      events
        .call(id, {
          ...{ call: "/cancel", body, when },
          patch: { status: "cancelled", cancelReason: reason, can: { ...can, cancel: false, answer: false } },
        })
        .then(() => unsent.delete(id));
    void actUndoable({ title: t("event_form.cancelled"), description: title }, call, failed);
    onCancelled?.();
  };
  const notified = people.filter(
    ({ userId, answer }) => userId !== null && userId !== user?.id && answer !== "declined",
  ).length;
  const { later } = signUpsFrom(event);
  const toldOf = (which: "this" | "following") => {
    const following = which === "following" && later > 0 && t("event_form.told_following", { count: later });
    const here =
      notified > 0
        ? t("event_form.cancel_told", { count: notified })
        : !following && t("event_form.told_nobody");
    return [here, following].filter(Boolean).join(" ");
  };
  return (
    <FormDialog
      title={t("event_form.cancel_title", { title })}
      description={dayIn(startsAt, timeZone, language)}
      schema={cancelInput}
      defaults={{ reason: unsent.get(id) ?? "", which: "this" as "this" | "following" }}
      confirmLabel={({ which }) =>
        t(
          seriesId !== null && which === "following"
            ? "event_form.cancel_following"
            : "event_form.cancel_one",
        )
      }
      cancelLabel={t("event_form.cancel_keep")}
      danger
      failure={{ title: failed }}
      onSubmit={async (_input, { reason, which }) => cancel({ reason: reason.trim(), which })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextArea
            {...form.field("reason", t("event_form.text_needed", { most: REASON_LENGTH }))}
            label={t("event_form.reason")}
            hint={t("event_form.reason_hint")}
            required
            maxLength={REASON_LENGTH}
          />
          {seriesId === null ? null : (
            <WhichDates
              event={event}
              value={form.values.which}
              onChange={(which) => form.set("which", which)}
            />
          )}
          <p className="text-md text-ink-2">{toldOf(form.values.which)}</p>
        </>
      )}
    </FormDialog>
  );
}
