import fc from "fast-check";
import { expect, it } from "vitest";
import type * as z from "zod/mini";
import { blanksOf } from "../../lib/fields.schema.ts";
import { line, text } from "../../lib/names.schema.ts";
import { eventFields } from "../events/events.fields.ts";
import { type CalendarEvent, toCalendar } from "./icalendar.ts";
import { parse } from "./testing/calendar.factory.ts";

const EVENT: CalendarEvent = {
  ...{ ...blanksOf(eventFields), id: 7, seriesId: null, occurrence: null, title: "Convoy to Pyro" },
  ...{ startsAt: "2027-03-04T19:00:00.000Z", endsAt: "2027-03-04T21:00:00.000Z" },
  ...{ status: "planned", cancelReason: null, sequence: 3, updatedAt: "2027-03-01T12:00:00.000Z" },
  ...{ ownAnswer: null, ownIsSeated: null, ownNumber: null, ownAnsweredAt: null },
};
const OPTIONS = { appUrl: "https://command.example.org", language: "en", name: "Nova" } as const;

const write = (values: Partial<CalendarEvent>, more: Partial<typeof OPTIONS> = {}) =>
  toCalendar([{ ...EVENT, ...values }], { ...OPTIONS, ...more });
const first = (calendar: string) => parse(calendar).events[0];

/** Characters that a calendar must escape, fold or keep whole. */
const IN_LINES = [
  "æ",
  "Ø",
  "å",
  "é",
  "👩‍🚀",
  "🛰️",
  "🇩🇰",
  "漢",
  "a",
  " ",
  ",",
  ";",
  ":",
  "\\",
  '"',
  "\\n",
  "BEGIN:VEVENT",
];
const IN_TEXTS = [...IN_LINES, "\t", "\n", "\r\n", "\u2028", "\nEND:VCALENDAR\n"];

/** Texts that a form accepts. */
const typed = (form: z.ZodMiniType<string>, pieces: readonly string[], most: number) =>
  fc
    .oneof(
      fc.string({ unit: fc.constantFrom(...pieces), maxLength: most }),
      fc.string({ unit: "grapheme", maxLength: most }),
    )
    .filter((given) => form.safeParse(given).success)
    .map((given) => form.parse(given));

it("passes every text of a form unchanged through another parser, in lines of at most 75 octets", () => {
  fc.assert(
    fc.property(
      typed(line(120), IN_LINES, 40),
      typed(line(120), IN_LINES, 40),
      typed(text(4_000), IN_TEXTS, 500),
      (summary, location, words) => {
        const calendar = write({ title: summary, location, description: words });
        expect(first(calendar)).toMatchObject({
          title: summary,
          place: location === "" ? null : location,
          text: ["You have not answered.", ...(words ? ["", words.replace(/\r\n?/g, "\n")] : [])].join("\n"),
        });
        expect(calendar.endsWith("\r\n")).toBe(true);
        for (const physical of calendar.slice(0, -2).split("\r\n")) {
          expect(physical).not.toMatch(/[\r\n]/);
          // Half a character would be written as the replacement character.
          expect(physical.isWellFormed()).toBe(true);
          expect(new TextEncoder().encode(physical).length).toBeLessThanOrEqual(75);
        }
      },
    ),
    { numRuns: 200 },
  );
});

it("fills lines with text of one, two and four octets up to the limit", () => {
  for (const [letter, count] of [
    ["a", 200],
    ["å", 100],
    ["🚀", 50],
  ] as const) {
    const lengths = write({ description: letter.repeat(count) })
      .split("\r\n")
      .filter((physical) => physical.startsWith(` ${letter}`))
      .map((physical) => new TextEncoder().encode(physical).length);
    expect(lengths[0]).toBeGreaterThan(71);
  }
});

it("begins with the reader's answer to the event, in their language", () => {
  const states = [
    [{}, "You have not answered.", "Du har ikke svaret."],
    [{ ownAnswer: "withdrawn" }, "You have not answered.", "Du har ikke svaret."],
    [{ ownAnswer: "maybe" }, "You might come.", "Du kommer måske."],
    [{ ownAnswer: "declined" }, "You cannot come.", "Du kan ikke komme."],
    [{ ownAnswer: "going", ownIsSeated: true }, "You are going.", "Du er tilmeldt."],
    [
      { ownAnswer: "going", ownIsSeated: false, ownNumber: 2 },
      "You are no. 2 on the waiting list.",
      "Du er nr. 2 på ventelisten.",
    ],
  ] as const;
  for (const [values, en, da] of states) {
    const described = { ...values, description: "Bring fuel." };
    expect(first(write(described))?.text).toBe(`${en}\n\nBring fuel.`);
    const danish = toCalendar([{ ...EVENT, ...described }], { ...OPTIONS, language: "da" });
    expect(first(danish)?.text).toBe(`${da}\n\nBring fuel.`);
  }
});

it("keeps a cancelled event, marked in its title and status and with the reason", () => {
  const cancelled = { status: "cancelled", cancelReason: "Servers are down; sorry" } as const;
  expect(first(write({ ...cancelled, ownAnswer: "going", ownIsSeated: true }))).toMatchObject({
    title: "Cancelled: Convoy to Pyro",
    status: "CANCELLED",
    text: "You are going.\nCancelled: Servers are down; sorry",
  });
  expect(write({ ...cancelled, ownAnswer: "going", ownIsSeated: true })).toContain("TRANSP:TRANSPARENT");
  expect(first(write({ status: "cancelled" }))?.text).toBe("You have not answered.");
});

it("marks only readers with a place as busy", () => {
  expect(write({ ownAnswer: "going", ownIsSeated: true })).toContain("TRANSP:OPAQUE");
  for (const values of [{}, { ownAnswer: "maybe" }, { ownAnswer: "going", ownIsSeated: false }] as const)
    expect(write(values)).toContain("TRANSP:TRANSPARENT");
});

it("has the calendar's name and refresh interval above its events, for every reader", () => {
  const name = "Nova, Rangers; æ\r\nEND:VCALENDAR" as "Nova";
  const calendar = write({}, { name });
  // The parser keeps unknown texts as written.
  expect(parse(calendar).name).toBe("Nova, Rangers; æ END:VCALENDAR");
  expect(calendar).toContain("\r\nNAME:Nova\\, Rangers\\; æ\\nEND:VCALENDAR\r\n");
  const head = calendar.slice(0, calendar.indexOf("BEGIN:VEVENT"));
  expect(head).toMatch(
    /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:.+\r\nCALSCALE:GREGORIAN\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n/,
  );
  // RFC 5546, 3.2.1: a calendar with a method must name an organizer.
  expect(calendar).not.toContain("METHOD");
  expect(calendar).toMatch(/END:VEVENT\r\nEND:VCALENDAR\r\n$/);
});

it("gives an event a permanent id: a single one by its id, a date of a series by its date in the rule", () => {
  const single = write({});
  expect(first(single)?.uid).toBe("event-7@command.example.org");
  const dated = { seriesId: 4, occurrence: "2027-03-04T20:00", startsAt: "2027-03-05T18:00:00.000Z" };
  expect(first(write(dated))?.uid).toBe("series-4-202703042000@command.example.org");
  expect(first(single)).toMatchObject({
    sequence: 3,
    status: "CONFIRMED",
    url: "https://command.example.org/organization?tab=events&event=7",
  });
  for (const stamp of ["DTSTAMP", "LAST-MODIFIED"]) {
    expect(single).toContain(`${stamp}:20270301T120000Z`);
    const answered = write({ ownAnswer: "maybe", ownAnsweredAt: "2027-03-02T08:30:00.000Z" });
    expect(answered).toContain(`${stamp}:20270302T083000Z`);
  }
  expect(single).toContain("CATEGORIES:Mission");
});
