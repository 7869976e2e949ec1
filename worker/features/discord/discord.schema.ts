/** What a member sync did, in people. */
export type SyncCounts = { added: number; updated: number; left: number; unchanged: number };

/** The answer of POST /api/discord/sync-members/{orgId}. */
export type SyncAnswer = SyncCounts & {
  runId: number;
  resumed: boolean;
  /** People whose loss of a role or of their presence waits for an administrator. */
  held: number;
};

/** The newest member sync, GET /api/discord/sync-status/{orgId}; null when none has run. */
export type SyncStatus =
  | (SyncCounts & {
      runId: number;
      status: "running" | "completed" | "failed";
      /** People read from Discord so far, and the number Discord said to expect, if it said one. */
      processed: number;
      expected: number | null;
      startedBy: string;
      startedAt: string;
      finishedAt: string | null;
      /** Why it failed, as a sentence in the reader's language. */
      error: string | null;
      /** People whose loss waits for an administrator; 0 unless the sync gave only. */
      held: number;
      /** Members who were given another role, and people made members. */
      roleChanges: number;
      /** Mappings dropped because their Discord role is gone. */
      cleaned: number;
    })
  | null;
