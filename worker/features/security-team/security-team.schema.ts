import * as z from "zod/mini";
import { text } from "../../lib/names.schema.ts";
import { pageLimit, version } from "../../lib/wire.schema.ts";
import { type Written, written } from "../../lib/written.schema.ts";
import { application, MESSAGE_LENGTH } from "../applications/applications.schema.ts";

export { PURGE_DAYS } from "../applications/applications.schema.ts";

/** The advice of a reviewer, and the decisions. A trial ends with a date on which it is confirmed. */
export const VERDICTS = ["accept", "trial", "decline"] as const;
export type Verdict = (typeof VERDICTS)[number];
/** Reviews that are written before they can be read; a third one where they differ. */
export const REVIEWS = 2;
export const MOST_REVIEWS = 3;
export const REVIEW_LENGTH = 2_000;
export const MESSAGE_MOST = 2_000;
/** Messages and staff notes of one application. */
export const MOST_MESSAGES = 500;
export const TRIAL_WEEKS = { least: 1, most: 26 } as const;
/** Days in which an applicant can expect an answer. */
export const ANSWER_DAYS = 5;
/** Days before the end of a trial on which reviewers are reminded. */
export const REMIND_DAYS = 7;
export const MOST_SHOWN = 200;

const person = z.object({ userId: z.number(), displayName: z.string(), avatarUrl: z.nullable(z.string()) });

/** A member of the team on trial. Days are `YYYY-MM-DD`. */
export const trial = z.object({
  id: z.number(),
  member: person,
  from: z.string(),
  endsOn: z.string(),
  version: z.number(),
  can: z.object({ decide: z.boolean() }),
});
export type Trial = z.infer<typeof trial>;

/** The team for readers of its tab, GET /api/security-team/{orgId}. */
export const securityTeam = z.object({
  /** Sorted by their end. */
  trials: z.array(trial),
  /** Holders of the team's role and confirmed members, by name; at most MOST_SHOWN. */
  members: z.array(person),
  total: z.number(),
  /** The role that accepting gives, and the weeks of a trial, by the settings; role null where none is chosen. */
  role: z.nullable(z.object({ id: z.number(), name: z.string() })),
  trialWeeks: z.number(),
  /** The reader's newest application that is not withdrawn; null before the first. */
  ownId: z.nullable(z.number()),
  /** False for members of the team, on trial or with an open application. */
  can: z.object({ apply: z.boolean() }),
});
export type SecurityTeam = z.infer<typeof securityTeam>;

/** The action that an application needs from the reader. */
export const GROUPS = ["review", "decision", "others", "own"] as const;

/** An application in the reviewers' list, without its answers and with only the reader's own review. */
export const applicationSummary = z.object({
  id: z.number(),
  applicant: person,
  roleName: z.nullable(z.string()),
  status: z.enum(["pending", "accepted", "declined", "withdrawn"]),
  group: z.nullable(z.enum(GROUPS)),
  /** Whether the reader has sent a review. */
  isReviewed: z.boolean(),
  /** Whether both reviews exist and differ. */
  isDisputed: z.boolean(),
  /** Flags that were not cleared; null for a decided one. */
  flags: z.nullable(z.number()),
  /** Whether it waits for an answer of the applicant. */
  isOnHold: z.boolean(),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /** The day on which a declined one is purged, or on which an accepted one's trial ends. */
  day: z.nullable(z.string()),
});
export type ApplicationSummary = z.infer<typeof applicationSummary>;

export const FLAGS = ["same_handle", "declined_before", "not_in_discord", "not_verified"] as const;
export type FlagKind = (typeof FLAGS)[number];
/** A reason to look closer, which a reviewer clears with a remark; never a verdict. */
const flag = z.object({
  kind: z.enum(FLAGS),
  /** Names of other users who gave the handle; empty for the other kinds. */
  names: z.array(z.string()),
  /** When and with which words it was declined before. */
  at: z.nullable(z.string()),
  words: z.nullable(z.string()),
  cleared: z.nullable(z.object({ by: z.string(), word: z.string(), at: z.string() })),
});

const review = z.object({
  reviewer: z.nullable(person),
  verdict: z.enum(VERDICTS),
  text: z.string(),
  sentAt: z.string(),
  isOwn: z.boolean(),
});

export type Message = Written;

/** An event without names of reviewers, since the applicant reads it too. */
const step = z.object({
  kind: z.enum(["sent", "held", "resumed", "decided", "withdrawn", "confirmed", "extended", "ended"]),
  at: z.string(),
  words: z.nullable(z.string()),
});

/** An application for the team, GET /api/security-applications/{id}/details: for its applicant and for reviewers. */
export const applicationDetails = z.object({
  application,
  /** Why it waits for the applicant. */
  hold: z.nullable(z.object({ reason: z.string(), at: z.string() })),
  /** The day by which the applicant can expect an answer. */
  expectedBy: z.string(),
  thread: z.array(written),
  steps: z.array(step),
  trial: z.nullable(trial),
  /** The day on which the answers of a declined one are deleted. */
  purgedOn: z.nullable(z.string()),
  /** The part for reviewers; null for the applicant. */
  staff: z.nullable(
    z.object({
      flags: z.array(flag),
      notes: z.array(written),
      /** The reader's own, and all of them once enough exist. */
      reviews: z.array(review),
      /** The result that can be decided: enough reviews exist and agree. */
      decision: z.nullable(z.enum(["accept", "decline"])),
      isDisputed: z.boolean(),
      /** The day on which their membership began, and known facts about them. */
      since: z.nullable(z.string()),
      roleName: z.nullable(z.string()),
    }),
  ),
  can: z.object({
    review: z.boolean(),
    decide: z.boolean(),
    hold: z.boolean(),
    write: z.boolean(),
    note: z.boolean(),
    delete: z.boolean(),
    withdraw: z.boolean(),
  }),
});
export type ApplicationDetails = z.infer<typeof applicationDetails>;

export const securityListQuery = z.strictObject({
  show: z._default(z.enum(["open", "decided"]), "open"),
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type SecurityListQuery = z.infer<typeof securityListQuery>;

export const reviewInput = z.strictObject({ verdict: z.enum(VERDICTS), text: text(REVIEW_LENGTH, 1) });
export type ReviewInput = z.infer<typeof reviewInput>;

/** `trialWeeks` counts for a trial alone; without it the setting's weeks. The message is sent to the applicant. */
export const decisionInput = z.strictObject({
  decision: z.enum(VERDICTS),
  trialWeeks: z.optional(z.int().check(z.minimum(TRIAL_WEEKS.least), z.maximum(TRIAL_WEEKS.most))),
  message: z.optional(z.nullable(text(MESSAGE_LENGTH))),
  version,
});
export type DecisionInput = z.infer<typeof decisionInput>;

export const holdInput = z.strictObject({ reason: text(MESSAGE_LENGTH, 1), version });
export type HoldInput = z.infer<typeof holdInput>;
export const resumeInput = z.strictObject({ version });
export const clearFlagInput = z.strictObject({ kind: z.enum(FLAGS), word: text(MESSAGE_LENGTH, 1) });
export type ClearFlagInput = z.infer<typeof clearFlagInput>;

export const messageInput = z.strictObject({
  text: text(MESSAGE_MOST, 1),
  /** A staff note, which the applicant never reads. */
  isNote: z._default(z.boolean(), false),
});
export type MessageInput = z.infer<typeof messageInput>;
export const editMessageInput = z.strictObject({ text: text(MESSAGE_MOST, 1), version });
export type EditMessageInput = z.infer<typeof editMessageInput>;
export const removeMessageInput = z.strictObject({ reason: text(MESSAGE_LENGTH, 1), version });
export type RemoveMessageInput = z.infer<typeof removeMessageInput>;

export const deleteInput = z.strictObject({ reason: text(MESSAGE_LENGTH, 1) });
export type DeleteInput = z.infer<typeof deleteInput>;

/** The end of a trial: confirmed, extended by some weeks, or ended with a reason that the member reads. */
export const trialInput = z.strictObject({
  outcome: z.enum(["confirm", "extend", "end"]),
  weeks: z.optional(z.int().check(z.minimum(TRIAL_WEEKS.least), z.maximum(TRIAL_WEEKS.most))),
  reason: z.optional(z.nullable(text(MESSAGE_LENGTH))),
  version,
});
export type TrialInput = z.infer<typeof trialInput>;
