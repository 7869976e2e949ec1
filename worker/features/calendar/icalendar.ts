import { generateIcsEvent, generateIcsText } from "ts-ics";
import { fill } from "../../lib/errors.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { type EventAnswer, type EventRow, events, TYPE_TEXTS } from "../events/index.ts";
import { CALENDAR_WORDS } from "./calendar.texts.ts";

/** The columns of events that a calendar shows. */
export const shownColumns = {
  id: events.id,
  seriesId: events.seriesId,
  occurrence: events.occurrence,
  title: events.title,
  description: events.description,
  type: events.type,
  location: events.location,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  status: events.status,
  cancelReason: events.cancelReason,
  sequence: events.sequence,
  updatedAt: events.updatedAt,
};

/** An event of a calendar, with the reader's own answer. */
export type CalendarEvent = Pick<EventRow, keyof typeof shownColumns> & {
  ownAnswer: EventAnswer | null;
  ownIsSeated: boolean | null;
  ownNumber: number | null;
  ownAnsweredAt: string | null;
};

type Options = {
  /** APP_URL. */
  appUrl: string;
  language: Language;
  /** The name of the calendar in an app; omitted for a single event. */
  name?: string;
};

const CRLF = "\r\n";
/** Octets of a line, and the refresh interval of calendar apps. */
const MOST_OCTETS = 75;
const REFRESH = "PT1H";

const ASCII = /^[ -~]*$/;

const octetsOf = (codePoint: number) =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;

/** Folds a line into ones of at most MOST_OCTETS octets, between characters (RFC 5545, 3.1). */
function fold(line: string): string {
  if (line.length <= MOST_OCTETS && ASCII.test(line)) return line;
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const more = octetsOf(character.codePointAt(0) ?? 0);
    if (octets + more > MOST_OCTETS) {
      folded += `${CRLF} `;
      octets = 1;
    }
    folded += character;
    octets += more;
  }
  return folded;
}

/** The id of an event in calendars: a date of a series is named by its date in the rule, also when it is moved. */
function uidOf({ id, seriesId, occurrence }: CalendarEvent, host: string): string {
  const name =
    seriesId === null || occurrence === null
      ? `event-${id}`
      : `series-${seriesId}-${occurrence.replace(/\D/g, "")}`;
  return `${name}@${host}`;
}

/** The reader's answer to an event, in words. */
function ownState({ ownAnswer, ownIsSeated, ownNumber: number }: CalendarEvent, language: Language): string {
  if (ownAnswer === null || ownAnswer === "withdrawn") return CALENDAR_WORDS.open[language];
  if (ownAnswer !== "going" || ownIsSeated || number === null) return CALENDAR_WORDS[ownAnswer][language];
  return fill(CALENDAR_WORDS.waiting[language], { number });
}

function descriptionOf(event: CalendarEvent, language: Language): string {
  const { status, cancelReason: reason, description } = event;
  const isCancelled = status === "cancelled" && reason !== null;
  return [
    ownState(event, language),
    ...(isCancelled ? [fill(CALENDAR_WORDS.reason[language], { reason })] : []),
    ...(description === "" ? [] : ["", description]),
  ].join("\n");
}

const at = (instant: string) => ({ date: new Date(instant) });
/** Normalizes line ends to "\n", the only ones that `ts-ics` escapes. */
const plain = (text: string) => text.replace(/\r\n?/g, "\n");

function linesOf(event: CalendarEvent, { appUrl, language }: Options, host: string): string {
  const { title, location, status, ownAnswer, ownIsSeated, ownAnsweredAt, updatedAt } = event;
  const isCancelled = status === "cancelled";
  const changedAt = ownAnsweredAt !== null && ownAnsweredAt > updatedAt ? ownAnsweredAt : updatedAt;
  // Keeps lines whole: `ts-ics` folds within characters, and after 75 UTF-16 units instead of octets.
  return generateIcsEvent(
    {
      uid: uidOf(event, host),
      stamp: at(changedAt),
      start: at(event.startsAt),
      end: at(event.endsAt),
      summary: plain(isCancelled ? fill(CALENDAR_WORDS.cancelled[language], { title }) : title),
      description: plain(descriptionOf(event, language)),
      ...(location === "" ? {} : { location: plain(location) }),
      status: isCancelled ? "CANCELLED" : "CONFIRMED",
      sequence: event.sequence,
      lastModified: at(changedAt),
      url: `${appUrl}/organization?tab=events&event=${event.id}`,
      categories: [TYPE_TEXTS[event.type][language]],
      // Marks the reader as busy only where they have a place.
      timeTransparent: ownAnswer === "going" && ownIsSeated && !isCancelled ? "OPAQUE" : "TRANSPARENT",
    },
    { skipFormatLines: true },
  );
}

/** The refresh interval and the name, also in the form of RFC 7986. */
const headOf = (name: string): string[] => [
  ...[`REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`, `X-PUBLISHED-TTL:${REFRESH}`],
  // Not escaped: some calendar apps show the text of this property as written.
  `X-WR-CALNAME:${name.replace(/\s+/g, " ")}`,
  ...generateIcsText("NAME", plain(name)).split(CRLF),
];

/** Writes events as a calendar (RFC 5545). Names no user, neither organizers nor attendees. */
export function toCalendar(events: readonly CalendarEvent[], options: Options): string {
  const { name, appUrl } = options;
  const { host } = new URL(appUrl);
  // Written here, since `ts-ics` puts properties outside its own list below the events, where RFC 5545 allows none. A METHOD
  // would require an ORGANIZER (RFC 5546, 3.2.1).
  const lines = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Command Centre//Events//EN", "CALSCALE:GREGORIAN"],
    ...(name === undefined ? [] : headOf(name)),
    ...events.flatMap((event) => linesOf(event, options, host).split(CRLF)),
    "END:VCALENDAR",
  ];
  return lines
    .filter((line) => line !== "")
    .map((line) => fold(line) + CRLF)
    .join("");
}
