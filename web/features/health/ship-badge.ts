import type { ShipSyncStatus } from "../../../worker/features/ships/ships.schema.ts";

const HOUR = 3_600_000;

/** How fresh the ships are: completed under 24 hours ago is up to date, under 72 stale, then very stale. */
export function shipBadge(status: Pick<ShipSyncStatus, "createdAt" | "status"> | null, now: number) {
  if (status === null) return { key: "never", tone: "idle" } as const;
  const age = now - Date.parse(status.createdAt);
  switch (status.status) {
    case "completed":
      if (age < 24 * HOUR) return { key: "fresh", tone: "go" } as const;
      return age < 72 * HOUR
        ? ({ key: "stale", tone: "wait" } as const)
        : ({ key: "very_stale", tone: "stop" } as const);
    case "pending":
      return { key: "syncing", tone: "new" } as const;
    case "failed":
      return { key: "failed", tone: "stop" } as const;
    default:
      return { key: "unknown", tone: "idle" } as const;
  }
}
