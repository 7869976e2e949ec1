import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { forms } from "../forms/index.ts";
import { prospects } from "../prospects/index.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import type { AdmissionStatus, Answers, Corrections, DoorBlock } from "./joining.schema.ts";

/** Applications of people from outside; the pipeline decides on them by the prospect. */
export const admissions = sqliteTable(
  "admissions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null for a draft. */
    prospectId: integer("prospect_id").references(() => prospects.id, { onDelete: "set null" }),
    formId: integer("form_id")
      .notNull()
      .references(() => forms.id),
    formNumber: integer("form_number").notNull(),
    answers: json<Answers>("answers").notNull(),
    corrections: json<Corrections>("corrections").notNull(),
    status: text("status").$type<AdmissionStatus>().notNull().default("draft"),
    /** The code of the link by which the applicant came. */
    byCode: text("by_code"),
    /** What a refused applicant reads. */
    words: text("words"),
    /** The first day on which they may apply again. */
    retryOn: text("retry_on"),
    /** The day on which it was sent, by UTC, and its number among those of that day. */
    sentOn: text("sent_on"),
    numberOfDay: integer("number_of_day"),
    sentAt: instant("sent_at"),
    /** When an officer first wrote, moved the prospect on, or decided. */
    answeredAt: instant("answered_at"),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
    /** From when the days are counted after which a draft or an ended application is deleted. */
    keptFrom: instant("kept_from").notNull(),
    /** When answers and messages were deleted. */
    purgedAt: instant("purged_at"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("admissions_open").on(table.userId, table.formId).where(sql`status in ('draft', 'sent')`),
    index("admissions_own").on(table.userId, table.id),
    index("admissions_prospect").on(table.prospectId, table.id).where(sql`prospect_id is not null`),
    index("admissions_day")
      .on(table.organizationId, table.sentOn, table.numberOfDay)
      .where(sql`sent_on is not null`),
    // Those that wait for their first answer.
    index("admissions_waiting")
      .on(table.organizationId, table.id)
      .where(sql`status = 'sent' and answered_at is null`),
    // Those whose answers are deleted some day.
    index("admissions_due")
      .on(table.organizationId, table.keptFrom)
      .where(sql`status in ('draft', 'declined', 'withdrawn') and purged_at is null`),
  ],
);

/** What applicant and officers write to each other. */
export const admissionMessages = sqliteTable(
  "admission_messages",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    admissionId: integer("admission_id")
      .notNull()
      .references(() => admissions.id, { onDelete: "cascade" }),
    organizationId: organizationId(),
    /** Null for a deleted user. */
    authorId: integer("author_id").references(() => users.id, { onDelete: "set null" }),
    /** Whether the applicant wrote it. */
    isTheirs: flag("is_theirs").notNull(),
    text: text("text").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("admission_messages_of").on(table.admissionId, table.id),
    // Finds the messages of a user who is deleted.
    index("admission_messages_author").on(table.authorId).where(sql`author_id is not null`),
  ],
);

/** What an organization's administrators say of its door: whether it takes people in now, and what applicants need. */
export const doors = sqliteTable("doors", {
  organizationId: organizationId().primaryKey(),
  isClosed: flag("is_closed").notNull().default(false),
  /** The first day on which people are taken in again; null for no known day. */
  closedUntil: text("closed_until"),
  /** What applicants need, a line for each. */
  needsEn: text("needs_en").notNull().default(""),
  needsDa: text("needs_da").notNull().default(""),
  version: integer("version").notNull().default(1),
  updatedAt: instant("updated_at").notNull(),
});

/** Answers that officers send to many applicants. */
export const answerTemplates = sqliteTable(
  "answer_templates",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    name: text("name").notNull(),
    textEn: text("text_en").notNull(),
    textDa: text("text_da").notNull(),
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("answer_templates_of").on(table.organizationId)],
);

/** Threads for officers in Discord; a thread has the id of the message with its application. */
export const reviewThreads = sqliteTable("review_threads", {
  admissionId: integer("admission_id")
    .primaryKey()
    .references(() => admissions.id, { onDelete: "cascade" }),
  organizationId: organizationId(),
  channelId: text("channel_id").notNull(),
  /** Null until the message is known to be posted. */
  messageId: text("message_id"),
  state: text("state").$type<"posting" | "posted" | "open" | "archived">().notNull().default("posting"),
  /** Counts threads of the application: another is opened when something happens after one was deleted. */
  turn: integer("turn").notNull().default(1),
  /** The last message and the last entry of the prospect's history that stand in the thread. */
  toldMessage: integer("told_message").notNull().default(0),
  toldHistory: integer("told_history").notNull(),
});

/** Whom administrators keep from applying. */
export const doorBlocks = sqliteTable(
  "door_blocks",
  {
    organizationId: organizationId(),
    kind: text("kind").$type<DoorBlock["kind"]>().notNull(),
    /** A Discord id, or an RSI handle in lower case. */
    value: text("value").notNull(),
    by: text("by").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.kind, table.value] })],
);
