import * as z from "zod/mini";
import { HINDRANCES, PACES, USER_CHANNELS } from "../../lib/notices.schema.ts";
import { timeZone } from "../../lib/time-zone.schema.ts";
import { pageLimit, recordId } from "../../lib/wire.schema.ts";

/** What asks something of the caller, GET /api/user/needs: one record, or several of a kind. */
export const need = z.object({
  kind: z.string(),
  /** Number of records; 100 stands for 100 and more. */
  count: z.number(),
  /** In the caller's language; that of several begins with their number. */
  text: z.string(),
  /** What one is about, or which of several comes first. */
  line: z.nullable(z.string()),
  /** The app's page of the record, or the list of several. */
  opens: z.string(),
  /** The label of its link; null for the usual one. */
  openLabel: z.nullable(z.string()),
  /** Calls of the API that answer it, for several the first of them; `opens` is the page to open when one is done. */
  acts: z.array(
    z.object({
      label: z.string(),
      method: z.enum(["PATCH", "PUT", "POST"]),
      path: z.string(),
      body: z.record(z.string(), z.unknown()),
      opens: z.nullable(z.string()),
    }),
  ),
  since: z.nullable(z.string()),
  dueAt: z.nullable(z.string()),
});
export type Need = z.infer<typeof need>;

/** A notice on the caller's bell, GET /api/user/notices. */
export const notice = z.object({
  id: z.number(),
  kind: z.string(),
  /** In the caller's language. */
  text: z.string(),
  /** The address of the app's page that it is about; null where the caller may not open it. */
  opens: z.nullable(z.string()),
  /** The deadline of its subject. */
  dueAt: z.nullable(z.string()),
  createdAt: z.string(),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof notice>;

/** The newest notice that the caller has seen: earlier ones are read with it. */
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
