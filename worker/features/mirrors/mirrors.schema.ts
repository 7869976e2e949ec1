import * as z from "zod/mini";

/** Whether events can be shown in Discord, or why not. */
const MIRROR_STATES = ["ready", "no_bot", "no_permission", "unreachable", "full"] as const;
export type MirrorState = (typeof MIRROR_STATES)[number];

/** Whether the organization's events can be shown in Discord, GET /api/events/{orgId}/mirror. */
export const mirrorStatus = z.object({
  state: z.enum(MIRROR_STATES),
  /** Null before anything was shown. */
  since: z.nullable(z.string()),
  /** Why not, and what to do; null where they can. */
  why: z.nullable(z.string()),
});
export type MirrorStatus = z.infer<typeof mirrorStatus>;

/** The values sent to Discord of an event. */
export type Sent = { name: string; description: string; location: string; startsAt: string; endsAt: string };
