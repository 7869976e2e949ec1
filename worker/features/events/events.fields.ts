import * as z from "zod/mini";
import { choice, type Field, fieldsWith, requiredText } from "../../lib/fields.schema.ts";
import { line, text } from "../../lib/names.schema.ts";
import { timeZone } from "../../lib/time-zone.schema.ts";
import { instant, recordId } from "../../lib/wire.schema.ts";
import { SHIP_ROLES } from "../ships/ships.schema.ts";

export const EVENT_TYPES = ["mission", "training", "social", "meeting"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const TITLE_LENGTH = 120;
export const DESCRIPTION_LENGTH = 4_000;
export const LOCATION_LENGTH = 120;
export const MOST_PLACES = 500;
export const MOST_SLOTS = 20;
/** Minutes before the start at which sign-ups can close. */
const MOST_CLOSES = 14 * 24 * 60;
export const MOST_ROLES = 20;

/** What a slot asks of the user who takes it: nothing, a ship that they own, or any ship of theirs with a role. */
const slotNeed = z.nullable(
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("ship"), shipId: z.int().check(z.positive()) }),
    z.strictObject({ kind: z.literal("role"), role: z.enum(SHIP_ROLES) }),
  ]),
);

/** Places of one kind; `id` is unique within its event and stays when the slot is edited. */
const slot = z.strictObject({
  id: z.int().check(z.minimum(1), z.maximum(1_000)),
  name: line(60, 1),
  /** The ship, in the words of the organizer. */
  ship: z.nullable(line(80)),
  need: slotNeed,
  seats: z.int().check(z.minimum(1), z.maximum(100)),
});
export type Slot = z.infer<typeof slot>;

type EventField = Field & {
  /** Every date of a series has it alike. */
  inSeries?: true;
  /** Templates of events keep it. */
  inTemplates?: true;
  /** Users who go, wait or may come are told of another value. */
  isTold?: true;
  /** The sentence that asks for it where an event without it is published. */
  needed?: "event_description" | "event_location";
};

/** Why the file of a user's own data leaves a column out. */
export const ORGANIZATIONS = "The organization's event; what you answered stands by itself.";

/** Of a field that is the same in all dates of a series, and in those of a template. */
const ALIKE = { inSeries: true, inTemplates: true } as const;

/** What the form of an event asks for, in the order in which the audit log lists changes. */
export const eventFields = {
  title: {
    ...requiredText,
    input: line(TITLE_LENGTH, 1),
    audit: { en: "Title", da: "Titel" },
    ...ALIKE,
    isTold: true,
  },
  description: {
    ...requiredText,
    input: text(DESCRIPTION_LENGTH),
    blank: "",
    audit: { en: "Description", da: "Beskrivelse", none: { en: "none", da: "ingen" } },
    ...ALIKE,
    needed: "event_description",
  },
  type: { ...choice(EVENT_TYPES), blank: "mission", audit: { en: "Type", da: "Type" }, ...ALIKE },
  location: {
    ...requiredText,
    input: line(LOCATION_LENGTH),
    blank: "",
    audit: { en: "Location", da: "Sted", none: { en: "none", da: "intet" } },
    ...ALIKE,
    isTold: true,
    needed: "event_location",
  },
  startsAt: { ...requiredText, input: instant, audit: { en: "Start", da: "Start" }, isTold: true },
  /** Follows from the start and the length, which requests give instead. */
  endsAt: { ...requiredText, input: instant, audit: { en: "End", da: "Slut" }, isTold: true },
  /** The zone in which it was planned and in which a series repeats. */
  timeZone: {
    ...requiredText,
    input: timeZone,
    audit: { en: "Time zone", da: "Tidszone" },
    inTemplates: true,
  },
  slots: {
    column: "json",
    input: z.array(slot).check(z.maxLength(MOST_SLOTS)),
    answer: z.array(slot),
    blank: [] as Slot[],
    withheld: ORGANIZATIONS,
    ...ALIKE,
  },
  maxAttendees: {
    column: "integer",
    input: z.nullable(z.int().check(z.minimum(1), z.maximum(MOST_PLACES))),
    answer: z.nullable(z.number()),
    blank: null,
    audit: { en: "Max attendees", da: "Maks. deltagere", none: { en: "no limit", da: "ingen grænse" } },
    ...ALIKE,
  },
  hasWaitingList: {
    column: "flag",
    input: z.boolean(),
    answer: z.boolean(),
    blank: true,
    audit: { en: "Waiting list", da: "Venteliste" },
    withheld: ORGANIZATIONS,
    ...ALIKE,
  },
  /** Minutes before the start at which sign-ups close. */
  closesMinutes: {
    column: "integer",
    input: z.int().check(z.minimum(0), z.maximum(MOST_CLOSES)),
    answer: z.number(),
    blank: 0,
    audit: {
      en: "Minutes before the start at which sign-ups close",
      da: "Minutter før start, hvor tilmeldingen lukker",
    },
    withheld: ORGANIZATIONS,
    ...ALIKE,
  },
  /** User id. Answers name the organizer. */
  organizerId: {
    column: "integer",
    input: z.nullable(recordId),
    withheld: "Names somebody else.",
    inSeries: true,
  },
  /** Ids of the roles that see it; null for every member who sees events. */
  audience: {
    column: "json",
    input: z.nullable(z.array(recordId).check(z.minLength(1), z.maxLength(MOST_ROLES))),
    answer: z.nullable(z.array(z.number())),
    blank: null,
    withheld: ORGANIZATIONS,
    ...ALIKE,
  },
  /** Shown as an event of the Discord server as well. */
  isMirrored: {
    column: "flag",
    input: z.boolean(),
    answer: z.boolean(),
    blank: false,
    audit: { en: "Shown in Discord", da: "Vises i Discord" },
    withheld: ORGANIZATIONS,
    inSeries: true,
  },
} as const satisfies Record<string, EventField>;
export type EventFieldName = keyof typeof eventFields;

export const seriesFields = fieldsWith(eventFields, "inSeries");
export const templateFields = fieldsWith(eventFields, "inTemplates");
export const toldFields = fieldsWith(eventFields, "isTold");
