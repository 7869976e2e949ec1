import useSWR from "swr";
import { NEED_TOPICS } from "../../../worker/features/notices/need-topics.schema.ts";
import type { Need, NoticeSettings } from "../../../worker/features/notices/notices.schema.ts";
import { POLL } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";

export const NEEDS_PATH = "/api/user/needs";
export const SETTINGS = "/api/user/notice-settings";

/** What asks something of the user: bell and home show the same answer. */
export const useNeeds = () => useSWR<Need[]>(NEEDS_PATH, usePolling(NEED_TOPICS, POLL));

export const useNoticeSettings = () => useSWR<NoticeSettings>(SETTINGS, { revalidateIfStale: true });
