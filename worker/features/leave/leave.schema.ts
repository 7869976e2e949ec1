import * as z from "zod/mini";
import { text } from "../../lib/names.schema.ts";
import { pageLimit, recordId, recordIdText, version, YEARS } from "../../lib/wire.schema.ts";

export const NOTE_LENGTH = 200;
/** Most days of a leave, the first and the last included. */
export const MOST_DAYS = 366;
/** Most current and coming leaves of a user. */
export const MOST_LEAVES = 20;

/** Days on which a user is away, GET /api/leaves/{orgId}. */
export const leave = z.object({
  id: z.number(),
  userId: z.number(),
  name: z.string(),
  /** The first and the last day, `YYYY-MM-DD`, both included. */
  from: z.string(),
  to: z.string(),
  /** Null without a note, and for readers who may not read it. */
  note: z.nullable(z.string()),
  /** Name of the officer who added it, for the same readers; null for one's own. */
  addedBy: z.nullable(z.string()),
  version: z.number(),
  can: z.object({ change: z.boolean() }),
});
export type Leave = z.infer<typeof leave>;

const isWithinYears = (day: string) => day >= `${YEARS.first}-01-01` && day <= `${YEARS.last}-12-31`;
const day = z.iso.date({ error: "leave_day", abort: true }).check(z.refine(isWithinYears, "leave_day"));
const note = z.optional(z.nullable(text(NOTE_LENGTH)));

export const leaveListQuery = z.strictObject({
  /** Only the leaves of this user. */
  userId: z.optional(recordIdText),
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type LeaveListQuery = z.infer<typeof leaveListQuery>;

/** A new leave; of the caller without `userId`. */
export const addLeaveInput = z.strictObject({ from: day, to: day, note, userId: z.optional(recordId) });
export type AddLeaveInput = z.infer<typeof addLeaveInput>;

export const changeLeaveInput = z.strictObject({
  from: z.optional(day),
  to: z.optional(day),
  note,
  version,
});
export type ChangeLeaveInput = z.infer<typeof changeLeaveInput>;
