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

type Column = Record<Language, string> & { cellOf: (person: Presence, language: Language) => Cell };

const COLUMNS: Column[] = [
  { en: "Name", da: "Navn", cellOf: ({ displayName }) => displayName },
  { en: "Slot", da: "Plads", cellOf: ({ slot }) => slot },
  {
    ...{ en: "Was there", da: "Var med" },
    cellOf: ({ confirmed }, language) => (confirmed ? ANSWERS[confirmed.answer][language] : null),
  },
  { en: "Minutes", da: "Minutter", cellOf: ({ confirmed }) => confirmed?.minutes ?? null },
  {
    ...{ en: "Minutes as proposed", da: "Foreslåede minutter" },
    cellOf: ({ proposal, minutes }) => (proposal === null ? null : minutes),
  },
  { en: "Confirmed by", da: "Bekræftet af", cellOf: ({ confirmed }) => confirmed?.by ?? null },
  {
    en: "Confirmed at (UTC)",
    da: "Bekræftet (UTC)",
    cellOf: ({ confirmed }) => confirmed && new Date(confirmed.at),
  },
  { en: "Note", da: "Bemærkning", cellOf: ({ claim }) => claim?.note ?? null },
];

/**
 * Attendance of an event as a CSV file of at most MOST_PEOPLE lines, for users who look after it.
 * @throws AppError not_found, event_not_yours
 */
export async function exportAttendance(context: MemberContext, { id }: ById): Promise<FileAnswer> {
  const { language } = context;
  const { people, startsAt, can } = await getAttendance(context, { id });
  if (!can.seeAll) throw eventErrors.event_not_yours();
  const row = (cellOf: (column: Column) => Cell) => sheetRow(COLUMNS.map(cellOf), language);
  const lines = people.map((person) => row(({ cellOf }) => cellOf(person, language)));
  return {
    name: `attendance-${id}-${startsAt.slice(0, 10)}.csv`,
    body: CSV_START + row((column) => column[language]) + lines.join(""),
  };
}
