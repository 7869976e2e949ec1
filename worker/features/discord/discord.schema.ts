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
