import * as z from "zod/mini";

/** Result of a member sync, counted in people. */
const syncCounts = z.object({
  added: z.number(),
  updated: z.number(),
  left: z.number(),
  unchanged: z.number(),
});

export const syncAnswer = z.extend(syncCounts, {
  runId: z.number(),
  resumed: z.boolean(),
  /** People who would lose a role or their presence, pending an administrator's confirmation. */
  held: z.number(),
});
export type SyncAnswer = z.infer<typeof syncAnswer>;

/** Options of a sync that a user starts; automation needs none. */
export const syncInput = z.strictObject({
  /** Runs also while automation is paused after a restore; refused with sync_paused otherwise. */
  whilePaused: z.optional(z.boolean()),
});
export type SyncInput = z.infer<typeof syncInput>;

/** The newest member sync, GET /api/discord/sync-status/{orgId}; null when none has run. */
export const syncStatus = z.nullable(
  z.extend(syncCounts, {
    runId: z.number(),
    status: z.enum(["running", "completed", "failed"]),
    /** People read from Discord so far, and the number that Discord expects. */
    processed: z.number(),
    expected: z.nullable(z.number()),
    startedBy: z.string(),
    startedAt: z.string(),
    finishedAt: z.nullable(z.string()),
    error: z.nullable(z.string()),
    /** People who would lose something, pending an administrator's confirmation; 0 unless the sync gave only. */
    held: z.number(),
    roleChanges: z.number(),
    /** Mappings dropped because their Discord role is gone. */
    cleaned: z.number(),
  }),
);
export type SyncStatus = z.infer<typeof syncStatus>;

/** Why Discord does not answer the CRM bot. */
export const BOT_FAULTS = ["token_refused", "forbidden", "server_missing", "unreachable"] as const;
export type BotFault = (typeof BOT_FAULTS)[number];

/** The changes that a member sync would make, from a trial that wrote nothing. */
export const syncTrial = z.object({
  at: z.string(),
  /** How long Discord took to answer. */
  ms: z.number(),
  /** The name of the Discord server. */
  server: z.nullable(z.string()),
  /** Members of the server, bots included; `bots` of them are left out. */
  people: z.number(),
  bots: z.number(),
  /** People who become members by a mapped role, and those who become prospects at Intro without one. */
  members: z.number(),
  prospects: z.number(),
  /** Discord roles that would be given or taken. */
  roleChanges: z.number(),
  /** Roles of the server without @everyone, and text channels in which the bot may write. */
  roles: z.number(),
  channels: z.number(),
  /** The version of the mappings that it was counted with. */
  version: z.number(),
});
export type SyncTrial = z.infer<typeof syncTrial>;
