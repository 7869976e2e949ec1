import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { columnsOf } from "../../lib/fields.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import { eventFields } from "./events.fields.ts";
import type { EventAnswer, StoredStatus, Template } from "./events.schema.ts";
import type { Rule } from "./recurrence/recurrence.schema.ts";

/** Events that repeat by a rule. Its next dates stand as events; later ones are added as time goes on. */
export const eventSeries = sqliteTable(
  "event_series",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    rule: json<Rule>("rule").notNull(),
    timeZone: text("time_zone").notNull(),
    /** The first date in the zone of the series, `2026-11-26T20:30`. */
    start: text("start").notNull(),
    lengthMinutes: integer("length_minutes").notNull(),
    template: json<Template>("template").notNull(),
    /** The series that it continues with other dates. */
    splitFromId: integer("split_from_id"),
    /** The last date that stands as an event; null when the rule has no further ones. */
    addedTo: text("added_to"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("event_series_open").on(table.organizationId, table.addedTo).where(sql`added_to is not null`),
  ],
);

/** What the organization plans. Each date of a series is an event of its own. */
export const events = sqliteTable(
  "events",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    seriesId: integer("series_id").references(() => eventSeries.id),
    /** Its date by the rule of its series, in the zone of the series; it may take place at another time. */
    occurrence: text("occurrence"),
    ...columnsOf(eventFields),
    status: text("status").$type<StoredStatus>().notNull(),
    organizerId: integer("organizer_id").references(() => users.id, { onDelete: "set null" }),
    /** The id of a user without a foreign key: deleting a user looks through no events. */
    createdBy: integer("created_by"),
    /** Answers, counted in the batch of each change of them. */
    attendees: integer("attendees").notNull().default(0),
    waiting: integer("waiting").notNull().default(0),
    maybe: integer("maybe").notNull().default(0),
    cancelReason: text("cancel_reason"),
    cancelledBy: text("cancelled_by"),
    sequence: integer("sequence").notNull().default(0),
    /** The start of which everybody was told that it is near. */
    startTold: instant("start_told"),
    /** Orders events by their start; no two are equal. */
    position: text("position")
      .notNull()
      .generatedAlwaysAs(sql`starts_at || printf(' %012d', id)`, { mode: "virtual" }),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    // As `isPublished` says it. Nobody but their authors sees drafts.
    index("events_of").on(table.organizationId, table.position).where(sql`status <> 'draft'`),
    uniqueIndex("events_occurrence").on(table.seriesId, table.occurrence).where(sql`series_id is not null`),
    index("events_drafts").on(table.createdBy, table.position).where(sql`status = 'draft'`),
    index("events_mirrored")
      .on(table.organizationId, table.position)
      .where(sql`is_mirrored = 1 and status = 'planned' and audience is null`),
    index("events_organizer").on(table.organizerId).where(sql`organizer_id is not null`),
  ],
);

/** What users and guests answered to an event. */
export const eventAnswers = sqliteTable(
  "event_answers",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    eventId: integer("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    userId: integer("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** The name of a guest without an account. */
    guest: text("guest"),
    answer: text("answer").$type<EventAnswer>().notNull(),
    slotId: integer("slot_id"),
    /** Order of arrival among those who go; a user who leaves and joins again comes last. */
    place: integer("place").notNull(),
    /** Goes and has a place; the others who go wait for one. */
    isSeated: flag("is_seated").notNull().default(false),
    /** The slot for which they wait while they keep the place that they have; null for one without a slot. */
    wantedSlotId: integer("wanted_slot_id"),
    /** Their order of arrival there, of the same numbers as `place`; null for a user who waits for no other slot. */
    wantedPlace: integer("wanted_place"),
    source: text("source").$type<"self" | "other" | "discord">().notNull(),
    addedBy: text("added_by"),
    answeredAt: instant("answered_at").notNull(),
  },
  (table) => [
    index("event_answers_of").on(table.eventId, table.answer, table.place),
    uniqueIndex("event_answers_own").on(table.userId, table.eventId).where(sql`user_id is not null`),
    index("event_answers_wanted").on(table.eventId, table.wantedPlace).where(sql`wanted_place is not null`),
  ],
);
