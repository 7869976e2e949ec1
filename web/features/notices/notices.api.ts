import useSWR, { mutate } from "swr";
import type {
  HoursInput,
  Notice,
  NoticeSettings,
  PaceInput,
  Preset,
} from "../../../worker/features/notices/notices.schema.ts";
import { request } from "../../lib/api.ts";
import { POLL, usePagedList } from "../../lib/list.ts";
import { topicsChanged, usePolling } from "../../lib/live.ts";
import { NEEDS_PATH } from "./needs.api.ts";

const PATH = "/api/user/notices";
const SETTINGS = "/api/user/notice-settings";

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

export const useNoticeSettings = () => useSWR<NoticeSettings>(SETTINGS, { revalidateIfStale: true });

/** Sends a change of the settings, which are shown changed at once and as before where it fails. @throws ApiError */
const change = (path: string, body: object, shown: (known: NoticeSettings) => NoticeSettings) =>
  mutate<NoticeSettings>(
    SETTINGS,
    async (known) => {
      await request(path, { method: "PUT", body });
      return known && shown(known);
    },
    {
      optimisticData: (known) => (known ? shown(known) : known) as NoticeSettings,
      rollbackOnError: true,
      revalidate: false,
    },
  );

export const choosePace = (body: PaceInput) =>
  change(SETTINGS, body, (known) => {
    const at = known.channels.findIndex(({ name }) => name === body.channel);
    const groups = known.groups.map((group) => ({
      ...group,
      kinds: group.kinds.map((each) =>
        each.kind === body.kind
          ? {
              ...each,
              paces: each.paces.map((one, place) => (place === at ? { ...one, pace: body.pace } : one)),
            }
          : each,
      ),
    }));
    return { ...known, groups, preset: null };
  });

export const chooseHours = (hours: HoursInput) =>
  change("/api/user/notice-hours", hours, (known) => ({ ...known, hours }));

/** Sets the paces of all kinds at once. @throws ApiError */
export async function choosePreset(preset: Preset): Promise<void> {
  await request("/api/user/notice-preset", { method: "PUT", body: { preset } });
  await mutate(SETTINGS);
}
