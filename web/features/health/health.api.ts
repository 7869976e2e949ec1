import useSWR, { mutate } from "swr";
import type { HealthReport } from "../../../worker/features/health/health.schema.ts";
import { request } from "../../lib/api.ts";
import { usePolling } from "../../lib/live.ts";

const REPORT = "/api/health/report";
const REPORT_POLL = 60_000;

export const useReport = () => useSWR<HealthReport>(REPORT, usePolling(["health"], REPORT_POLL));

/** Checks all services now. @throws ApiError */
export async function checkNow(): Promise<void> {
  const report = await request<HealthReport>("/api/health/check", { method: "POST" });
  await mutate(REPORT, report, { revalidate: false });
}
