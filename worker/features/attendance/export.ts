import type { ById, MemberContext } from "../../lib/context.ts";
import { type Cell, CSV_START, sheetRow } from "../../lib/csv.ts";
import type { FileAnswer } from "../../lib/http/answers.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { eventErrors } from "../events/index.ts";
import type { Attended, Presence } from "./attendance.schema.ts";
import { getAttendance } from "./list.ts";

const ANSWERS: Record<Attended, Record<Language, string>> = {
  yes: { en: "Yes", da: "Ja" },
  partly: { en: "Partly", da: "Delvist" },
  no: { en: "No", da: "Nej" },
};

type Column = Record<Language, string> & { of: (person: Presence, language: Language) => Cell };

const COLUMNS: Column[] = [
  { en: "Name", da: "Navn", of: ({ displayName }) => displayName },
  { en: "Slot", da: "Plads", of: ({ slot }) => slot },
  {
    ...{ en: "Was there", da: "Var med" },
    of: ({ confirmed }, language) => (confirmed ? ANSWERS[confirmed.answer][language] : null),
  },
  { en: "Minutes", da: "Minutter", of: ({ confirmed }) => confirmed?.minutes ?? null },
  {
    ...{ en: "Minutes as proposed", da: "Foreslåede minutter" },
    of: ({ proposal, minutes }) => (proposal === null ? null : minutes),
  },
  { en: "Confirmed by", da: "Bekræftet af", of: ({ confirmed }) => confirmed?.by ?? null },
  {
    en: "Confirmed at (UTC)",
    da: "Bekræftet (UTC)",
    of: ({ confirmed }) => confirmed && new Date(confirmed.at),
  },
  { en: "Note", da: "Bemærkning", of: ({ claim }) => claim?.note ?? null },
];

/**
 * Who was at an event as a CSV file, MOST_PEOPLE lines at most, for who looks after it.
 * @throws AppError not_found, event_not_yours
 */
export async function exportAttendance(context: MemberContext, { id }: ById): Promise<FileAnswer> {
  const { language } = context;
  const { people, startsAt, can } = await getAttendance(context, { id });
  if (!can.seeAll) throw eventErrors.event_not_yours();
  const row = (of: (column: Column) => Cell) => sheetRow(COLUMNS.map(of), language);
  const lines = people.map((person) => row(({ of }) => of(person, language)));
  return {
    name: `attendance-${id}-${startsAt.slice(0, 10)}.csv`,
    body: CSV_START + row((column) => column[language]) + lines.join(""),
  };
}
