import type { Attendance, Presence } from "../../../worker/features/attendance/attendance.schema.ts";
import { useAction } from "../../lib/action.ts";
import { focusBack } from "../../lib/focus.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { attendances } from "./attendance.api.ts";
import { durationText, useNoteText } from "./parts.tsx";
import { Person } from "./person-row.tsx";

/** Somebody who asks to be added, with the buttons that answer it. */
export function ClaimRow({ attendance, person }: { attendance: Attendance; person: Presence }) {
  const t = useT();
  const noteText = useNoteText();
  const { user } = useUser();
  const { userId, displayName: name, claim } = person;
  const decide = useAction(
    async (state: "approved" | "declined") => {
      await attendances.decide(attendance.id, userId, { state });
      focusBack();
    },
    { failed: t("attendance.failed") },
  );
  const isPending = (state: string) => decide.running?.[0] === state;
  const isOwn = userId === user?.id;
  if (!claim) return null;
  const note = noteText(person, attendance);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-t border-line px-[18px] py-3">
      <span className="min-w-0 flex-1 basis-72">
        <Person person={person}>
          {claim.note ? <q className="block [overflow-wrap:anywhere]">{claim.note}</q> : null}
          {note ? <span className="block hint">{note}</span> : null}
        </Person>
      </span>
      <span className="text-right leading-[1.35] max-md:text-left">
        <span className="block figure">{durationText(t, claim.minutes)}</span>
        <span className="block hint">{t("attendance.claimed")}</span>
      </span>
      {isOwn ? null : (
        <span className="flex gap-2 max-md:w-full max-md:*:flex-1">
          <Button
            aria-label={t("attendance.decline_for", { name })}
            pending={isPending("declined")}
            onClick={() => void decide.run("declined")}
          >
            {t("attendance.decline")}
          </Button>
          <Button
            aria-label={t("attendance.approve_for", { name })}
            pending={isPending("approved")}
            onClick={() => void decide.run("approved")}
          >
            {t("attendance.approve")}
          </Button>
        </span>
      )}
    </li>
  );
}
