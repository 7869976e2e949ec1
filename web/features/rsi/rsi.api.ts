import useSWR, { mutate } from "swr";
import type {
  RsiRequest,
  RsiStatus,
  RsiVerified,
  VerifyInput,
} from "../../../worker/features/rsi/rsi.schema.ts";
import { request } from "../../lib/api.ts";
import { POLL } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";

const STATUS = "/api/rsi/status";
const VERIFY = "/api/rsi/verify";

/** The user's RSI account; fetched again when another user verifies it. */
export const useRsiStatus = () =>
  useSWR<RsiStatus>(STATUS, { ...usePolling(["rsi"], POLL), revalidateIfStale: true });

/** Requests the code that proves a handle. @throws ApiError */
export async function startVerification(input: VerifyInput): Promise<void> {
  const pendingRequest = await request<RsiRequest>(VERIFY, { method: "POST", body: input });
  await mutate<RsiStatus>(STATUS, (known) => (known ? { ...known, pendingRequest } : known));
}

/** Checks the code. @throws ApiError */
export const completeVerification = (id: number) =>
  request<RsiVerified>(`${VERIFY}/${id}/check`, { method: "POST" }).finally(() => mutate(STATUS));

/** @throws ApiError */
async function remove(path: string): Promise<void> {
  await request(path, { method: "DELETE" });
  await mutate(STATUS);
}

export const cancelRequest = (id: number) => remove(`${VERIFY}/${id}`);
export const removeVerification = () => remove("/api/rsi/verification");
export const dismissLoss = () => remove("/api/rsi/lost-handle");

/** The request, while it can be completed. */
export const openRequest = (status: RsiStatus, now: number): RsiRequest | null =>
  status.pendingRequest && Date.parse(status.pendingRequest.expiresAt) > now ? status.pendingRequest : null;
