import * as z from "zod/mini";

/** What a member sync did, in people. */
const syncCounts = z.object({
  added: z.number(),
  updated: z.number(),
  left: z.number(),
  unchanged: z.number(),
});

export const syncAnswer = z.extend(syncCounts, {
  runId: z.number(),
  resumed: z.boolean(),
  /** People whose loss of a role or of their presence waits for an administrator. */
  held: z.number(),
});
export type SyncAnswer = z.infer<typeof syncAnswer>;

/** How a sync that a user starts is to run, which automation does not need. */
export const syncInput = z.strictObject({
  /** Also while automation is paused after a restore, which is refused with sync_paused otherwise. */
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
    /** People whose loss waits for an administrator; 0 unless the sync gave only. */
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

/** What a member sync would do, as of a trial that wrote nothing. */
export const syncTrial = z.object({
  at: z.string(),
  /** How long Discord took to answer. */
  ms: z.number(),
  /** The name of the Discord server. */
  server: z.nullable(z.string()),
  /** Everybody in the server, of whom so many are bots, which are left out. */
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
