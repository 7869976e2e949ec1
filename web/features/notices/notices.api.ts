import useSWR, { mutate } from "swr";
import type { Notice } from "../../../worker/features/notices/notices.schema.ts";
import { request } from "../../lib/api.ts";
import { POLL } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { USER_KEY } from "../../lib/session.tsx";

const PATH = "/api/user/notices";

/** The user's notices, newest first. */
export const useNotices = () => useSWR<Notice[]>(PATH, usePolling(["notices"], POLL));

/** Marks the newest notice that is shown and those before it as read. @throws ApiError */
export async function readNotices(upTo: number): Promise<void> {
  await request(`${PATH}/read`, { method: "PATCH", body: { upTo } });
  await Promise.all([mutate(PATH), mutate(USER_KEY)]);
}
