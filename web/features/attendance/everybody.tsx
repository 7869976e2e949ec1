import { type ReactNode, useId, useState } from "react";
import {
  type Attendance,
  MOST_CONFIRMED,
  type Presence,
} from "../../../worker/features/attendance/attendance.schema.ts";
import { useAction } from "../../lib/action.ts";
import { focusBack } from "../../lib/focus.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { WarningIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { attendances, useConfirm } from "./attendance.api.ts";
import { answerOf, clearAnswers, type Groups, isOpen, lengthOf } from "./groups.ts";
import { durationText, Ticks, useNoteText } from "./parts.tsx";
import { BAR, Person, PersonRow, ROW } from "./person-row.tsx";

/** Somebody who asks to be added, with the buttons that answer it. */
function ClaimRow({ attendance, person }: { attendance: Attendance; person: Presence }) {
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

/** People of a group that are shown at first. */
const FIRST = 12;

function Group(props: {
  title: string;
  hint?: string;
  action?: ReactNode;
  /** The event whose hours stand above the people where they have no column. */
  span?: Attendance;
  people: readonly Presence[];
  children: (person: Presence) => ReactNode;
}) {
  const t = useT();
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const { title, hint, action, span, people, children } = props;
  if (people.length === 0) return null;
  const open = people.filter(isOpen).length;
  const status =
    open === 0
      ? t("attendance.group.done")
      : open < people.length
        ? t("attendance.remaining", { count: open })
        : hint;
  const shown = isWhole ? people : people.slice(0, FIRST);
  const more = people.length - shown.length;
  return (
    <section aria-labelledby={id} className="border-t border-line first:border-t-0">
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1.5 px-[18px] pt-4 pb-2">
        <h3 id={id} className="text-md font-semibold">
          {title} <span className="ml-1 figure font-medium text-ink-3">{people.length}</span>
        </h3>
        <span className="ml-auto hint max-md:ml-0 max-md:w-full">{status}</span>
        {action}
        {span ? <Ticks span={span} className="mt-1 w-full lg:hidden" /> : null}
      </div>
      <ul>{shown.map(children)}</ul>
      {more > 0 ? (
        <div className="border-t border-line p-2 text-center">
          <Button variant="quiet" className="w-full" onClick={() => setIsWhole(true)}>
            {t("attendance.show_all", { count: more })}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Hint({ title, text }: { title?: string; text: string }) {
  return (
    <p className="flex gap-2.5 border-b border-line px-[18px] py-3 text-ink-2">
      <WarningIcon size={16} className="mt-0.5 flex-none text-wait" />
      <span>
        {title ? <strong className="text-ink">{title}. </strong> : null}
        {text}
      </span>
    </p>
  );
}

/** Everybody at an event in groups, for its organizers: an answer is confirmed by choosing it. */
export function Everybody({ attendance, groups }: { attendance: Attendance; groups: Groups }) {
  const t = useT();
  const format = useFormat();
  const confirm = useConfirm(attendance);
  const length = lengthOf(attendance);
  const clear = clearAnswers(groups, length).slice(0, MOST_CONFIRMED);
  const until = format.shortDate(attendance.changesUntil);
  const row = (person: Presence) => (
    <PersonRow
      key={person.userId}
      attendance={attendance}
      person={person}
      onAnswer={(chosen, minutes) => {
        const answer = answerOf(person, chosen, length);
        confirm([minutes === undefined ? answer : { ...answer, minutes }]);
      }}
    />
  );
  return (
    <Panel
      title={t("attendance.title")}
      aside={
        <span className="hint">
          {durationText(t, length)} ·{" "}
          {t(attendance.can.confirm ? "attendance.when_change" : "attendance.closed", { date: until })}
        </span>
      }
    >
      {attendance.people.length === 0 ? (
        <EmptyState title={t("attendance.nobody")} text={t("attendance.nobody_text", { date: until })} />
      ) : (
        <>
          {attendance.isSeen ? null : <Hint title={t("attendance.off")} text={t("attendance.off_text")} />}
          {attendance.isCut ? <Hint text={t("attendance.cut")} /> : null}
          <div className={`${ROW} border-t-0 border-b pt-3 pb-0 max-lg:hidden`}>
            <Ticks span={attendance} className={`${BAR} col-start-2`} />
          </div>
          <div>
            <Group
              title={t("attendance.group.look")}
              hint={t("attendance.group.look_hint")}
              span={attendance}
              people={groups.look}
            >
              {row}
            </Group>
            <Group
              title={t("attendance.group.claims")}
              hint={t("attendance.group.claims_hint", { date: until })}
              people={groups.claims}
            >
              {(person) => <ClaimRow key={person.userId} attendance={attendance} person={person} />}
            </Group>
            <Group
              title={t("attendance.group.clear")}
              hint={t("attendance.group.clear_hint")}
              action={
                clear.length > 0 && groups.look.some(isOpen) && attendance.can.confirm ? (
                  <Button size="s" onClick={() => confirm(clear)}>
                    {t("attendance.confirm_clear", { count: clear.length })}
                  </Button>
                ) : null
              }
              span={attendance}
              people={groups.clear}
            >
              {row}
            </Group>
            <Group title={t("attendance.group.others")} span={attendance} people={groups.others}>
              {row}
            </Group>
          </div>
          {attendance.can.confirm ? <p className="note">{t("attendance.when_told")}</p> : null}
        </>
      )}
    </Panel>
  );
}
