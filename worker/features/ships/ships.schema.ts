/** The newest reading of ships from the provider, GET /api/uex/sync-status; null when there was none. */
export type ShipSyncStatus = {
  createdAt: string;
  status: "pending" | "completed" | "failed";
  recordsProcessed: number;
};

/** What the provider allows. */
export const PROVIDER_LIMITS = { perMinute: 10, perDay: 14_400 } as const;
