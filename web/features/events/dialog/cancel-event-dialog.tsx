import {
  cancelInput,
  type Event,
  type EventDetails,
  REASON_LENGTH,
} from "../../../../worker/features/events/events.schema.ts";
import { useLanguage, useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { toast } from "../../../lib/toast.ts";
import { useEditDialog } from "../../../ui/edit-dialog.ts";
import { TextArea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { events } from "../events.api.ts";
import { signUpsFrom } from "./changes.ts";
import { EventConflict } from "./event-conflict.tsx";
import { WhichDates } from "./which-dates.tsx";
import { dayIn } from "./zoned.ts";

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
  const { title, startsAt, timeZone, people, seriesId } = event;
  const { send, dialog } = useEditDialog<Event, EventDetails>(events, event, {
    failed: t("event_form.cancel_failed"),
    onSaved: () => {
      toast({ title: t("event_form.cancelled"), description: title });
      onCancelled?.();
    },
    onClose,
    conflict: (conflict) => <EventConflict {...conflict} />,
  });
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
      {...dialog}
      title={t("event_form.cancel_title", { title })}
      description={dayIn(startsAt, timeZone, language)}
      schema={cancelInput}
      defaults={{ reason: "", which: "this" as "this" | "following" }}
      confirmLabel={({ which }) =>
        t(
          seriesId !== null && which === "following"
            ? "event_form.cancel_following"
            : "event_form.cancel_one",
        )
      }
      cancelLabel={t("event_form.cancel_keep")}
      danger
      onSubmit={(_input, { reason, which }) =>
        send({
          call: "/cancel",
          method: "POST",
          body: { reason: reason.trim(), which },
          patch: { status: "cancelled", cancelReason: reason.trim() },
        })
      }
    >
      {(form) => (
        <>
          <TextArea
            {...form.field("reason", t("event_form.reason_error", { most: REASON_LENGTH }))}
            label={t("event_form.reason")}
            hint={t("event_form.reason_hint")}
            required
            maxLength={REASON_LENGTH}
          />
          {seriesId === null ? null : (
            <WhichDates
              event={event}
              question={t("event_form.which_cancel")}
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
