import * as z from "zod/mini";
import { ACTIVITY_TYPES } from "../../../bot-gateway/protocol.ts";
import { answersOf, inputsOf } from "../../lib/fields.schema.ts";
import { noHidden, text } from "../../lib/names.schema.ts";
import {
  ignoredIdentity,
  instant,
  pageLimit,
  recordId,
  recordIdText,
  version,
} from "../../lib/wire.schema.ts";
import { correctable, signIn } from "./corrections/corrections.schema.ts";
import * as pipeline from "./pipeline.schema.ts";
import { prospectFacts } from "./prospects.fields.ts";

export * from "./corrections/corrections.schema.ts";
export * from "./pipeline.schema.ts";
export * from "./prospects.fields.ts";

export const prospect = z.object({
  id: z.number(),
  organizationId: z.number(),
  ...answersOf(prospectFacts),
  status: z.enum(pipeline.PROSPECT_STATUSES),
  stage: z.enum(pipeline.STAGE_NAMES),
  /** Member id. */
  assignedTo: z.nullable(z.number()),
  deadline: z.nullable(z.string()),
  /**
   * The leave for which an open prospect with a deadline is uncovered, as its first and last day, `YYYY-MM-DD`: its assignee is
   * away today or on the day of the deadline. Only for readers who may assign it; null for none.
   */
  assigneeAway: z.nullable(z.object({ from: z.string(), to: z.string() })),
  notes: z.nullable(z.string()),
  /** Test data. */
  isTest: z.boolean(),
  discordStatus: z.nullable(z.enum(["active", "left"])),
  discordLastSeen: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  /** The prospect's user, if there is one. */
  userId: z.nullable(z.number()),
  /** The prospect's member, if there is one. */
  memberId: z.nullable(z.number()),
  /** Omitted in lists. */
  signIn: z.optional(signIn),
  /** Null for nobody. Omitted in lists, and right after another member was chosen. */
  assigneeName: z.optional(z.nullable(z.string())),
  stageChangedAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  /** Abilities of the reader on this record. */
  can: z.object({
    update: z.boolean(),
    assign: z.boolean(),
    moveTo: z.array(z.enum(pipeline.PROSPECT_STATUSES)),
    /** Only open prospects have a deadline. */
    setDeadline: z.boolean(),
    /** Only for a user without a membership: a member's sessions are ended from the list of members. */
    /** The facts that the reader may correct. */
    correct: z.array(correctable),
    merge: z.boolean(),
    remove: z.boolean(),
    /** May make a link with which the prospect, now a member, chooses a password. */
    makePasswordLink: z.boolean(),
  }),
});
export type Prospect = z.infer<typeof prospect>;

const ACTIONS = [
  ...(["created", "status", "assigned", "deadline", "notes", "time", "discord", "undo"] as const),
  ...(["corrected", "merged", "unmerged", "deleted", "restored", "applied"] as const),
] as const;
export const historyAction = z.enum(ACTIONS);
const fieldChange = z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) });

export const prospectHistoryEntry = z.object({
  id: z.number(),
  action: historyAction,
  createdAt: z.string(),
  /** Name of the user who did it, as it was then. */
  performedBy: z.string(),
  previousValue: z.nullable(z.string()),
  newValue: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** Further fields of the same change, by name. */
  changes: z.nullable(z.record(z.string(), fieldChange)),
});
export type ProspectHistoryEntry = z.infer<typeof prospectHistoryEntry>;

export const discordActivity = z.object({
  id: z.number(),
  username: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** A sync adds `rules_pending` for a user who joined and has not accepted the rules of the server. */
  activityType: z.enum([...ACTIVITY_TYPES, "rules_pending"]),
  /** Channel name for voice, status for presence. */
  details: z.nullable(z.string()),
  timestamp: z.string(),
});
export type DiscordActivity = z.infer<typeof discordActivity>;

/** A member in voice, GET /api/members/{orgId}/voice. */
export const inVoice = z.object({
  /** Of the membership. */
  id: z.number(),
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** Null for readers without members.read. */
  channel: z.nullable(z.string()),
});
export type InVoice = z.infer<typeof inVoice>;

const paging = { limit: pageLimit, cursor: z.optional(z.string().check(z.maxLength(200))) };

/**
 * Filters of the prospect list; `q` searches names and Discord ids over all stages. A `deadline` other than none matches tasks,
 * or with `assignedTo=none` prospects that only lack an assignee to be tasks.
 */
export const prospectListQuery = z.strictObject({
  stage: z.optional(z.enum(pipeline.STAGE_FILTERS)),
  status: z.optional(z.enum(pipeline.PROSPECT_STATUSES)),
  assignedTo: z.optional(z.union([z.literal("me"), z.literal("none"), recordIdText])),
  deadline: z.optional(z.enum(pipeline.DEADLINE_FILTERS)),
  urgent: z.optional(z.literal("1")),
  /** In the Discord server, by the last report of syncs and the CRM bot. */
  inDiscord: z.optional(z.literal("1")),
  q: z.optional(z.string().check(z.trim(), z.maxLength(pipeline.SEARCH_LENGTH))),
  ...paging,
});
export type ProspectListQuery = z.infer<typeof prospectListQuery>;

export const historyQuery = z.strictObject(paging);
export type HistoryQuery = z.infer<typeof historyQuery>;

export const prospectCounts = z.record(z.enum(pipeline.PROSPECT_STATUSES), z.number());
export type ProspectCounts = z.infer<typeof prospectCounts>;
export const countsQuery = z.strictObject({ assignedTo: z.optional(z.literal("me")) });
export type CountsQuery = z.infer<typeof countsQuery>;

/** One assignee's open work (stages before active); those with a deadline are tasks. */
const assigneeLoad = z.object({
  memberId: z.number(),
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** False for a former assignable member who still has work. */
  assignable: z.boolean(),
  open: z.number(),
  tasks: z.number(),
  overdue: z.number(),
  dueSoon: z.number(),
  averageDaysInStage: z.number(),
  /** The last day of a leave that covers today, `YYYY-MM-DD`, for readers of members. */
  awayUntil: z.nullable(z.string()),
});
export type AssigneeLoad = z.infer<typeof assigneeLoad>;
/** The team overview: busiest first, then the open prospects without an assignee. */
export const teamOverview = z.object({ assignees: z.array(assigneeLoad), unassigned: z.number() });
export type TeamOverview = z.infer<typeof teamOverview>;

/** Most characters of a comment on a change, such as a reason. */
export const COMMENT_LENGTH = 2_000;
const comment = text(COMMENT_LENGTH);
/** Kept as typed, with spaces at the end. */
const notes = z.string().check(z.maxLength(20_000), noHidden);

export const createProspectInput = z.strictObject({
  organizationId: z.optional(recordId),
  ...inputsOf(prospectFacts),
  displayName: prospectFacts.displayName.input,
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
  status: z.enum(pipeline.PROSPECT_STATUSES),
  assignedTo: z.optional(recordId),
  reason: z.optional(comment),
  outcome: z.optional(z.enum(pipeline.WITHDRAW_OUTCOMES)),
  /** What an applicant reads who is declined; the reason stays with officers. */
  words: z.optional(comment),
};

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

export const deadlineInput = z.strictObject({
  deadline: z.optional(z.nullable(instant)),
  notes: z.optional(z.nullable(comment)),
  updatedBy: ignoredIdentity,
  version,
});
export type DeadlineInput = z.infer<typeof deadlineInput>;

/** `version` is the one after the change. */
export const undoInput = z.strictObject({ version });
export type UndoInput = z.infer<typeof undoInput>;

export const timeInput = z.strictObject({
  minutes: z.int().check(z.minimum(1), z.maximum(pipeline.MOST_MINUTES)),
  notes: z.optional(z.nullable(comment)),
  performedBy: ignoredIdentity,
});
export type TimeInput = z.infer<typeof timeInput>;

export const bulkInput = z.strictObject({
  prospects: z
    .array(z.strictObject({ id: recordId, version }))
    .check(z.minLength(1), z.maxLength(pipeline.BULK_LIMIT)),
  change: z.discriminatedUnion("kind", [
    // Without a deadline each keeps its own.
    z.strictObject({
      kind: z.literal("assign"),
      assignedTo: z.nullable(recordId),
      deadline: z.optional(z.nullable(instant)),
    }),
    z.strictObject({ kind: z.literal("deadline"), deadline: z.nullable(instant) }),
    z.strictObject({ kind: z.literal("status"), ...move }),
  ]),
});
export type BulkInput = z.infer<typeof bulkInput>;

export const reassignInput = z.strictObject({ from: recordId, to: recordId });
export type ReassignInput = z.infer<typeof reassignInput>;

/** The result of a bulk change; `skipped` are the unchanged prospects, with the reason. */
export const bulkAnswer = z.object({
  changeId: z.nullable(z.number()),
  changed: z.number(),
  skipped: z.array(z.object({ id: z.number(), name: z.nullable(z.string()), detail: z.string() })),
  undoUntil: z.nullable(z.string()),
  /** Prospects beyond BULK_LIMIT, for the next call. */
  remaining: z.number(),
});
export type BulkAnswer = z.infer<typeof bulkAnswer>;

/** How many sample prospects there are. */
export const testData = z.object({ prospects: z.number() });
export type TestData = z.infer<typeof testData>;

export const testDataCreated = z.object({ created: z.number() });
export type TestDataCreated = z.infer<typeof testDataCreated>;

/** `kept` are test prospects whose users can sign in by now. */
export const testDataCleared = z.object({ removed: z.number(), kept: z.number() });
export type TestDataCleared = z.infer<typeof testDataCleared>;

/** The caller's own tasks, of which `assigned` counts all, and their open prospects without a deadline. */
export const userStats = z.object({
  assigned: z.number(),
  overdue: z.number(),
  dueSoon: z.number(),
  withoutDeadline: z.number(),
});
export type UserStats = z.infer<typeof userStats>;
