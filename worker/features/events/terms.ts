import { sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { invalidField, invalidInput } from "../../lib/validation.ts";
import { isHolder, members } from "../members/index.ts";
import { roles } from "../roles/index.ts";
import type { EditEventInput, Template } from "./events.schema.ts";
import { eventSentences } from "./events.texts.ts";

/** Everything that an event's form says. */
export type Terms = Template & { startsAt: string; endsAt: string; timeZone: string };

export const BLANK = {
  ...{ description: "", type: "mission", location: "", audience: null, maxAttendees: null, slots: [] },
  ...{ hasWaitingList: true, closesMinutes: 0, isMirrored: false },
} satisfies Partial<Terms>;

/** Fields whose values before and after an edit the audit log has. */
export const LOGGED = [
  ...(["title", "description", "type", "location", "startsAt", "endsAt", "timeZone"] as const),
  ...(["maxAttendees", "hasWaitingList", "closesMinutes", "isMirrored"] as const),
] as const;
/** Fields that every date of a series has alike. */
const ALIKE = [
  ...([
    "title",
    "description",
    "type",
    "location",
    "organizerId",
    "audience",
    "maxAttendees",
    "slots",
  ] as const),
  ...(["hasWaitingList", "closesMinutes", "isMirrored"] as const),
] as const;

const NEEDS = { description: "event_description", location: "event_location" } as const;
/** What a published event says. */
const NEEDED = ["description", "location"] as const;

export const minutesAfter = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();
export const lengthOf = ({ startsAt, endsAt }: Pick<Terms, "startsAt" | "endsAt">): number =>
  (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;

export const templateOf = (terms: Terms): Template => ({
  ...(Object.fromEntries(ALIKE.map((name) => [name, terms[name]])) as Omit<Template, "createdBy">),
  createdBy: terms.createdBy,
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields of an event that another value is given; slots and audience are compared as a whole. */
export const changedOf = (before: Terms, after: Terms) =>
  [...ALIKE, ...(["startsAt", "endsAt", "timeZone"] as const)].filter(
    (name) => !isSame(before[name], after[name]),
  );

/** The terms of an input, the others as before. @throws AppError invalid_input */
export function termsOf(
  { now, language }: MemberContext,
  input: Omit<EditEventInput, "which" | "status">,
  before: Terms,
): Terms {
  const { timeZone = before.timeZone, lengthMinutes = lengthOf(before) } = input;
  // Events begin on the minute.
  const startsAt = input.startsAt ? `${input.startsAt.slice(0, 16)}:00.000Z` : before.startsAt;
  const said = ALIKE.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]]));
  const endsAt = minutesAfter(startsAt, lengthMinutes);
  const terms: Terms = { ...before, ...Object.fromEntries(said), startsAt, endsAt, timeZone };
  if (startsAt !== before.startsAt && startsAt <= now.toISOString())
    throw invalidField("startsAt", language, eventSentences.event_future);
  const ids = new Set(terms.slots.map(({ id }) => id));
  if (ids.size < terms.slots.length) throw invalidField("slots", language, eventSentences.event_slot_ids);
  const seats = terms.slots.reduce((sum, slot) => sum + slot.seats, 0);
  if (terms.maxAttendees !== null && seats > terms.maxAttendees)
    throw invalidField("maxAttendees", language, eventSentences.event_places);
  return terms;
}

/**
 * Refuses an event that members see without what they need to know: a published one keeps a field that it never had.
 * @param edited the fields that are asked for: all of them where it is published, otherwise those that an edit changes
 * @throws AppError invalid_input, by the fields
 */
export function assertPublic(
  { language }: MemberContext,
  terms: Terms,
  edited: readonly (keyof Terms)[] = NEEDED,
): void {
  const missing = NEEDED.filter((name) => edited.includes(name) && terms[name].trim() === "");
  if (missing.length === 0) return;
  throw invalidInput(
    Object.fromEntries(missing.map((name) => [name, [eventSentences[NEEDS[name]][language]]])),
  );
}

/** The guards that an event's new roles and organizer are the organization's, and that the organizer can see it. */
export function guardPeople(
  { actor, language }: MemberContext,
  { audience, organizerId }: Terms,
  before: Pick<Terms, "audience" | "organizerId">,
): Guard[] {
  const { organizationId } = actor;
  const found = sql`(select count(*) from json_each(${JSON.stringify(audience ?? [])}) cross join ${roles}
    on ${roles.id} = value and ${roles.organizationId} = ${organizationId})`;
  const isOrganizer = sql`${isHolder(sql`${organizerId}`, "events.read", "events.write")} and exists (select 1 from ${members}
    where ${members.userId} = ${organizerId} and ${members.organizationId} = ${organizationId})`;
  return [
    ...(audience && !isSame(audience, before.audience)
      ? [
          guard(
            sql`${found} = ${audience.length}`,
            invalidField("audience", language, eventSentences.event_roles),
          ),
        ]
      : []),
    ...(organizerId !== null && organizerId !== before.organizerId
      ? [guard(isOrganizer, invalidField("organizerId", language, eventSentences.event_organizer))]
      : []),
  ];
}
