import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { columnsOf } from "../../lib/fields.ts";
import { type MemberStatus, members } from "../members/index.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import { prospectFacts } from "./prospects.fields.ts";
import type { DiscordActivity, Prospect, ProspectHistoryEntry } from "./prospects.schema.ts";

/** The status of prospects that were deleted or merged into another; triggers do not count them. */
export const REMOVED = "removed";

/** A person in the recruitment pipeline, with or without a sign-in. */
export const prospects = sqliteTable(
  "prospects",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    ...columnsOf(prospectFacts),
    status: text("status").$type<Prospect["status"]>().notNull(),
    stage: text("stage")
      .$type<Prospect["stage"]>()
      .notNull()
      .generatedAlwaysAs(
        sql`case status when 'intro_completed' then 'intro' when 'assigned_onboarding' then 'onboarding' else status end`,
        { mode: "virtual" },
      ),
    assignedTo: integer("assigned_to").references(() => members.id),
    /** The member who added the prospect by hand, who sees it until another member has it; kept when they are deleted. */
    addedBy: integer("added_by"),
    /** The link by which the person came, of the feature referrals; kept when its member is deleted. */
    sourceId: integer("source_id"),
    deadline: instant("deadline"),
    /** Orders prospects by deadline, those without last; no two are equal, so that pages can begin anywhere. */
    position: text("position")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(deadline, '~') || printf(' %012d', id)`, { mode: "virtual" }),
    notes: text("notes"),
    avatar: text("avatar"),
    discordStatus: text("discord_status").$type<NonNullable<Prospect["discordStatus"]>>(),
    discordLastSeen: instant("discord_last_seen"),
    isTest: flag("is_test").notNull().default(false),
    stageChangedAt: instant("stage_changed_at").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    uniqueIndex("prospects_discord").on(table.organizationId, table.discordId),
    uniqueIndex("prospects_user").on(table.userId).where(sql`user_id is not null`),
    index("prospects_order").on(table.organizationId, table.position),
    index("prospects_stage").on(table.organizationId, table.stage, table.position),
    // Begins with the assignee, so that deleting a member finds their prospects.
    index("prospects_assignee").on(table.assignedTo, table.organizationId, table.stage, table.position),
    index("prospects_added")
      .on(table.addedBy, table.organizationId, table.position)
      .where(sql`added_by is not null and assigned_to is null`),
    index("prospects_handle")
      .on(table.organizationId, sql`star_citizen_id collate nocase`)
      .where(sql`star_citizen_id is not null`),
    index("prospects_email")
      .on(table.organizationId, sql`email collate nocase`)
      .where(sql`email is not null`),
    index("prospects_source").on(table.sourceId).where(sql`source_id is not null`),
    index("prospects_test").on(table.organizationId, table.username).where(sql`is_test = 1`),
  ],
);

/** Events of a prospect; entries are only ever added. */
export const prospectHistory = sqliteTable(
  "prospect_history",
  {
    id: integer("id").primaryKey(),
    prospectId: integer("prospect_id")
      .notNull()
      .references(() => prospects.id, { onDelete: "cascade" }),
    action: text("action").$type<ProspectHistoryEntry["action"]>().notNull(),
    performedBy: text("performed_by").notNull(),
    performedById: integer("performed_by_id"),
    previousValue: text("previous_value"),
    newValue: text("new_value"),
    notes: text("notes"),
    changes: json<ProspectHistoryEntry["changes"]>("changes"),
    /** The values before a change that can be undone. */
    before: json<ProspectBefore>("before"),
    minutes: integer("minutes"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("prospect_history_of").on(table.prospectId, table.id)],
);

/** SQL condition: an activity in voice, written like the partial index. */
export const IS_VOICE = sql.raw(
  "activity_type in ('voice_join', 'voice_move', 'voice_present', 'voice_leave')",
);

/** Discord's reports about people, kept 90 days. */
export const discordActivities = sqliteTable(
  "discord_activities",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: integer("organization_id").notNull(),
    discordId: text("discord_id").notNull(),
    username: text("username").notNull(),
    activityType: text("activity_type").$type<DiscordActivity["activityType"]>().notNull(),
    details: text("details"),
    timestamp: instant("timestamp").notNull(),
  },
  (table) => [
    index("discord_activities_of").on(table.organizationId, table.discordId, table.timestamp),
    // For attendance; presences, which are most activities, are only read by person.
    index("discord_activities_voice").on(table.timestamp).where(IS_VOICE),
  ],
);

/** Times in which a bot saw who is in voice; an organization's open one is extended. Kept 90 days. */
export const voiceWatches = sqliteTable(
  "voice_watches",
  {
    organizationId: integer("organization_id").notNull(),
    fromAt: instant("from_at").notNull(),
    /** The end of the time that was certainly watched. */
    untilAt: instant("until_at").notNull(),
    isOpen: flag("is_open").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.fromAt] })],
);

/** Number of prospects by status and presence in the Discord server, kept by triggers. */
export const prospectTotals = sqliteTable(
  "prospect_totals",
  {
    organizationId: integer("organization_id").notNull(),
    status: text("status").$type<Prospect["status"]>().notNull(),
    inDiscord: flag("in_discord").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.status, table.inDiscord] })],
);

/** Number of prospects by assignee and status, kept by triggers. */
export const assigneeTotals = sqliteTable(
  "assignee_totals",
  {
    organizationId: integer("organization_id").notNull(),
    memberId: integer("member_id").notNull(),
    status: text("status").$type<Prospect["status"]>().notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.memberId, table.status] })],
);

/** The prospects of a bulk change, to undo it: their histories have the values before it. */
export const bulkChanges = sqliteTable("bulk_changes", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  organizationId: integer("organization_id").notNull(),
  memberId: integer("member_id").notNull(),
  before: json<Pick<Prospect, "id" | "version">[]>("before").notNull(),
  createdAt: instant("created_at").notNull(),
  undoneAt: instant("undone_at"),
});

/** `version` is the one after the change: a later edit makes it larger, and the change can no longer be undone. */
export type ProspectBefore = Pick<
  Prospect,
  "version" | "status" | "assignedTo" | "deadline" | "stageChangedAt"
> & { memberStatus: MemberStatus | null };
