import { type KeyboardEvent, type ReactNode, useState } from "react";
import {
  DESCRIPTION_LENGTH,
  EVENT_TYPES,
  LOCATION_LENGTH,
  TITLE_LENGTH,
} from "../../../../worker/features/events/events.fields.ts";
import type { EventDetails } from "../../../../worker/features/events/events.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { TextArea, TextField } from "../../../ui/field.tsx";
import type { FormParts } from "../../../ui/form.tsx";
import { Section } from "../../../ui/section.tsx";
import { SegmentedRadio } from "../../../ui/segmented.tsx";
import { MirrorSwitch } from "../../mirrors/index.ts";
import { type EventValues, settled } from "./form-values.ts";
import { NextDates } from "./next-dates-list.tsx";
import { AudienceFields, type Organizer, PlaceFields } from "./people-fields.tsx";
import { SlotFields } from "./slot-fields.tsx";
import { WhatChanges } from "./what-changes.tsx";
import { WhenFields } from "./when-fields.tsx";

/** Props of the dialogs of an event's form. */
export const FORM = {
  width: 1180,
  bare: true,
  className: "grid min-h-full lg:grid-cols-[minmax(0,1fr)_356px]",
  dialogClass: "md:max-h-[94dvh] max-md:[&>footer>.btn]:h-10 max-md:[&>footer>.btn]:grow",
} as const;

const PART = "min-w-0 pad-wide py-[18px]";
const RULE = "border-t border-line pt-4";

/** A form this long is sent by its buttons alone: Enter in one of its fields is no decision to plan an event. */
function stayOnEnter(event: KeyboardEvent) {
  const { target } = event;
  const isField = target instanceof HTMLInputElement && !["checkbox", "radio"].includes(target.type);
  if (event.key === "Enter" && isField) event.preventDefault();
}

/** What the event is and where. */
function WhatFields({ form }: { form: FormParts<EventValues> }) {
  const t = useT();
  const type = t("events.field.type");
  return (
    <div className="grid gap-x-3.5 gap-y-4 md:grid-cols-2 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <TextField
        {...form.field("title", t("event_form.text_needed", { most: TITLE_LENGTH }))}
        label={t("events.field.title")}
        required
        autoComplete="off"
        maxLength={TITLE_LENGTH}
      />
      <div className="min-w-0">
        <span aria-hidden="true" className="mb-[5px] block text-md text-ink-2">
          {type}
        </span>
        <SegmentedRadio
          label={type}
          fill
          className="h-[38px] [&>label]:px-2"
          options={EVENT_TYPES.map((value) => ({ value, label: t(`events.type.${value}`) }))}
          value={form.values.type}
          onChange={(next) => form.set("type", next)}
        />
      </div>
      <TextArea
        {...form.field("description", t("event_form.text_error", { most: DESCRIPTION_LENGTH }))}
        label={t("events.field.description")}
        required
        rows={3}
        maxLength={DESCRIPTION_LENGTH}
      />
      <TextField
        {...form.field("location", t("event_form.text_error", { most: LOCATION_LENGTH }))}
        label={t("events.field.location")}
        required
        placeholder={t("event_form.location_example")}
        autoComplete="off"
        maxLength={LOCATION_LENGTH}
      />
    </div>
  );
}

/** The fields of an event, and beside them its next dates and what an edit changes. */
export function EventForm(props: {
  form: FormParts<EventValues>;
  /** The edited event; null for a new one. */
  event: EventDetails | null;
  base: EventValues;
  organizer: Organizer | null;
  /** Above the fields. */
  before?: ReactNode;
  /** Below everything, on phones. */
  after?: ReactNode;
}) {
  const { form, event, base, organizer, before, after } = props;
  const t = useT();
  const [picked, setPicked] = useState<Organizer[]>([]);
  const values = settled(form.values, base, event?.seriesId != null);
  const people = [...picked, ...(organizer ? [organizer] : [])];
  const takenOf = (slotId: number) =>
    event?.people.filter((person) => person.slotId === slotId && person.isSeated).length ?? 0;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields. */}
      <div className={`${PART} grid content-start gap-[18px]`} onKeyDown={stayOnEnter}>
        {before}
        <WhatFields form={form} />
        <div className={RULE}>
          <WhenFields form={form} />
        </div>
        <div className={RULE}>
          <SlotFields form={form} taken={{ slots: base.slots, takenOf }} />
        </div>
        <div className={`${RULE} grid gap-x-8 gap-y-5 md:grid-cols-2`}>
          <PlaceFields form={form} waiting={event?.waiting ?? 0} />
          <AudienceFields
            form={form}
            organizer={organizer}
            onPick={(member) => setPicked([member, ...picked])}
          />
        </div>
      </div>
      <div
        className={`${PART} grid content-start gap-6 max-lg:border-t max-lg:border-line lg:border-l lg:border-line`}
      >
        {values.recurrence.unit === "never" ? null : <NextDates values={values} event={event} base={base} />}
        <Section title={t("event_form.discord")}>
          <MirrorSwitch
            value={values.isMirrored}
            onChange={(isMirrored) => form.set("isMirrored", isMirrored)}
            isForAll={values.audience === null}
            isSeries={values.recurrence.unit !== "never"}
          />
        </Section>
        {event ? <WhatChanges event={event} base={base} values={values} people={people} /> : null}
        {after}
      </div>
    </>
  );
}
