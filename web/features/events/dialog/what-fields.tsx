import {
  DESCRIPTION_LENGTH,
  EVENT_TYPES,
  LOCATION_LENGTH,
  TITLE_LENGTH,
} from "../../../../worker/features/events/events.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { TextArea, TextField } from "../../../ui/field.tsx";
import type { FormParts } from "../../../ui/form.tsx";
import { SegmentedRadio } from "../../../ui/segmented.tsx";
import type { EventValues } from "./form-values.ts";

/** What the event is and where. */
export function WhatFields({ form }: { form: FormParts<EventValues> }) {
  const t = useT();
  const type = t("events.field.type");
  return (
    <div className="grid gap-x-3.5 gap-y-4 md:grid-cols-2 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <TextField
        {...form.field("title", t("event_form.title_error", { most: TITLE_LENGTH }))}
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
