import { useState } from "react";
import * as z from "zod/mini";
import { MESSAGE_LENGTH } from "../../../worker/features/applications/applications.schema.ts";
import { TRIAL_WEEKS } from "../../../worker/features/security-team/security-team.schema.ts";
import { text } from "../../../worker/lib/names.schema.ts";
import { addDays, dayOf } from "../../lib/date-input.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { withUnit } from "../../lib/units.ts";
import { useFormat } from "../../lib/use-format.ts";
import { SelectField, TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Optional } from "../../ui/optional.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";

type Choice = "accept" | "trial" | "confirm" | "extend" | "end";

const WEEKS = Array.from({ length: TRIAL_WEEKS.most }, (_, at) => TRIAL_WEEKS.least + at);

/** Asks for a choice where there are several, for weeks where it takes them, and for a reason. `ask` names the texts. */
export function AskDialog<Given extends Choice = never>(props: {
  ask: "hold" | "accept" | "decline" | "delete" | "clear" | "trial";
  /** Values in the texts. */
  values: { name: string; role?: string; day?: string; count?: number };
  choices?: readonly Given[];
  /** The choice that comes with a number of weeks, how many there are at first, and the day from which they count. */
  weeks?: { kind: Given; first: number; from: Date };
  needsWords?: (choice: Given) => boolean;
  danger?: boolean;
  /** The version of the record, and its state in words, shown when another user has changed it meanwhile. */
  about: { version: number; now: string };
  onSend: (given: { choice: Given; weeks: number; words: string; version: number }) => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { ask, values: named, choices = [], weeks, about } = props;
  const [version] = useState(about.version);
  const isChanged = about.version > version;
  const needs = (choice: string) => props.needsWords?.(choice as Given) ?? true;
  const words = t(`security_team.${ask}_words`, named);
  return (
    <FormDialog
      title={t(`security_team.${ask}_title`, named)}
      description={t(`security_team.${ask}_text`, named)}
      width={480}
      schema={z.looseObject({ words: z.optional(text(MESSAGE_LENGTH)) })}
      defaults={{ choice: String(choices[0]), weeks: String(weeks?.first), words: "" }}
      confirmLabel={t(`security_team.${ask}_confirm`)}
      danger={props.danger ?? false}
      failure={{ title: t("security_team.not_saved") }}
      reasonOf={(values) => {
        if (isChanged) return t("security_team.changed_reason");
        return needs(values.choice) && !values.words.trim() ? t("thread.empty") : null;
      }}
      onSubmit={async (_, values) => {
        const given = { choice: values.choice as Given, weeks: Number(values.weeks) };
        await props.onSend({ ...given, words: values.words.trim(), version });
        toast({ title: t(`security_team.${ask}_done`, named) });
      }}
      onClose={props.onClose}
    >
      {({ values, bind, field }) => (
        <>
          {isChanged ? (
            <p role="alert" className="text-wait">
              {t("security_team.changed", { now: about.now })}
            </p>
          ) : null}
          {choices.length > 1 ? (
            <SegmentedRadio
              label={t(`security_team.${ask}_title`, named)}
              options={choices.map((value) => ({
                value: value as string,
                label: t(`security_team.choice.${value}`),
              }))}
              value={values.choice}
              onChange={bind("choice").onChange}
              fill
            />
          ) : null}
          {weeks && weeks.kind === values.choice ? (
            <SelectField
              {...field("weeks")}
              label={t("security_team.trial_length")}
              options={WEEKS.map((count) => ({ value: count, label: withUnit(count, "week") }))}
              hint={t("security_team.ends_on", {
                day: format.longDay(dayOf(addDays(weeks.from, 7 * Number(values.weeks)))),
              })}
            />
          ) : null}
          <TextArea
            {...field("words")}
            label={
              needs(values.choice) ? words : <Optional label={words} text={t("applications.optional")} />
            }
            rows={3}
            maxLength={MESSAGE_LENGTH}
          />
        </>
      )}
    </FormDialog>
  );
}
