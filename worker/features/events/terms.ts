import { sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { fieldNames, fieldsWith, type Values } from "../../lib/fields.schema.ts";
import { valuesAfter } from "../../lib/fields.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { invalidField, invalidInput } from "../../lib/validation.ts";
import { isHolder, members } from "../members/index.ts";
import { roles } from "../roles/index.ts";
import { type EventFieldName, eventFields, seriesFields } from "./events.fields.ts";
import type { EditEventInput, Template } from "./events.schema.ts";
import { eventSentences } from "./events.texts.ts";

/** Everything that an event's form says. */
export type Terms = Values<typeof eventFields> & Pick<Template, "createdBy">;

const neededFields = fieldsWith(eventFields, "needed");

export const minutesAfter = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();
export const lengthOf = ({ startsAt, endsAt }: Pick<Terms, "startsAt" | "endsAt">): number =>
  (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;

export const templateOf = ({ createdBy, ...terms }: Terms): Template => ({
  ...valuesAfter(seriesFields, {}, terms),
  createdBy,
});

/** The terms of an input, the others as before. @throws AppError invalid_input */
export function termsOf(
  { now, language }: MemberContext,
  input: Omit<EditEventInput, "which" | "status">,
  before: Terms,
): Terms {
  const { lengthMinutes = lengthOf(before) } = input;
  // Events begin on the minute.
  const startsAt = input.startsAt ? `${input.startsAt.slice(0, 16)}:00.000Z` : before.startsAt;
  const endsAt = minutesAfter(startsAt, lengthMinutes);
  const { createdBy } = before;
  const terms = { ...valuesAfter(eventFields, input, before), createdBy, startsAt, endsAt };
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
  edited: readonly EventFieldName[] = fieldNames(neededFields),
): void {
  const missing = fieldNames(neededFields).filter(
    (name) => edited.includes(name) && terms[name].trim() === "",
  );
  if (missing.length === 0) return;
  throw invalidInput(
    Object.fromEntries(missing.map((name) => [name, [eventSentences[neededFields[name].needed][language]]])),
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
  const wrongRoles = invalidField("audience", language, eventSentences.event_roles);
  return [
    ...(audience && JSON.stringify(audience) !== JSON.stringify(before.audience)
      ? [guard(sql`${found} = ${audience.length}`, wrongRoles)]
      : []),
    ...(organizerId !== null && organizerId !== before.organizerId
      ? [guard(isOrganizer, invalidField("organizerId", language, eventSentences.event_organizer))]
      : []),
  ];
}
