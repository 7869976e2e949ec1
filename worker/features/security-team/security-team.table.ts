import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../lib/db/columns.ts";
import { contractApplications } from "../applications/index.ts";
import { members } from "../members/index.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import type { ApplicationDetails, FlagKind, Verdict } from "./security-team.schema.ts";

type Step = ApplicationDetails["steps"][number];
export type Cleared = { by: string; word: string; at: string };

const applicationId = () =>
  integer("application_id")
    .notNull()
    .references(() => contractApplications.id, { onDelete: "cascade" });

/** The state of an application beside its answers and its decision; without a row nothing has happened yet. */
export const securityStates = sqliteTable("security_states", {
  /** Id of the application. */
  id: integer("id")
    .primaryKey()
    .references(() => contractApplications.id, { onDelete: "cascade" }),
  organizationId: organizationId(),
  /** Why and since when it waits for the applicant. */
  holdReason: text("hold_reason"),
  heldAt: instant("held_at"),
  /** Flags that a reviewer cleared, by kind. */
  cleared: json<Partial<Record<FlagKind, Cleared>>>("cleared").notNull(),
  steps: json<Step[]>("steps").notNull(),
});

/** Reviews of applications. The first is sealed as one text of a fixed length until another reviewer has sent theirs. */
export const securityReviews = sqliteTable(
  "security_reviews",
  {
    id: integer("id").primaryKey(),
    organizationId: organizationId(),
    applicationId: applicationId(),
    reviewerId: integer("reviewer_id").references(() => users.id, { onDelete: "set null" }),
    /** Verdict, words and time (see lib/secrets.ts); null once these stand in their columns. */
    sealed: text("sealed"),
    verdict: text("verdict").$type<Verdict>(),
    text: text("text"),
    sentAt: instant("sent_at"),
  },
  (table) => [
    uniqueIndex("security_reviews_of").on(table.applicationId, table.reviewerId),
    index("security_reviews_by").on(table.reviewerId),
  ],
);

/** The thread of an application between its applicant and reviewers, and the reviewers' notes. */
export const securityMessages = sqliteTable(
  "security_messages",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    applicationId: applicationId(),
    isNote: integer("is_note", { mode: "boolean" }).notNull(),
    /** Null for a user who was deleted. */
    authorId: integer("author_id").references(() => users.id, { onDelete: "set null" }),
    text: text("text").notNull(),
    createdAt: instant("created_at").notNull(),
    editedAt: instant("edited_at"),
    removedBy: text("removed_by"),
    removedReason: text("removed_reason"),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    index("security_messages_of").on(table.applicationId, table.id),
    index("security_messages_by").on(table.authorId),
  ],
);

/** When a reviewer last read the answers of an application: the audit log has one entry a day. */
export const securityLooks = sqliteTable(
  "security_looks",
  {
    applicationId: applicationId(),
    userId: integer("user_id").notNull(),
    organizationId: organizationId(),
    day: text("day").notNull(),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.userId] })],
);

/** Accepted members: on trial, confirmed, or ended. Deleted with the membership. */
export const securityTrials = sqliteTable(
  "security_trials",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    userId: integer("user_id")
      .notNull()
      .references(() => members.userId, { onDelete: "cascade" }),
    applicationId: integer("application_id").notNull(),
    fromDay: text("from_day").notNull(),
    endsOn: text("ends_on").notNull(),
    /** Null while it runs. */
    outcome: text("outcome").$type<"confirmed" | "ended">(),
    /** The team's role that was given, and the one before it; null where the member kept their own. Either may be deleted. */
    roleId: integer("role_id").notNull(),
    previousRoleId: integer("previous_role_id"),
    /** Number of sent reminders: some days before the end, and on the last day. */
    reminders: integer("reminders").notNull().default(0),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    uniqueIndex("security_trials_of").on(table.userId),
    index("security_trials_open").on(table.organizationId, table.endsOn).where(sql`outcome is null`),
    index("security_trials_confirmed").on(table.organizationId, table.id).where(sql`outcome = 'confirmed'`),
  ],
);
