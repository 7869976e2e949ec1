import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AHEAD, type EventRow, events, LENGTH } from "../events/index.ts";
import { type EventBody, STATUS, type ThereEvent } from "./client.ts";
import type { Sent } from "./mirrors.schema.ts";
import type { eventMirrors } from "./mirrors.table.ts";

/** Most events shown at once; Discord allows 100 in a server, and some are left to others. */
const MOST_LIVE = 90;
/** Dates of a series that are shown at once. */
const DATES_SHOWN = 3;

/** Discord's lengths. https://discord.com/developers/docs/resources/guild-scheduled-event#create-guild-scheduled-event */
const LENGTHS = { name: 100, description: 1_000, location: 100 } as const;

/** An event that Discord should show. */
export type Wanted = Pick<
  EventRow,
  "id" | "title" | "description" | "location" | "startsAt" | "endsAt" | "closesMinutes" | "organizerId"
>;
export type Mirror = typeof eventMirrors.$inferSelect;

/** SQL condition: an event is for everybody and selected for Discord. Written like the index of such events. */
const isShown: SQL = sql`is_mirrored = 1 and status = 'planned' and audience is null`;

/** The statement that reads the events that Discord should show, the nearest first. */
export const selectWanted = (db: Db, organizationId: number, now: Date) =>
  // A current event began at most the greatest length ago. At most AHEAD dates of each series exist.
  db.all<Wanted>(sql`select id, title, description, location, starts_at as startsAt, ends_at as endsAt,
      closes_minutes as closesMinutes, organizer_id as organizerId
    from (select *, row_number() over (partition by coalesce(series_id, -id) order by position) as turn
      from (select * from ${events} where organization_id = ${organizationId} and ${isShown}
        and position >= ${hoursFrom(now, -LENGTH.most / 60)} and ends_at > ${now.toISOString()}
        order by position limit ${(MOST_LIVE * AHEAD) / DATES_SHOWN}))
    where turn <= ${DATES_SHOWN} order by position limit ${MOST_LIVE}`);

/** The start of the addresses of events' pages. */
const pages = (appUrl: string) => `${appUrl}/organization?tab=events&event=`;

/** The id of the event whose page a description links to; null for none. */
export function linkedId(appUrl: string, description: string): number | null {
  const [, rest = ""] = description.split(pages(appUrl));
  const id = Number(/^[1-9]\d{0,14}/.exec(rest)?.[0]);
  return Number.isNaN(id) ? null : id;
}

/** Shortens a text, counted like Discord's strictest reader, and never within a character. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The values of an event for Discord. */
function sentOf(appUrl: string, { id, ...event }: Wanted): Sent {
  const address = pages(appUrl) + id;
  const about = cut(event.description, LENGTHS.description - address.length - 2);
  return {
    name: cut(event.title, LENGTHS.name),
    description: about ? `${about}\n\n${address}` : address,
    location: cut(event.location, LENGTHS.location) || "Command Centre",
    startsAt: event.startsAt,
    endsAt: event.endsAt,
  };
}

/** The changed values: Discord refuses the start of a current event. */
export const bodyOf = (
  { name, description, location, startsAt, endsAt }: Sent,
  isActive: boolean,
): EventBody => ({
  name,
  description,
  entity_metadata: { location },
  ...(isActive ? {} : { scheduled_start_time: startsAt }),
  scheduled_end_time: endsAt,
});

/** The action of a pass for one event; `look` finds out why Discord no longer lists it. */
export type Step =
  | { do: "forget"; mirror: Mirror }
  | { do: "delete"; mirror: Mirror; id: string; isLast: boolean }
  | { do: "look"; mirror: Mirror; id: string; event: Wanted }
  | { do: "change"; mirror: Mirror; id: string; event: Wanted; sent: Sent; isActive: boolean }
  | { do: "create"; mirror: Mirror | null; event: Wanted; sent: Sent };

const ORDER: Step["do"][] = ["delete", "forget", "change", "look", "create"];
const turnOf = (step: Step) => ("isLast" in step && step.isLast ? ORDER.length : ORDER.indexOf(step.do));

/**
 * Compares the selected events with those that Discord shows. Deletions come first.
 * @param listed Discord's events by id; null if not requested, then they are assumed unchanged
 */
export function planSteps(
  appUrl: string,
  now: Date,
  wanted: readonly Wanted[],
  mirrors: readonly Mirror[],
  listed: ReadonlyMap<string, ThereEvent> | null,
): Step[] {
  const at = now.toISOString();
  const mirrorOf = new Map(mirrors.map((mirror) => [mirror.eventId, mirror]));
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const isThere = (id: string) => listed === null || listed.has(id);
  const waits = ({ nextTryAt }: Mirror) => nextTryAt !== null && nextTryAt > at;
  const ofUnwanted = mirrors
    .filter(({ eventId }) => !wantedIds.has(eventId))
    .flatMap((mirror): Step[] => {
      const id = mirror.discordEventId;
      // Discord ends past events by itself.
      const isOver = mirror.sent !== null && mirror.sent.endsAt <= at;
      if (id === null || isOver || !isThere(id)) return [{ do: "forget", mirror }];
      return [{ do: "delete", mirror, id, isLast: waits(mirror) }];
    });
  const ofWanted = wanted.flatMap((event): Step[] => {
    const mirror = mirrorOf.get(event.id) ?? null;
    if (mirror && waits(mirror)) return [];
    const id = mirror?.discordEventId ?? null;
    const sent = sentOf(appUrl, event);
    if (mirror === null || id === null)
      return event.startsAt > at ? [{ do: "create", mirror, event, sent }] : [];
    if (!isThere(id)) return [{ do: "look", mirror, id, event }];
    const isActive = listed?.get(id)?.status === STATUS.active;
    const isSame = JSON.stringify(sent) === JSON.stringify(mirror.sent);
    return isSame ? [] : [{ do: "change", mirror, id, event, sent, isActive }];
  });
  return [...ofUnwanted, ...ofWanted].sort((a, b) => turnOf(a) - turnOf(b));
}
