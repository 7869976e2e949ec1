import * as z from "zod/mini";
import { text } from "../../lib/names.schema.ts";
import { recordId, version } from "../../lib/wire.schema.ts";
import { EVENT_STATUSES, LENGTH } from "../events/events.schema.ts";

export const ATTENDANCE = ["yes", "partly", "no"] as const;
export type Attended = (typeof ATTENDANCE)[number];

/** Shares of an event from which voice proposes an answer; half an hour is partly in any event. */
const ENOUGH = { yes: 0.9, partly: 0.25, partlyMinutes: 30 } as const;
/** Days after its end in which answers change, and people ask to be added. */
export const CHANGE_DAYS = 7;
/** Minutes before and after an event of which voice is shown, without being counted. */
export const AROUND_MINUTES = 30;
/** Hours that a stay in voice lasts without another sign of it. */
export const STAY_HOURS = 12;
/** Minutes that such a stay counts after its last sign. */
export const LAST_SIGN_MINUTES = 5;

export const MOST_PEOPLE = 500;
export const MOST_CONFIRMED = 200;
/** Signs that are read of each person, and among which those are looked for who did not sign up. */
export const SIGNS_EACH = 100;
export const SIGNS_SCANNED = 5_000;
export const CLAIM_LENGTH = 500;
export const REPORT_LENGTH = 8_000;
export const WENT_WELL_LENGTH = 2_000;
/** Days of which a member's own figure tells, and the most events in it. */
export const STATISTIC_DAYS = 180;
export const MOST_COUNTED = 300;

/** What minutes in voice propose for an event of `length` minutes. */
export function proposalOf(minutes: number, length: number): Attended {
  if (minutes >= ENOUGH.yes * length) return "yes";
  return minutes >= Math.min(ENOUGH.partly * length, ENOUGH.partlyMinutes) ? "partly" : "no";
}

const interval = z.object({ from: z.string(), to: z.string() });

export const CLAIM_STATES = ["open", "approved", "declined"] as const;

/** One person at an event: what voice proposes, what was confirmed, and what they ask for themselves. */
export const presence = z.object({
  userId: z.number(),
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** How they signed up; null without a sign-up. */
  signedUp: z.nullable(z.enum(["seated", "waiting"])),
  /** The name of their slot. */
  slot: z.nullable(z.string()),
  /** When they were seen in voice, AROUND_MINUTES before and after the event included. */
  intervals: z.array(interval),
  /** When they may have been: they were there before, and no bot watched. */
  unseen: z.array(interval),
  /** Minutes that they were seen in voice during the event, and those that they may have been. */
  minutes: z.number(),
  unseenMinutes: z.number(),
  /** From what was seen. Null where no bot saw anybody, and where what it did not see may make a no another answer. */
  proposal: z.nullable(z.enum(ATTENDANCE)),
  confirmed: z.nullable(
    z.object({
      answer: z.enum(ATTENDANCE),
      minutes: z.number(),
      /** Name of who confirmed it, as it was then. */
      by: z.string(),
      at: z.string(),
    }),
  ),
  claim: z.nullable(
    z.object({ minutes: z.number(), note: z.string(), state: z.enum(CLAIM_STATES), at: z.string() }),
  ),
  /** Away on leave when the event began: not being there does not count. */
  isAway: z.boolean(),
});
export type Presence = z.infer<typeof presence>;

/** Who was at an event, GET /api/events/{id}/attendance. */
export const attendance = z.object({
  id: z.number(),
  title: z.string(),
  status: z.enum(EVENT_STATUSES),
  startsAt: z.string(),
  endsAt: z.string(),
  /** Until when answers change, and people ask to be added. */
  changesUntil: z.string(),
  /** Everybody where the reader looks after the event, in order of sign-up; else the reader alone. Empty before it begins. */
  people: z.array(presence),
  /** Whether a bot saw anybody in voice. */
  isSeen: z.boolean(),
  /** Whether there was more to read of voice than is read at once: some proposals may say too little. */
  isCut: z.boolean(),
  hasReport: z.boolean(),
  can: z.object({
    /** Looks after the event: sees everybody. */
    seeAll: z.boolean(),
    confirm: z.boolean(),
    claim: z.boolean(),
    readReport: z.boolean(),
    writeReport: z.boolean(),
  }),
});
export type Attendance = z.infer<typeof attendance>;

const minutes = z.int().check(z.minimum(0), z.maximum(LENGTH.most));

/** Without minutes, yes is all of the event and no none of it. */
export const confirmInput = z.strictObject({
  people: z
    .array(z.strictObject({ userId: recordId, answer: z.enum(ATTENDANCE), minutes: z.optional(minutes) }))
    .check(z.minLength(1), z.maxLength(MOST_CONFIRMED)),
});
export type ConfirmInput = z.infer<typeof confirmInput>;

export const claimInput = z.strictObject({
  minutes: z.int().check(z.minimum(1), z.maximum(LENGTH.most)),
  note: z._default(text(CLAIM_LENGTH), ""),
});
export type ClaimInput = z.infer<typeof claimInput>;

export const decideClaimInput = z.strictObject({ state: z.enum(["approved", "declined"]) });
export type DecideClaimInput = z.infer<typeof decideClaimInput>;

/** What happened at an event, for those who were there, GET /api/events/{id}/report; empty in version 0. */
export const report = z.object({
  id: z.number(),
  title: z.string(),
  text: z.string(),
  wentWell: z.string(),
  writtenBy: z.nullable(z.string()),
  updatedAt: z.nullable(z.string()),
  version: z.number(),
  can: z.object({ write: z.boolean() }),
});
export type Report = z.infer<typeof report>;

export const reportInput = z.strictObject({
  text: text(REPORT_LENGTH),
  wentWell: z._default(text(WENT_WELL_LENGTH), ""),
  version,
});
export type ReportInput = z.infer<typeof reportInput>;

const figures = z.object({
  /** Events with a place, or where the member was without one, that were confirmed. */
  events: z.number(),
  /** Those of them that they were at, at least partly. */
  attended: z.number(),
  minutes: z.number(),
});

/** The reader's own figure of the last STATISTIC_DAYS days, GET /api/event-statistics/{orgId}/own. */
export const ownStatistics = z.extend(figures, { isShared: z.boolean() });
export type OwnStatistics = z.infer<typeof ownStatistics>;

/** The same of another member; null where they do not share it, and for a reader who sees no events. */
export const sharedStatistics = z.object({ figures: z.nullable(figures) });
export type SharedStatistics = z.infer<typeof sharedStatistics>;

export const shareInput = z.strictObject({ isShared: z.boolean() });
export type ShareInput = z.infer<typeof shareInput>;
