import useSWR, { mutate } from "swr";
import {
  CHECK_SECONDS,
  type RsiRequest,
  type RsiStatus,
  type RsiVerified,
  type VerifyInput,
} from "../../../worker/features/rsi/rsi.schema.ts";
import { request } from "../../lib/api.ts";
import { POLL } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";

const STATUS = "/api/rsi/status";
const VERIFY = "/api/rsi/verify";

/** The user's RSI account; asked for again when an account changes hands. */
export const useRsiStatus = () =>
  useSWR<RsiStatus>(STATUS, { ...usePolling(["rsi"], POLL), revalidateIfStale: true });

/** Asks for the status again, after a check whatever came of it. */
export const refreshStatus = () => mutate(STATUS);

/** Asks for the code that proves a handle. @throws ApiError */
export async function startVerification(input: VerifyInput): Promise<void> {
  const pendingRequest = await request<RsiRequest>(VERIFY, { method: "POST", body: input });
  await mutate<RsiStatus>(STATUS, (known) => (known ? { ...known, pendingRequest } : known));
}

/** Has the code looked for; answers what to tell the user. @throws ApiError */
export async function completeVerification(id: number): Promise<string> {
  const { message } = await request<RsiVerified>(`${VERIFY}/${id}/check`, { method: "POST" });
  return message;
}

async function remove(path: string): Promise<void> {
  await request(path, { method: "DELETE" });
  await refreshStatus();
}

/** @throws ApiError */
export const cancelRequest = (id: number) => remove(`${VERIFY}/${id}`);
/** @throws ApiError */
export const removeVerification = () => remove("/api/rsi/verification");
/** @throws ApiError */
export const dismissLoss = () => remove("/api/rsi/lost-handle");

/** Whole seconds until a request can be checked again; a clock that is wrong makes nobody wait longer than that takes. */
export const secondsUntil = (at: string | null, now: number): number =>
  at === null ? 0 : Math.min(CHECK_SECONDS, Math.max(0, Math.ceil((Date.parse(at) - now) / 1000)));

/** The request that can still be completed. */
export const openRequest = (status: RsiStatus, now: number): RsiRequest | null =>
  status.pendingRequest && Date.parse(status.pendingRequest.expiresAt) > now ? status.pendingRequest : null;
