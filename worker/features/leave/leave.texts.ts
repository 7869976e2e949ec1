import { defineAudit } from "../../lib/audit.ts";
import { dayDetail } from "../../lib/days.ts";
import { defineErrors } from "../../lib/errors.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Sentences } from "../../lib/validation.ts";
import { type Language, YEARS } from "../../lib/wire.schema.ts";
import { MOST_DAYS, MOST_LEAVES } from "./leave.schema.ts";

/** The entries are about the member. They never hold the note. */
const told = (en: string, da: string) =>
  ({
    readers: "members.read",
    opens: { page: "/members?member={id}", needs: "members.read" },
    en,
    da,
  }) as const;

export const leaveAudit = defineAudit(
  {
    "leave.added": told(
      "{actor} added leave for {subject}: {firstDay} to {lastDay}",
      "{actor} tilføjede orlov for {subject}: {firstDay} til {lastDay}",
    ),
    "leave.changed": told("{actor} changed the leave of {subject}", "{actor} ændrede orloven for {subject}"),
    "leave.ended": told(
      "{actor} ended the leave of {subject}: the last day is {toLastDay} and no longer {fromLastDay}",
      "{actor} afsluttede orloven for {subject}: sidste dag er {toLastDay} og ikke længere {fromLastDay}",
    ),
    "leave.removed": told(
      "{actor} removed the leave of {subject} from {firstDay} to {lastDay}",
      "{actor} fjernede orloven for {subject} fra {firstDay} til {lastDay}",
    ),
    "leave.own_added": told(
      "{actor} added leave: {firstDay} to {lastDay}",
      "{actor} tilføjede orlov: {firstDay} til {lastDay}",
    ),
    "leave.own_changed": told("{actor} changed their leave", "{actor} ændrede sin orlov"),
    "leave.own_ended": told(
      "{actor} is back from leave: the last day is {toLastDay} and no longer {fromLastDay}",
      "{actor} er tilbage fra orlov: sidste dag er {toLastDay} og ikke længere {fromLastDay}",
    ),
    "leave.own_removed": told(
      "{actor} removed their leave from {firstDay} to {lastDay}",
      "{actor} fjernede sin orlov fra {firstDay} til {lastDay}",
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
  ({ title, opens: { page: "/account#leave" }, en, da }) as const;

const GROUP = { en: "Leave", da: "Orlov" };

export const leaveNotices = defineNotices(GROUP, {
  "leave.added": toMember(
    { en: "Somebody adds leave for you", da: "Nogen tilføjer orlov for dig" },
    "{by} added leave for you: {firstDay} to {lastDay}.",
    "{by} tilføjede orlov for dig: {firstDay} til {lastDay}.",
  ),
  "leave.changed": toMember(
    { en: "Somebody changes your leave", da: "Nogen ændrer din orlov" },
    "{by} changed your leave: it is now {firstDay} to {lastDay}.",
    "{by} ændrede din orlov: den er nu {firstDay} til {lastDay}.",
  ),
  "leave.removed": toMember(
    { en: "Somebody ends your leave", da: "Nogen afslutter din orlov" },
    "{by} ended your leave that was {firstDay} to {lastDay}.",
    "{by} afsluttede din orlov, der var {firstDay} til {lastDay}.",
  ),
});

export const leaveErrors = defineErrors({
  leave_overlaps: {
    status: 409,
    en: "This overlaps the leave from {from} to {to}. Change that one, or choose other days.",
    da: "Dette overlapper orloven fra {from} til {to}. Ret den, eller vælg andre dage.",
  },
  leave_too_many: {
    status: 409,
    en: `{name} has ${MOST_LEAVES} current and coming leaves, the most there can be. Remove one first.`,
    da: `{name} har ${MOST_LEAVES} nuværende og kommende orlover, og flere kan der ikke være. Fjern først en.`,
  },
  leave_over: {
    status: 409,
    en: "This leave ended on {day} and stays as it is. Add another one instead.",
    da: "Denne orlov sluttede {day} og bliver, som den er. Tilføj en anden i stedet.",
  },
});

export const leaveSentences = {
  leave_day: {
    en: `Enter a day from ${YEARS.first} to ${YEARS.last}`,
    da: `Angiv en dag fra ${YEARS.first} til ${YEARS.last}`,
  },
  leave_typed: {
    en: "Write the day as 2026-12-03 or 3.12",
    da: "Skriv dagen som 2026-12-03 eller 3.12",
  },
  leave_order: {
    en: "The last day cannot come before the first",
    da: "Sidste dag kan ikke komme før første dag",
  },
  leave_past: { en: "The last day cannot be before today", da: "Sidste dag kan ikke være før i dag" },
  leave_long: {
    en: `A leave has at most ${MOST_DAYS} days`,
    da: `En orlov har højst ${MOST_DAYS} dage`,
  },
} satisfies Sentences;
