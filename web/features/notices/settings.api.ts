import { mutate } from "swr";
import type {
  HoursInput,
  NoticeSettings,
  PaceInput,
  Preset,
} from "../../../worker/features/notices/notices.schema.ts";
import { request } from "../../lib/api.ts";
import { SETTINGS } from "./needs.api.ts";

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
