import { useRef, useState } from "react";
import {
  createEventInput,
  type Event,
  type EventDetails,
  editEventInput,
} from "../../../../worker/features/events/events.schema.ts";
import { ownZone } from "../../../../worker/lib/zones.schema.ts";
import { useCan } from "../../../lib/gate.tsx";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { toast } from "../../../lib/toast.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button } from "../../../ui/button.tsx";
import { useEditDialog } from "../../../ui/edit-dialog.ts";
import type { FormParts } from "../../../ui/form.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import type { WishTerms } from "../../wishes/index.ts";
import { events } from "../events.api.ts";
import CancelEventDialog from "./cancel-event-dialog.tsx";
import { EventConflict } from "./event-conflict.tsx";
import { EventForm, FORM } from "./event-form.tsx";
import {
  blankValues,
  changesOf,
  copyOf,
  type EventValues,
  inputOf,
  isRuleEdited,
  patchOf,
  settled,
  valuesAt,
  valuesOf,
} from "./form-values.ts";
import { withTemplate } from "./template-values.ts";
import { TemplateChoice, TemplateMenu } from "./templates.tsx";
import { DAY_FIELD } from "./when-fields.tsx";
import { WhichDates } from "./which-dates.tsx";

type Props = {
  copyOf?: EventDetails;
  /** When a new event begins and how long it lasts, where that is known. */
  at?: { startsAt: string; lengthMinutes: number } | null;
  /** The title and description of the wish that a new event comes from. */
  terms?: WishTerms | null;
  onClose: () => void;
  onSaved?: (event: Event) => void;
};

export default function EventDialog({ event, ...props }: Props & { event: EventDetails | null }) {
  return event ? <EditDialog {...props} event={event} /> : <CreateDialog {...props} />;
}

function CreateDialog(props: Props) {
  const t = useT();
  const { user } = useUser();
  const { copyOf: copied, at, terms, onClose, onSaved } = props;
  const me = user && { userId: user.id, displayName: user.displayName };
  const [defaults] = useState<EventValues>(() => {
    if (copied) return copyOf(copied);
    const blank = { ...blankValues(new Date(), ownZone(), me?.userId ?? null), ...terms };
    return at ? valuesAt(blank, at) : blank;
  });
  const apply = (form: FormParts<EventValues>, values: EventValues) => {
    for (const field of Object.keys(values) as (keyof EventValues)[]) form.set(field, values[field]);
  };
  return (
    <FormDialog
      {...FORM}
      title={t(copied ? "event_form.copy" : "event_form.create")}
      description={copied ? t("event_form.copy_text", { title: copied.title }) : undefined}
      {...(copied ? { initialFocus: DAY_FIELD } : {})}
      schema={createEventInput}
      defaults={defaults}
      inputOf={inputOf}
      confirmLabel={t("event_form.plan")}
      pendingLabel={t("event_form.saving")}
      also={{ label: t("event_form.save_draft"), set: (form) => form.set("status", "draft") }}
      beforeConfirm={(form) => form.set("status", "upcoming")}
      failure={{ title: t("event_form.create_failed") }}
      actions={(form) => <TemplateMenu values={form.values} />}
      onSubmit={async (_input, values, key) => {
        const event = await events.create(inputOf(values), { key });
        const title = t(event.status === "draft" ? "event_form.drafted" : "event_form.planned");
        toast({ title, description: event.title });
        onSaved?.(event);
        return onSaved === undefined;
      }}
      onClose={onClose}
    >
      {(form) => (
        <EventForm
          form={form}
          event={null}
          base={defaults}
          organizer={copied?.organizer ?? me ?? null}
          before={
            copied ? null : (
              <TemplateChoice onChoose={({ terms }) => apply(form, withTemplate(form.values, terms))} />
            )
          }
        />
      )}
    </FormDialog>
  );
}

function EditDialog(props: Props & { event: EventDetails }) {
  const t = useT();
  const isPhone = useMedia(PHONE);
  const mayPlan = useCan("events.write");
  const { onClose, onSaved } = props;
  const done = useRef<Event>(null);
  const { base, send, dialog } = useEditDialog<Event, EventDetails>(events, props.event, {
    failed: t("event_form.edit_failed"),
    onSaved: (saved) => {
      toast({ title: t("event_form.saved"), description: saved.title });
      done.current = saved;
    },
    onClose: () => (done.current && onSaved ? onSaved(done.current) : onClose()),
    conflict: (conflict) => <EventConflict {...conflict} />,
  });
  const [isCancelling, setIsCancelling] = useState(false);
  const [defaults] = useState(() => valuesOf(base));
  const isOfSeries = base.seriesId !== null;
  const isDraft = base.status === "draft";
  const changesIn = (values: EventValues) => changesOf(defaults, values, isOfSeries);
  const isChanged = (values: EventValues) =>
    Object.keys(changesIn({ ...values, which: "following" })).length > 0;
  const which = (form: FormParts<EventValues>) =>
    isOfSeries && !isDraft && isChanged(form.values) ? (
      <WhichDates
        event={base}
        value={settled(form.values, defaults, isOfSeries).which}
        onChange={(next) => form.set("which", next)}
        reason={isRuleEdited(defaults, form.values) ? t("event_form.which_rule") : null}
        isKept={!isRuleEdited(defaults, form.values)}
        className="w-full pb-2"
      />
    ) : null;
  const labelOf = (values: EventValues) => {
    if (isDraft) return t("event_form.plan");
    if (!isOfSeries || !isChanged(values)) return t("action.save");
    return t(`event_form.save_${settled(values, defaults, isOfSeries).which}`);
  };
  const { organizer, series } = base;
  const count = series?.rule.ends.kind === "count" ? series.rule.ends.count : null;
  const left = series?.rest.ends.kind === "count" ? series.rest.ends.count : 1;
  const about = !isOfSeries
    ? undefined
    : count === null
      ? t("event_form.in_series")
      : t("event_form.in_series_of", { number: count - left + 1, count });
  return (
    <>
      <FormDialog
        {...dialog}
        {...FORM}
        title={t("event_form.edit")}
        description={about}
        schema={editEventInput}
        defaults={defaults}
        inputOf={(values) => ({ ...inputOf(values), which: values.which })}
        confirmLabel={labelOf}
        pendingLabel={t("event_form.saving")}
        also={
          isDraft
            ? { label: t("event_form.save_draft"), set: (form) => form.set("status", "draft") }
            : undefined
        }
        beforeConfirm={(form) => form.set("status", "upcoming")}
        cancelLabel={t("form.discard")}
        reasonOf={(values) => (isDraft || isChanged(values) ? null : t("event_form.unchanged"))}
        actions={mayPlan ? (form) => <TemplateMenu values={form.values} /> : undefined}
        above={isPhone ? undefined : which}
        footerStart={
          base.can.cancel && !isPhone ? (
            <Button variant="danger" onClick={() => setIsCancelling(true)}>
              {t("event_form.cancel_ask")}
            </Button>
          ) : null
        }
        onSubmit={async (_input, typed) => {
          const values = settled(typed, defaults, isOfSeries);
          const changes = changesIn(values);
          if (Object.keys(changes).length === 0) return true;
          const body = isOfSeries ? { ...changes, which: values.which } : changes;
          return send({ body, patch: patchOf(changes, values) });
        }}
      >
        {(form) => (
          <EventForm
            form={form}
            event={{ ...base, dates: props.event.dates }}
            base={defaults}
            organizer={organizer}
            after={isPhone ? which(form) : null}
          />
        )}
      </FormDialog>
      {isCancelling ? (
        <CancelEventDialog event={base} onCancelled={onClose} onClose={() => setIsCancelling(false)} />
      ) : null}
    </>
  );
}
