import { useState } from "react";
import {
  type Attendance,
  CLAIM_LENGTH,
  claimInput,
  type Presence,
} from "../../../worker/features/attendance/attendance.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { fieldNumber, numberOf } from "../../lib/number.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { attendances } from "./attendance.api.ts";
import { lengthOf } from "./groups.ts";
import { Bars, durationText, ownText, useNoteText } from "./parts.tsx";
import { Person } from "./person-row.tsx";

function ClaimDialog({ attendance, onClose }: { attendance: Attendance; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const most = lengthOf(attendance);
  return (
    <FormDialog
      title={t("attendance.claim")}
      description={t("attendance.claim_text")}
      confirmLabel={t("attendance.claim_send")}
      schema={claimInput}
      defaults={{ minutes: fieldNumber(most), note: "" }}
      inputOf={({ minutes, note }) => ({ minutes: numberOf(minutes), note })}
      failure={{ title: t("attendance.failed") }}
      onSubmit={async (input) => {
        await attendances.claim(attendance.id, input);
        toast({ title: t("attendance.claim_sent") });
      }}
      onClose={onClose}
    >
      {({ bind, field }) => (
        <>
          <NumberField
            label={t("attendance.minutes_field")}
            {...bind("minutes", t("attendance.minutes_error", { most: format.number(most) }))}
            required
            most={most}
          />
          <TextArea
            label={t("attendance.claim_note")}
            hint={t("attendance.claim_note_hint")}
            maxLength={CLAIM_LENGTH}
            {...field("note")}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Shows a member their own attendance at an event, and lets them ask to be added. */
export function OwnRow({ attendance, person }: { attendance: Attendance; person: Presence | undefined }) {
  const t = useT();
  const noteText = useNoteText();
  const [isOpen, setIsOpen] = useState(false);
  const { confirmed, claim } = person ?? {};
  const canClaim = attendance.can.claim && claim?.state !== "open" && confirmed?.answer !== "yes";
  return (
    <Panel
      title={t("attendance.own")}
      actions={
        canClaim ? (
          <Button variant="primary" onClick={() => setIsOpen(true)}>
            {t("attendance.claim")}
          </Button>
        ) : null
      }
    >
      {person ? (
        <div className="grid gap-3 px-[18px] py-4">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Person person={person} />
            <span className="ml-auto text-right leading-[1.35] max-md:ml-0 max-md:text-left">
              <span className="block">
                {t("attendance.own_voice", { duration: durationText(t, person.minutes) })}
              </span>
              <span className="block hint">{noteText(person, attendance)}</span>
            </span>
          </div>
          <Bars person={person} span={attendance} />
          <p>{ownText(t, person)}</p>
          {claim ? (
            <p className="text-ink-2">
              {t(`attendance.claim.${claim.state}`, { duration: durationText(t, claim.minutes) })}
            </p>
          ) : null}
        </div>
      ) : null}
      {isOpen ? <ClaimDialog attendance={attendance} onClose={() => setIsOpen(false)} /> : null}
    </Panel>
  );
}
