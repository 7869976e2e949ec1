import * as z from "zod/mini";
import type { DiscordActivityType } from "../../../bot-gateway/protocol.ts";
import { line, noHidden, personName, text } from "../../lib/names.schema.ts";
import {
  ignoredIdentity,
  instant,
  pageLimit,
  recordId,
  recordIdText,
  snowflake,
  version,
} from "../../lib/wire.schema.ts";
import {
  BULK_LIMIT,
  DEADLINE_FILTERS,
  MOST_MINUTES,
  PROSPECT_STATUSES,
  type ProspectStatus,
  SEARCH_LENGTH,
  STAGE_NAMES,
  type Stage,
  WITHDRAW_OUTCOMES,
} from "./pipeline.schema.ts";

export * from "./pipeline.schema.ts";

export type Prospect = {
  id: number;
  organizationId: number;
  displayName: string;
  username: string;
  email: string | null;
  status: ProspectStatus;
  stage: Stage;
  /** Member id. */
  assignedTo: number | null;
  deadline: string | null;
  notes: string | null;
  discordId: string | null;
  starCitizenId: string | null;
  referralSource: string | null;
  /** Made up for trying things out; clearing the test data removes it. */
  isTest: boolean;
  discordStatus: "active" | "left" | null;
  discordLastSeen: string | null;
  avatarUrl: string | null;
  /** The member this prospect became, if it did. */
  memberId: number | null;
  stageChangedAt: string;
  createdAt: string;
  updatedAt: string;
  version: number;
  /** What the reader may do with this record; `moveTo` are the statuses that they can move it to. */
  can: { update: boolean; assign: boolean; moveTo: ProspectStatus[] };
};

export type HistoryAction =
  | "created"
  | "status"
  | "assigned"
  | "deadline"
  | "notes"
  | "time"
  | "discord"
  | "undo";

export type ProspectHistoryEntry = {
  id: number;
  action: HistoryAction;
  createdAt: string;
  /** Name of who did it, as it was then. */
  performedBy: string;
  previousValue: string | null;
  newValue: string | null;
  notes: string | null;
  /** Further fields that changed in the same step, by name. */
  changes: Record<string, { from: string | null; to: string | null }> | null;
};

export type DiscordActivity = {
  id: number;
  username: string;
  avatarUrl: string | null;
  activityType: DiscordActivityType;
  /** Channel name for voice, status for presence. */
  details: string | null;
  timestamp: string;
};

const paging = { limit: pageLimit, cursor: z.optional(z.string().check(z.maxLength(200))) };

/** Filters of the prospect list; `q` searches names and Discord ids over all stages. */
export const prospectListQuery = z.strictObject({
  stage: z.optional(z.enum(STAGE_NAMES)),
  status: z.optional(z.enum(PROSPECT_STATUSES)),
  assignedTo: z.optional(z.union([z.literal("me"), z.literal("none"), recordIdText])),
  deadline: z.optional(z.enum(DEADLINE_FILTERS)),
  urgent: z.optional(z.literal("1")),
  q: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_LENGTH))),
  ...paging,
});
export type ProspectListQuery = z.infer<typeof prospectListQuery>;

/** A page of a history; `cursor` as the page before named it. */
export const historyQuery = z.strictObject(paging);
export type HistoryQuery = z.infer<typeof historyQuery>;

/** Number of prospects in each status that the reader can see. */
export type ProspectCounts = Record<ProspectStatus, number>;
export const countsQuery = z.strictObject({ assignedTo: z.optional(z.literal("me")) });

/** One assignee's open work (stages before active). */
export type AssigneeLoad = {
  memberId: number;
  displayName: string;
  avatarUrl: string | null;
  /** False for a member who can no longer be given work but still has some. */
  assignable: boolean;
  open: number;
  overdue: number;
  dueSoon: number;
  averageDaysInStage: number;
};
/** The team overview: busiest first, then the work without an assignee. */
export type TeamOverview = { assignees: AssigneeLoad[]; unassigned: number };

const comment = text(2000);
/** As they are typed, spaces at the end too. */
const notes = z.string().check(z.maxLength(20_000), noHidden);

export const createProspectInput = z.strictObject({
  organizationId: z.optional(recordId),
  displayName: personName(64),
  username: z.optional(personName(64, 0)),
  email: z.optional(z.nullable(z.union([z.literal(""), z.email().check(z.maxLength(254))]))),
  discordId: z.optional(z.nullable(z.union([z.literal(""), snowflake]))),
  starCitizenId: z.optional(z.nullable(line(60))),
  referralSource: z.optional(z.nullable(line(120))),
  notes: z.optional(z.nullable(notes)),
  assignedTo: z.optional(z.nullable(recordId)),
  deadline: z.optional(z.nullable(instant)),
});
export type CreateProspectInput = z.infer<typeof createProspectInput>;

export const assignInput = z.strictObject({
  assignedTo: z.nullable(recordId),
  deadline: z.optional(z.nullable(instant)),
  assignedBy: ignoredIdentity,
  version,
});
export type AssignInput = z.infer<typeof assignInput>;

/** `reason` is needed to go back to onboarding and to withdraw; an assignee, new or already there, to enter onboarding. */
const move = {
  status: z.enum(PROSPECT_STATUSES),
  assignedTo: z.optional(recordId),
  reason: z.optional(comment),
  outcome: z.optional(z.enum(WITHDRAW_OUTCOMES)),
};

/** A move along the pipeline. */
export const statusInput = z.strictObject({
  ...move,
  deadline: z.optional(z.nullable(instant)),
  notes: z.optional(comment),
  updatedBy: ignoredIdentity,
  version,
});
export type StatusInput = z.infer<typeof statusInput>;

export const notesInput = z.strictObject({ notes: z.nullable(notes), version });
export type NotesInput = z.infer<typeof notesInput>;

/** A new deadline, a comment for the log, or both. */
export const deadlineInput = z.strictObject({
  deadline: z.optional(z.nullable(instant)),
  notes: z.optional(z.nullable(comment)),
  updatedBy: ignoredIdentity,
  version,
});
export type DeadlineInput = z.infer<typeof deadlineInput>;

export const timeInput = z.strictObject({
  minutes: z.int().check(z.minimum(1), z.maximum(MOST_MINUTES)),
  notes: z.optional(z.nullable(comment)),
  performedBy: ignoredIdentity,
});
export type TimeInput = z.infer<typeof timeInput>;

export const bulkInput = z.strictObject({
  prospects: z
    .array(z.strictObject({ id: recordId, version }))
    .check(z.minLength(1), z.maxLength(BULK_LIMIT)),
  change: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("assign"), assignedTo: z.nullable(recordId) }),
    z.strictObject({ kind: z.literal("deadline"), deadline: z.nullable(instant) }),
    z.strictObject({ kind: z.literal("status"), ...move }),
  ]),
});
export type BulkInput = z.infer<typeof bulkInput>;

/** Hands all open prospects of one person to another, BULK_LIMIT at a time. */
export const reassignInput = z.strictObject({ from: recordId, to: recordId });
export type ReassignInput = z.infer<typeof reassignInput>;

/** What a bulk change did. A prospect that could not be changed is left as it was and says why. */
export type BulkAnswer = {
  changeId: number | null;
  changed: number;
  skipped: { id: number; name: string | null; detail: string }[];
  undoUntil: string | null;
  /** Left over when there were more than one step takes. */
  remaining: number;
};

/** The answer of POST /api/test-data/create. */
export type TestDataCreated = { created: number };

/** The answer of DELETE /api/test-data/clear; kept are those whose users can sign in by now. */
export type TestDataCleared = { removed: number; kept: number };

/** The caller's own work at a glance, GET /api/user/stats. */
export type UserStats = { assigned: number; overdue: number; dueSoon: number };
