import * as z from "zod/mini";
import { answersOf, inputsOf, type Values } from "../../lib/fields.schema.ts";
import { personName, text } from "../../lib/names.schema.ts";
import { timeZone } from "../../lib/time-zone.schema.ts";
import { ignoredIdentity, instant, pageLimit, recordId, version } from "../../lib/wire.schema.ts";
import { EVENT_TYPES, eventFields, type seriesFields } from "./events.fields.ts";
import { rule as recurrence } from "./recurrence/recurrence.schema.ts";

export * from "./events.fields.ts";

/** What is stored of an event's state; whether it goes on or is over follows from its times. */
export type StoredStatus = "draft" | "planned" | "cancelled";
export const EVENT_STATUSES = ["draft", "upcoming", "ongoing", "completed", "cancelled"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** What users answer; a user who has left an event again has withdrawn. */
export const ANSWERS = ["going", "maybe", "declined"] as const;
export type EventAnswer = (typeof ANSWERS)[number] | "withdrawn";

export const REASON_LENGTH = 500;
/** Minutes that an event lasts. */
export const LENGTH = { least: 15, most: 3 * 24 * 60, usual: 120 } as const;
/** Answers of one event, guests included: nobody else can answer then. */
export const MOST_ANSWERS = 1_000;
export const MOST_GUESTS = 50;
/** Dates of a series that stand as events ahead; later ones are added day by day. */
export const AHEAD = 12;

/** What the events of a series have in common when they are added. */
export type Template = Values<typeof seriesFields> & { createdBy: number | null };

const person = z.object({ userId: z.number(), displayName: z.string(), avatarUrl: z.nullable(z.string()) });

/** Another slot for which somebody with a place waits, and their number on its waiting list; null for one without a slot. */
const waitsFor = z.nullable(z.object({ slotId: z.nullable(z.number()), number: z.number() }));

/** The reader's own answer. */
const ownAnswer = z.object({
  answer: z.enum([...ANSWERS, "withdrawn"]),
  slotId: z.nullable(z.number()),
  /** Going, with a place. */
  isSeated: z.boolean(),
  /** The reader's number on the waiting list of their slot; null where they do not wait. */
  number: z.nullable(z.number()),
  waitsFor,
  answeredAt: z.string(),
});

export const event = z.object({
  id: z.number(),
  organizationId: z.number(),
  seriesId: z.nullable(z.number()),
  ...answersOf(eventFields),
  status: z.enum(EVENT_STATUSES),
  organizer: z.nullable(person),
  /** When sign-ups close. */
  closesAt: z.string(),
  /** Users and guests with a place. */
  attendees: z.number(),
  /** Those without a place, who wait for one. */
  waiting: z.number(),
  maybe: z.number(),
  /** In lists alone, of events that take place: up to FACES users with a place, in order of arrival. */
  faces: z.optional(z.array(person)),
  own: z.nullable(ownAnswer),
  cancelReason: z.nullable(z.string()),
  /** Name of who cancelled it, as it was then. */
  cancelledBy: z.nullable(z.string()),
  /** Counts changes for calendars (RFC 5545, SEQUENCE). */
  sequence: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  can: z.object({
    update: z.boolean(),
    cancel: z.boolean(),
    /** May put it back although it was cancelled. */
    putBack: z.boolean(),
    delete: z.boolean(),
    /** May answer: the event is to come, and sign-ups are open. */
    answer: z.boolean(),
    /** May add and remove others and guests. */
    signUpOthers: z.boolean(),
    copy: z.boolean(),
    /** May say who was there: it has begun, and the reader looks after it. */
    attendance: z.boolean(),
  }),
  /** Why the reader cannot answer; null where they can. */
  why: z.object({ answer: z.nullable(z.string()) }),
});
export type Event = z.infer<typeof event>;

/** Somebody who answered. */
export const attendee = z.object({
  id: z.number(),
  /** Null for a guest without an account. */
  userId: z.nullable(z.number()),
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
  answer: z.enum(ANSWERS),
  slotId: z.nullable(z.number()),
  isSeated: z.boolean(),
  /** Number on the waiting list of the slot; null for a user who does not wait. */
  number: z.nullable(z.number()),
  waitsFor,
  /** Days on which they are away and the event begins, for who looks after it; null for everybody else. */
  away: z.nullable(z.object({ from: z.string(), to: z.string() })),
  /** Name of who added them; null where they answered themselves. */
  addedBy: z.nullable(z.string()),
  /** Whether the answer came from Discord. */
  isFromDiscord: z.boolean(),
  answeredAt: z.string(),
});
export type Attendee = z.infer<typeof attendee>;

/** A series as its events show it. */
export const series = z.object({
  id: z.number(),
  rule: recurrence,
  /** The same from this date on: what is left of its count. */
  rest: recurrence,
  timeZone: z.string(),
  /** The first date, in the zone of the series. */
  start: z.string(),
  splitFromId: z.nullable(z.number()),
});

/** An event with who answered, GET /api/events/{id}/details. */
export const eventDetails = z.extend(event, {
  people: z.array(attendee),
  series: z.nullable(series),
  /** Its dates to come, and those that are left out. */
  dates: z.array(
    z.object({
      id: z.number(),
      startsAt: z.string(),
      isCancelled: z.boolean(),
      /** Answers of those who go, wait or may come. */
      signUps: z.number(),
    }),
  ),
});
export type EventDetails = z.infer<typeof eventDetails>;

export const lengthMinutes = z.int().check(z.minimum(LENGTH.least), z.maximum(LENGTH.most));
// Requests say how long it lasts instead.
const { endsAt: _, ...asked } = inputsOf(eventFields);
const inputs = {
  ...asked,
  lengthMinutes: z.optional(lengthMinutes),
  organizationId: z.optional(recordId),
  createdBy: ignoredIdentity,
  updatedBy: ignoredIdentity,
};

/** A new event, a draft or to come at once. With a `recurrence` it is the first of a series. */
export const createEventInput = z.strictObject({
  ...inputs,
  title: eventFields.title.input,
  startsAt: instant,
  timeZone: z._default(timeZone, "UTC"),
  status: z._default(z.enum(["draft", "upcoming"]), "upcoming"),
  recurrence: z.optional(z.nullable(recurrence)),
});
export type CreateEventInput = z.infer<typeof createEventInput>;

/** Which dates of a series a change is for. */
export const WHICH = ["this", "following"] as const;
const which = z._default(z.enum(WHICH), "this");

/** `status` upcoming publishes a draft. `recurrence` changes with `which` following alone; null ends the repeating. */
export const editEventInput = z.strictObject({
  ...inputs,
  status: z.optional(z.enum(["draft", "upcoming"])),
  recurrence: z.optional(z.nullable(recurrence)),
  which,
  version,
});
export type EditEventInput = z.infer<typeof editEventInput>;

export const cancelInput = z.strictObject({ reason: text(REASON_LENGTH, 1), which, version });
export type CancelInput = z.infer<typeof cancelInput>;

/** Takes a place: in a slot, or with null in none; without `slotId`, who goes already stays where they are. Without
 * `wait: false` a user waits where there is none. */
export const joinInput = z.strictObject({
  slotId: z.optional(z.nullable(recordId)),
  wait: z._default(z.boolean(), true),
});
export type JoinInput = z.infer<typeof joinInput>;

export const answerInput = z.strictObject({ answer: z.enum(["maybe", "declined"]) });
export type AnswerInput = z.infer<typeof answerInput>;

/** Signs up another user, or a guest by name. */
export const addPersonInput = z.strictObject({
  userId: z.optional(z.nullable(recordId)),
  guest: z.optional(z.nullable(personName(60))),
  slotId: z.optional(z.nullable(recordId)),
});
export type AddPersonInput = z.infer<typeof addPersonInput>;

export const EVENT_LISTS = ["upcoming", "past", "drafts"] as const;
export const eventListQuery = z.strictObject({
  /** Events to come and going on, the next first; those that are over, the last first; the reader's own drafts. */
  show: z._default(z.enum(EVENT_LISTS), "upcoming"),
  type: z.optional(z.enum(EVENT_TYPES)),
  /** `1` for events that the reader goes to, waits for or organizes. */
  mine: z.optional(z.literal("1")),
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type EventListQuery = z.infer<typeof eventListQuery>;

/** Days that the calendar strip shows at once, and the most events in them. */
export const STRIP_DAYS = 35;
export const MOST_STRIP_DAYS = 366;
export const MOST_IN_STRIP = 200;
/** Events that are over and are counted at most. */
export const MOST_PAST = 99;
export const stripQuery = z.strictObject({ from: instant, to: z.optional(instant) });
export type StripQuery = z.infer<typeof stripQuery>;

/** An event as the calendar strip marks it. */
const stripEvent = z.object({
  id: z.number(),
  title: z.string(),
  startsAt: z.string(),
  /** How the reader stands to it. */
  mark: z.enum(["going", "waiting", "open", "cancelled"]),
});

/** The calendar strip, GET /api/events/{orgId}/strip. */
export const strip = z.object({
  events: z.array(stripEvent),
  /** Events that are over and that the reader may see, of the last ones; `isMore` where they may see further ones. */
  past: z.object({ count: z.number(), isMore: z.boolean() }),
});
export type Strip = z.infer<typeof strip>;
export type StripEvent = Strip["events"][number];

/** The next dates of a rule, POST /api/events/dates; nothing is stored. */
export const datesInput = z.strictObject({
  startsAt: instant,
  timeZone,
  recurrence,
});
export type DatesInput = z.infer<typeof datesInput>;
export const nextDates = z.object({
  /** At most AHEAD; `isMoved` where the clock skips the time on that day. */
  dates: z.array(z.object({ startsAt: z.string(), isMoved: z.boolean() })),
});
