import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import type {
  Attendance,
  Attended,
  Presence,
} from "../../../worker/features/attendance/attendance.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { fieldNumber, numberOf } from "../../lib/number.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { lengthOf } from "./groups.ts";
import { AnswerField, Bars, durationText, useNoteText } from "./parts.tsx";

/** Asks how many minutes a member was at an event. */
function MinutesDialog(props: {
  name: string;
  minutes: number;
  most: number;
  onSave: (minutes: number) => void;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { name, minutes, most, onSave, onClose } = props;
  return (
    <FormDialog
      title={t("attendance.minutes_title", { name })}
      confirmLabel={t("attendance.minutes_save")}
      schema={z.object({ minutes: z.int().check(z.minimum(1), z.maximum(most)) })}
      defaults={{ minutes: fieldNumber(minutes) }}
      inputOf={(values) => ({ minutes: numberOf(values.minutes) })}
      failure={{ title: t("attendance.failed") }}
      onSubmit={async (input) => onSave(input.minutes)}
      onClose={onClose}
    >
      {({ bind }) => (
        <NumberField
          label={t("attendance.minutes_field")}
          {...bind("minutes", t("attendance.minutes_error", { most: format.number(most) }))}
          required
          most={most}
        />
      )}
    </FormDialog>
  );
}

/** The columns of a row: person, bar, minutes and answer; on phones the answer is below the bar. */
export const ROW =
  "grid grid-cols-[190px_minmax(0,1fr)_130px_214px] items-center gap-x-4 gap-y-2.5 border-t border-line px-[18px] py-2.5 max-lg:grid-cols-[minmax(0,1fr)_130px_214px] max-md:grid-cols-[minmax(0,1fr)_auto]";
/** The bar's column. */
export const BAR = "max-lg:order-last max-lg:col-span-full max-md:order-none";

/** A person with what they signed up for. */
export function Person({ person, children }: { person: Presence; children?: ReactNode }) {
  const t = useT();
  const { displayName, avatarUrl, slot, signedUp, isAway, confirmed } = person;
  const how =
    signedUp === null ? t("attendance.without") : signedUp === "waiting" ? t("attendance.waited") : null;
  const by = confirmed && t("attendance.confirmed_by", { name: confirmed.by });
  const words = [slot, how, isAway && t("attendance.away"), by].filter(Boolean).join(", ");
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={displayName} src={avatarUrl} />
      <span className="min-w-0 leading-[1.35]">
        <span className="block font-book [overflow-wrap:anywhere]">{displayName}</span>
        {words ? <span className="block hint">{words}</span> : null}
        {children}
      </span>
    </span>
  );
}

/** A person with their bar and minutes, and the answer that is confirmed by choosing it. */
export function PersonRow(props: {
  attendance: Attendance;
  person: Presence;
  onAnswer: (answer: Attended, minutes?: number) => void;
}) {
  const t = useT();
  const noteText = useNoteText();
  const [isOpen, setIsOpen] = useState(false);
  const { attendance, person, onAnswer } = props;
  const { displayName: name, confirmed, proposal } = person;
  const duration = durationText(t, confirmed?.minutes ?? person.minutes);
  const note = noteText(person, attendance);
  return (
    <li className={ROW}>
      <Person person={person} />
      <Bars person={person} span={attendance} className={`${BAR} max-md:col-span-full max-md:row-start-2`} />
      <span className="text-right leading-[1.35] max-md:max-w-36">
        {attendance.can.confirm && confirmed && confirmed.answer !== "no" ? (
          <Button
            variant="quiet"
            size="s"
            className="-my-1 -mr-2.5 figure text-ink underline decoration-line-strong underline-offset-4"
            aria-label={t("attendance.minutes_change", { name, duration })}
            onClick={() => setIsOpen(true)}
          >
            {duration}
          </Button>
        ) : (
          <span className="figure">{duration}</span>
        )}
        {note ? <span className="block hint">{note}</span> : null}
      </span>
      <span className="max-md:col-span-full">
        <AnswerField
          name={name}
          proposal={proposal}
          answer={confirmed?.answer ?? null}
          disabled={!attendance.can.confirm}
          onChange={(answer) => onAnswer(answer)}
        />
      </span>
      {isOpen && confirmed ? (
        <MinutesDialog
          name={name}
          minutes={confirmed.minutes}
          most={lengthOf(attendance)}
          onSave={(minutes) => onAnswer(confirmed.answer, minutes)}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </li>
  );
}
