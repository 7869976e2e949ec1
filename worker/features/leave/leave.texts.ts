import { defineAudit, readBy } from "../../lib/audit.ts";
import { dayDetail } from "../../lib/days.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Sentences } from "../../lib/validation.ts";
import { type Language, YEARS } from "../../lib/wire.schema.ts";
import { MOST_DAYS, MOST_LEAVES } from "./leave.schema.ts";

/** Entries about a member, which never have the note. */
const forReaders = readBy("members.read", { page: "/members?member={id}", needs: "members.read" });

export const leaveAudit = defineAudit(
  {
    "leave.added": forReaders(
      "{actor} added time away for {subject}: {firstDay} to {lastDay}",
      "{actor} tilføjede fravær for {subject}: {firstDay} til {lastDay}",
    ),
    "leave.changed": forReaders(
      "{actor} changed the time away of {subject}",
      "{actor} ændrede fraværet for {subject}",
    ),
    "leave.ended": forReaders(
      "{actor} ended the time away of {subject}: the last day is {toLastDay} and no longer {fromLastDay}",
      "{actor} afsluttede fraværet for {subject}: sidste dag er {toLastDay} og ikke længere {fromLastDay}",
    ),
    "leave.removed": forReaders(
      "{actor} removed the time away of {subject} from {firstDay} to {lastDay}",
      "{actor} fjernede fraværet for {subject} fra {firstDay} til {lastDay}",
    ),
    "leave.own_added": forReaders(
      "{actor} is away: {firstDay} to {lastDay}",
      "{actor} meldte fravær: {firstDay} til {lastDay}",
    ),
    "leave.own_changed": forReaders("{actor} changed their time away", "{actor} ændrede sit fravær"),
    "leave.own_ended": forReaders(
      "{actor} is back: the last day is {toLastDay} and no longer {fromLastDay}",
      "{actor} er tilbage: sidste dag er {toLastDay} og ikke længere {fromLastDay}",
    ),
    "leave.own_removed": forReaders(
      "{actor} removed their time away from {firstDay} to {lastDay}",
      "{actor} fjernede sit fravær fra {firstDay} til {lastDay}",
    ),
  },
  {
    fields: {
      FirstDay: { en: "First day", da: "Første dag" },
      LastDay: { en: "Last day", da: "Sidste dag" },
    },
    detailText: dayDetail,
  },
);

const toMember = (title: Record<Language, string>, en: string, da: string) =>
  ({ title, opens: { page: "/account/away" }, en, da }) as const;

const GROUP = { en: "Time away", da: "Fravær" };

export const leaveNotices = defineNotices(GROUP, {
  "leave.added": toMember(
    { en: "Somebody adds time away for you", da: "Nogen tilføjer fravær for dig" },
    "{by} added time away for you: {firstDay} to {lastDay}.",
    "{by} tilføjede fravær for dig: {firstDay} til {lastDay}.",
  ),
  "leave.changed": toMember(
    { en: "Somebody changes your time away", da: "Nogen ændrer dit fravær" },
    "{by} changed your time away: it is now {firstDay} to {lastDay}.",
    "{by} ændrede dit fravær: det er nu {firstDay} til {lastDay}.",
  ),
  "leave.removed": toMember(
    { en: "Somebody ends your time away", da: "Nogen afslutter dit fravær" },
    "{by} ended your time away that was {firstDay} to {lastDay}.",
    "{by} afsluttede dit fravær, der var {firstDay} til {lastDay}.",
  ),
});

export const leaveErrors = defineErrors({
  leave_overlaps: problem(409)(
    "This overlaps the time away from {from} to {to}. Change that one, or choose other days.",
    "Dette overlapper fraværet fra {from} til {to}. Ret det, eller vælg andre dage.",
  ),
  leave_too_many: problem(409)(
    `{name} has ${MOST_LEAVES} current and coming times away, the most there can be. Remove one first.`,
    `{name} har ${MOST_LEAVES} nuværende og kommende fravær, og flere kan der ikke være. Fjern først et.`,
  ),
  leave_over: problem(409)(
    "This time away ended on {day} and stays as it is. Add another one instead.",
    "Dette fravær sluttede {day} og bliver, som det er. Tilføj et andet i stedet.",
  ),
});

export const leaveSentences = {
  leave_day: {
    en: `Enter a day from ${YEARS.first} to ${YEARS.last}`,
    da: `Angiv en dag fra ${YEARS.first} til ${YEARS.last}`,
  },
  leave_typed: { en: "Write the day as 2026-12-03 or 3.12", da: "Skriv dagen som 2026-12-03 eller 3.12" },
  leave_order: {
    en: "The last day cannot come before the first",
    da: "Sidste dag kan ikke komme før første dag",
  },
  leave_past: { en: "The last day cannot be before today", da: "Sidste dag kan ikke være før i dag" },
  leave_long: { en: `Time away has at most ${MOST_DAYS} days`, da: `Et fravær har højst ${MOST_DAYS} dage` },
} satisfies Sentences;
