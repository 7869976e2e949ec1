import * as z from "zod/mini";
import { text } from "../../lib/names.schema.ts";
import { recordId, version } from "../../lib/wire.schema.ts";
import { EVENT_STATUSES, LENGTH } from "../events/events.schema.ts";

export const ATTENDANCE = ["yes", "partly", "no"] as const;
export type Attended = (typeof ATTENDANCE)[number];

/** Shares of an event's time in voice for each proposed answer; half an hour is always partly. */
const ENOUGH = { yes: 0.9, partly: 0.25, partlyMinutes: 30 } as const;
/** Days after its end in which attendance can be changed and claimed. */
export const CHANGE_DAYS = 7;
/** Minutes before and after an event in which voice is shown, but not counted. */
export const AROUND_MINUTES = 30;
/** Hours after which a stay in voice ends without a further sign. */
export const STAY_HOURS = 12;
/** Minutes that such a stay counts after its last sign. */
export const LAST_SIGN_MINUTES = 5;

export const MOST_PEOPLE = 500;
export const MOST_CONFIRMED = 200;
/** Signs that are read of each person, and among which members without a sign-up are searched. */
export const SIGNS_EACH = 100;
export const SIGNS_SCANNED = 5_000;
export const CLAIM_LENGTH = 500;
export const REPORT_LENGTH = 8_000;
export const WENT_WELL_LENGTH = 2_000;
/** Days that a member's own figures cover, and the most events in them. */
export const STATISTIC_DAYS = 180;
export const MOST_COUNTED = 300;

/** The answer that a number of minutes in voice proposes for an event of `length` minutes. */
export function proposalOf(minutes: number, length: number): Attended {
  if (minutes >= ENOUGH.yes * length) return "yes";
  return minutes >= Math.min(ENOUGH.partly * length, ENOUGH.partlyMinutes) ? "partly" : "no";
}

const interval = z.object({ from: z.string(), to: z.string() });

export const CLAIM_STATES = ["open", "approved", "declined"] as const;

/** One person at an event: the proposal from voice, the confirmed answer, and their own claim. */
export const presence = z.object({
  userId: z.number(),
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** How they signed up; null without a sign-up. */
  signedUp: z.nullable(z.enum(["seated", "waiting"])),
  /** The name of their slot. */
  slot: z.nullable(z.string()),
  /** Times in voice, including AROUND_MINUTES before and after the event. */
  intervals: z.array(interval),
  /** Times of possible presence: they were in voice before, and no bot watched. */
  unseen: z.array(interval),
  /** Minutes in voice during the event, and minutes of possible presence. */
  minutes: z.number(),
  unseenMinutes: z.number(),
  /** Derived from the seen minutes. Null where no bot saw anybody, or where unwatched time could change a no. */
  proposal: z.nullable(z.enum(ATTENDANCE)),
  confirmed: z.nullable(
    z.object({
      answer: z.enum(ATTENDANCE),
      minutes: z.number(),
      /** Name of the user who confirmed it, as it was then. */
      by: z.string(),
      at: z.string(),
    }),
  ),
  claim: z.nullable(
    z.object({ minutes: z.number(), note: z.string(), state: z.enum(CLAIM_STATES), at: z.string() }),
  ),
  /** On leave when the event began: absence does not count. */
  isAway: z.boolean(),
});
export type Presence = z.infer<typeof presence>;

/** Attendance of an event, GET /api/events/{id}/attendance. */
export const attendance = z.object({
  id: z.number(),
  title: z.string(),
  status: z.enum(EVENT_STATUSES),
  startsAt: z.string(),
  endsAt: z.string(),
  /** The time until which attendance can be changed and claimed. */
  changesUntil: z.string(),
  /** Everybody for users who look after the event, in order of sign-up; else the reader alone. Empty before it begins. */
  people: z.array(presence),
  /** Whether a bot saw anybody in voice. */
  isSeen: z.boolean(),
  /** Whether voice had more entries than are read at once: some proposals may be too low. */
  isCut: z.boolean(),
  hasReport: z.boolean(),
  can: z.object({
    /** Looks after the event, and so sees everybody. */
    seeAll: z.boolean(),
    confirm: z.boolean(),
    claim: z.boolean(),
    readReport: z.boolean(),
    writeReport: z.boolean(),
  }),
});
export type Attendance = z.infer<typeof attendance>;

const minutes = z.int().check(z.minimum(0), z.maximum(LENGTH.most));

/** Without minutes, yes is the whole event and no none of it. */
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

/** Report of an event for its attendees, GET /api/events/{id}/report; empty in version 0. */
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

/** Past events whose attendance waits for the reader, GET /api/events/{orgId}/unconfirmed. */
export const unconfirmed = z.object({ ids: z.array(z.number()) });
export type Unconfirmed = z.infer<typeof unconfirmed>;

const figures = z.object({
  /** Confirmed events at which the member had a place, or was present without one. */
  events: z.number(),
  /** Those that they attended, at least partly. */
  attended: z.number(),
  minutes: z.number(),
});

/** The reader's own figure of the last STATISTIC_DAYS days, GET /api/event-statistics/{orgId}/own. */
export const ownStatistics = z.extend(figures, { isShared: z.boolean() });
export type OwnStatistics = z.infer<typeof ownStatistics>;

/** The figures of another member; null where they do not share them, and for a reader who sees no events. */
export const sharedStatistics = z.object({ figures: z.nullable(figures) });
export type SharedStatistics = z.infer<typeof sharedStatistics>;

export const shareInput = z.strictObject({ isShared: z.boolean() });
export type ShareInput = z.infer<typeof shareInput>;
