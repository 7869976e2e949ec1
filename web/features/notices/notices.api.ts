import useSWR, { mutate } from "swr";
import type { Notice } from "../../../worker/features/notices/notices.schema.ts";
import { request } from "../../lib/api.ts";
import { POLL, usePagedList } from "../../lib/list.ts";
import { topicsChanged, usePolling } from "../../lib/live.ts";
import { NEEDS_PATH } from "./needs.api.ts";

const PATH = "/api/user/notices";

/** When the list was last answered; it stays on screen without a connection. */
let answeredAt: string | null = null;

export function useNotices() {
  const onSuccess = () => {
    answeredAt = new Date().toISOString();
  };
  return { ...useSWR<Notice[]>(PATH, { ...usePolling(["notices"], POLL), onSuccess }), answeredAt };
}

/** The notices of the last 90 days, in pages. */
export const usePastNotices = () => usePagedList<Notice>(`${PATH}/past`, {}, ["notices"], 30);

/** Marks notices for information as read up to the newest one on screen. @throws ApiError */
export async function readNotices(upTo: number): Promise<void> {
  await request(`${PATH}/read`, { method: "PATCH", body: { upTo } });
  topicsChanged(["notices"]);
  await Promise.all([mutate(PATH), mutate(NEEDS_PATH)]);
}
