import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AHEAD, type EventRow, events, LENGTH } from "../events/index.ts";
import { type EventBody, STATUS, type ThereEvent } from "./client.ts";
import type { Sent } from "./mirrors.schema.ts";
import type { eventMirrors } from "./mirrors.table.ts";

/** Events that are shown at once; Discord allows 100 in a server, of which some are left to others. */
const MOST_LIVE = 90;
/** Dates of a series that are shown at once. */
export const DATES_SHOWN = 3;

/** Discord's lengths. https://discord.com/developers/docs/resources/guild-scheduled-event#create-guild-scheduled-event */
const LENGTHS = { name: 100, description: 1_000, location: 100 } as const;

/** An event that Discord has to show. */
export type Wanted = Pick<
  EventRow,
  "id" | "title" | "description" | "location" | "startsAt" | "endsAt" | "closesMinutes" | "organizerId"
>;
export type Mirror = typeof eventMirrors.$inferSelect;

/** SQL condition: everybody may see the event of a row, and it is wanted in Discord. As the index of such events says it. */
export const isShown: SQL = sql`is_mirrored = 1 and status = 'planned' and audience is null`;

/** The statement that reads the events that Discord has to show, the nearest first. */
export const selectWanted = (db: Db, organizationId: number, now: Date) =>
  // An event that goes on began at most the longest event ago. Of each series at most AHEAD dates stand.
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

/** Shortens a text, counted as Discord's strictest reader counts, and never within a character. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** What Discord is told of an event. */
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

/** Discord refuses the start of an event that goes on already. */
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

/** What a pass does about one event; to look is to find out why Discord no longer lists it. */
export type Step =
  | { do: "forget"; mirror: Mirror }
  | { do: "delete"; mirror: Mirror; id: string; isLast: boolean }
  | { do: "look"; mirror: Mirror; id: string; event: Wanted }
  | { do: "change"; mirror: Mirror; id: string; event: Wanted; sent: Sent; isActive: boolean }
  | { do: "create"; mirror: Mirror | null; event: Wanted; sent: Sent };

const ORDER: Step["do"][] = ["delete", "forget", "change", "look", "create"];
const turnOf = (step: Step) => ("isLast" in step && step.isLast ? ORDER.length : ORDER.indexOf(step.do));

/**
 * Compares what Discord has to show with what it shows. What must no longer be seen goes first.
 * @param listed Discord's events by id; null where nobody has asked, and it is taken to have what it had
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
      // Discord ends what is over by itself.
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
