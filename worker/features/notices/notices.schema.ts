import * as z from "zod/mini";
import { HINDRANCES, PACES, USER_CHANNELS } from "../../lib/notices.schema.ts";
import { timeZone } from "../../lib/time-zone.schema.ts";
import { pageLimit, recordId } from "../../lib/wire.schema.ts";

/** A call of the API that does what a notice asks for, with its words in the caller's language. */
const noticeAnswer = z.object({
  label: z.string(),
  method: z.enum(["PATCH", "PUT", "POST"]),
  path: z.string(),
  body: z.record(z.string(), z.unknown()),
});
export type NoticeAnswer = z.infer<typeof noticeAnswer>;

/** A notice on the caller's bell, GET /api/user/notices. */
export const notice = z.object({
  id: z.number(),
  kind: z.string(),
  /** In the caller's language. */
  text: z.string(),
  /** The address of the page of the app that it is about; null where the caller may not open that. */
  opens: z.nullable(z.string()),
  /** What opening it is called; null for its usual words. */
  openLabel: z.nullable(z.string()),
  /** The reader is asked for something; it is taken back when that is done. */
  needsAnswer: z.boolean(),
  answers: z.array(noticeAnswer),
  /** When what it tells is due. */
  dueAt: z.nullable(z.string()),
  createdAt: z.string(),
  /** Always false for one that needs an answer. */
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof notice>;

/** The newest notice for information that the caller has seen: the earlier ones are read with it. */
export const readInput = z.strictObject({ upTo: recordId });

export const pastQuery = z.strictObject({
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});

const pace = z.enum(PACES);
const channel = z.enum(USER_CHANNELS);

/** Minutes after midnight. */
const minute = z.int().check(z.minimum(0), z.maximum(24 * 60 - 1));

const noticeHours = z.object({
  timeZone: z.string(),
  quietFrom: z.nullable(z.number()),
  quietTo: z.nullable(z.number()),
});
export type NoticeHours = z.infer<typeof noticeHours>;

/** How the caller is told of each kind of notice that they can get, by each channel that the deployment has. */
export const noticeSettings = z.object({
  channels: z.array(
    z.object({
      name: channel,
      /** Why it does not reach the caller; null where it does. */
      hindrance: z.nullable(z.enum(HINDRANCES)),
    }),
  ),
  groups: z.array(
    z.object({
      title: z.string(),
      kinds: z.array(
        z.object({
          kind: z.string(),
          title: z.string(),
          /** It concerns the safety of the caller's own account: nothing switches it off or delays it. */
          isSafety: z.boolean(),
          /** In the order of `channels`. */
          paces: z.array(z.object({ pace, usual: pace })),
        }),
      ),
    }),
  ),
  /** Null for a caller who has chosen none: summaries are due by UTC then. */
  hours: z.nullable(noticeHours),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

export const paceInput = z.strictObject({ kind: z.string().check(z.maxLength(100)), channel, pace });
export type PaceInput = z.infer<typeof paceInput>;

export const hoursInput = z
  .strictObject({ timeZone, quietFrom: z.nullable(minute), quietTo: z.nullable(minute) })
  .check(
    z.refine(({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null), {
      path: ["quietTo"],
      error: "notice_quiet_both",
    }),
    z.refine(({ quietFrom, quietTo }) => quietFrom === null || quietFrom !== quietTo, {
      path: ["quietTo"],
      error: "notice_quiet_same",
    }),
  );
export type HoursInput = z.infer<typeof hoursInput>;
