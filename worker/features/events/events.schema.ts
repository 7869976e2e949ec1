import * as z from "zod/mini";
import { line, personName, text } from "../../lib/names.schema.ts";
import { timeZone } from "../../lib/time-zone.schema.ts";
import { ignoredIdentity, instant, pageLimit, recordId, version } from "../../lib/wire.schema.ts";
import { SHIP_ROLES } from "../ships/ships.schema.ts";
import { rule as recurrence } from "./recurrence/recurrence.schema.ts";

export const EVENT_TYPES = ["mission", "training", "social", "meeting"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What is stored of an event's state; whether it goes on or is over follows from its times. */
export type StoredStatus = "draft" | "planned" | "cancelled";
export const EVENT_STATUSES = ["draft", "upcoming", "ongoing", "completed", "cancelled"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** What users answer; a user who has left an event again has withdrawn. */
export const ANSWERS = ["going", "maybe", "declined"] as const;
export type EventAnswer = (typeof ANSWERS)[number] | "withdrawn";

export const TITLE_LENGTH = 120;
export const DESCRIPTION_LENGTH = 4_000;
export const LOCATION_LENGTH = 120;
export const REASON_LENGTH = 500;
/** Minutes that an event lasts. */
export const LENGTH = { least: 15, most: 3 * 24 * 60, usual: 120 } as const;
export const MOST_PLACES = 500;
export const MOST_SLOTS = 20;
/** Minutes before the start at which sign-ups can close. */
export const MOST_CLOSES = 14 * 24 * 60;
/** Answers of one event, guests included: nobody else can answer then. */
export const MOST_ANSWERS = 1_000;
export const MOST_GUESTS = 50;
/** Dates of a series that stand as events ahead; later ones are added day by day. */
export const AHEAD = 12;
export const MOST_ROLES = 20;

/** What a slot asks of the user who takes it: nothing, a ship that they own, or any ship of theirs with a role. */
export const slotNeed = z.nullable(
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("ship"), shipId: z.int().check(z.positive()) }),
    z.strictObject({ kind: z.literal("role"), role: z.enum(SHIP_ROLES) }),
  ]),
);

/** Places of one kind; `id` is unique within its event and stays when the slot is edited. */
export const slot = z.strictObject({
  id: z.int().check(z.minimum(1), z.maximum(1_000)),
  name: line(60, 1),
  /** The ship, in the words of the organizer. */
  ship: z.nullable(line(80)),
  need: slotNeed,
  seats: z.int().check(z.minimum(1), z.maximum(100)),
});
export type Slot = z.infer<typeof slot>;

/** What the events of a series have in common when they are added. */
export type Template = {
  title: string;
  description: string;
  type: EventType;
  location: string;
  organizerId: number | null;
  createdBy: number | null;
  audience: number[] | null;
  maxAttendees: number | null;
  slots: Slot[];
  hasWaitingList: boolean;
  closesMinutes: number;
  isMirrored: boolean;
};

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
  title: z.string(),
  description: z.string(),
  type: z.enum(EVENT_TYPES),
  location: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  /** The zone in which it was planned and in which a series repeats. */
  timeZone: z.string(),
  status: z.enum(EVENT_STATUSES),
  organizer: z.nullable(person),
  /** Ids of the roles that see it; null for every member who sees events. */
  audience: z.nullable(z.array(z.number())),
  maxAttendees: z.nullable(z.number()),
  slots: z.array(slot),
  hasWaitingList: z.boolean(),
  /** Minutes before the start at which sign-ups close. */
  closesMinutes: z.number(),
  closesAt: z.string(),
  /** Shown as an event of the Discord server as well. */
  isMirrored: z.boolean(),
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
const terms = {
  description: z.optional(text(DESCRIPTION_LENGTH)),
  type: z.optional(z.enum(EVENT_TYPES)),
  location: z.optional(line(LOCATION_LENGTH)),
  startsAt: z.optional(instant),
  lengthMinutes: z.optional(lengthMinutes),
  timeZone: z.optional(timeZone),
  /** User id. */
  organizerId: z.optional(z.nullable(recordId)),
  audience: z.optional(z.nullable(z.array(recordId).check(z.minLength(1), z.maxLength(MOST_ROLES)))),
  maxAttendees: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(MOST_PLACES)))),
  slots: z.optional(z.array(slot).check(z.maxLength(MOST_SLOTS))),
  hasWaitingList: z.optional(z.boolean()),
  closesMinutes: z.optional(z.int().check(z.minimum(0), z.maximum(MOST_CLOSES))),
  isMirrored: z.optional(z.boolean()),
  organizationId: z.optional(recordId),
  createdBy: ignoredIdentity,
  updatedBy: ignoredIdentity,
};
const title = line(TITLE_LENGTH, 1);

/** A new event, a draft or to come at once. With a `recurrence` it is the first of a series. */
export const createEventInput = z.strictObject({
  ...terms,
  title,
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
  ...terms,
  title: z.optional(title),
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
