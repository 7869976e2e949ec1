import * as z from "zod/mini";
import { HINDRANCES, PACES, USER_CHANNELS } from "../../lib/notices.schema.ts";
import { timeZone } from "../../lib/time-zone.schema.ts";
import { pageLimit, recordId } from "../../lib/wire.schema.ts";

/** A call of the API that answers a notice, with its text in the caller's language. */
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
  /** The address of the app's page that it is about; null where the caller may not open it. */
  opens: z.nullable(z.string()),
  /** The label of its link; null for the usual one. */
  openLabel: z.nullable(z.string()),
  /** Whether it needs an answer of the reader; it is withdrawn once that is given. */
  needsAnswer: z.boolean(),
  answers: z.array(noticeAnswer),
  /** The deadline of its subject. */
  dueAt: z.nullable(z.string()),
  createdAt: z.string(),
  /** Always false for one that needs an answer. */
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof notice>;

/** The newest informational notice that the caller has seen: earlier ones are read with it. */
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

/** Paces of all kinds at once: only what needs the caller, the defaults, or all of it. */
export const PRESETS = ["needs", "usual", "everything"] as const;
export type Preset = (typeof PRESETS)[number];

/** The channels and paces of each kind of notice that the caller can get. */
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
          /** Whether it concerns the safety of the caller's own account: it cannot be switched off or delayed. */
          isSafety: z.boolean(),
          /** In the order of `channels`. */
          paces: z.array(z.object({ pace, usual: pace })),
        }),
      ),
    }),
  ),
  /** The preset that these paces are; null for a caller's own choice. */
  preset: z.nullable(z.enum(PRESETS)),
  /** Null for a caller who chose none: summaries are due by UTC then. */
  hours: z.nullable(noticeHours),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

export const paceInput = z.strictObject({ kind: z.string().check(z.maxLength(100)), channel, pace });
export type PaceInput = z.infer<typeof paceInput>;

export const presetInput = z.strictObject({ preset: z.enum(PRESETS) });
export type PresetInput = z.infer<typeof presetInput>;

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
