import * as z from "zod/mini";

/** Whether events can be shown in Discord, and what is in the way. */
const MIRROR_STATES = ["ready", "no_bot", "no_permission", "unreachable", "full"] as const;
export type MirrorState = (typeof MIRROR_STATES)[number];

/** Whether the organization's events can be shown in Discord, GET /api/events/{orgId}/mirror. */
export const mirrorStatus = z.object({
  state: z.enum(MIRROR_STATES),
  /** Null where nothing was shown yet. */
  since: z.nullable(z.string()),
  /** What is in the way and what to do; null where nothing is. */
  why: z.nullable(z.string()),
});
export type MirrorStatus = z.infer<typeof mirrorStatus>;

/** What Discord is told of an event. */
export type Sent = { name: string; description: string; location: string; startsAt: string; endsAt: string };
