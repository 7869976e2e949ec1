import useSWR, { useSWRConfig } from "swr";
import type { HealthReport } from "../../../worker/features/health/health.schema.ts";
import type { ShipSyncStatus } from "../../../worker/features/ships/ships.schema.ts";
import { request } from "../../lib/api.ts";
import { usePolling } from "../../lib/live.ts";

const REPORT = "/api/health/report";
const REPORT_POLL = 60_000;
const SHIPS_POLL = 30_000;

/** How services and jobs are. */
export const useReport = () => useSWR<HealthReport>(REPORT, usePolling(["health"], REPORT_POLL));

/** Has everything looked at now. @throws ApiError */
export function useCheckNow() {
  const { mutate } = useSWRConfig();
  return async (): Promise<void> => {
    const report = await request<HealthReport>("/api/health/check", { method: "POST" });
    await mutate(REPORT, report, { revalidate: false });
  };
}

/** The newest ship sync. */
export const useShipSync = () =>
  useSWR<ShipSyncStatus | null>("/api/uex/sync-status", usePolling(["ship_sync"], SHIPS_POLL));
