import useSWR, { mutate } from "swr";
import type {
  CalendarAddress,
  NewCalendarAddress,
} from "../../../worker/features/calendar/calendar.schema.ts";
import { request } from "../../lib/api.ts";
import { topicsChanged } from "../../lib/live.ts";
import { saveFile } from "../../lib/save-file.ts";

const PATH = "/api/calendar-feed";

export const useCalendarAddress = () => useSWR<CalendarAddress>(PATH, { revalidateIfStale: true });

/** Makes the user's calendar address; an earlier one ends. @throws ApiError */
export async function makeAddress(): Promise<NewCalendarAddress> {
  const made = await request<NewCalendarAddress>(PATH, { method: "POST" });
  await mutate(PATH, { since: made.since }, { revalidate: false });
  topicsChanged(["activity"]);
  return made;
}

/** @throws ApiError */
export async function endAddress(): Promise<void> {
  await request(PATH, { method: "DELETE" });
  await mutate(PATH, { since: null }, { revalidate: false });
  topicsChanged(["activity"]);
}

/** Saves an event as a file for a calendar app. @throws ApiError */
export const saveEvent = (id: number): Promise<void> =>
  saveFile(`/api/events/${id}/calendar`, `event-${id}.ics`);
