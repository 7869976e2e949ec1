import useSWR, { mutate } from "swr";
import type {
  Attendance,
  ClaimInput,
  ConfirmInput,
  DecideClaimInput,
  OwnStatistics,
  Report,
} from "../../../worker/features/attendance/attendance.schema.ts";
import { request } from "../../lib/api.ts";
import { POLL } from "../../lib/list.ts";
import { topicsChanged, usePolling } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { resource } from "../../lib/resource.ts";
import { saveFile } from "../../lib/save-file.ts";

const TOPICS = ["events"];
const pathOf = (id: number) => `/api/events/${id}`;
const attendancePath = (id: number) => `${pathOf(id)}/attendance`;

/** The attendance at an event, kept fresh. */
export const useAttendance = (id: number | null) =>
  useSWR<Attendance>(id === null ? null : attendancePath(id), usePolling(TOPICS, POLL));

/** Fetches the attendance at an event once. @throws ApiError */
export const readAttendance = (id: number): Promise<Attendance> => request<Attendance>(attendancePath(id));

/** Saves the attendance at an event as CSV. @throws ApiError */
export const exportAttendance = (id: number): Promise<void> =>
  saveFile(`${attendancePath(id)}/export`, `attendance-${id}.csv`);

/** Changes the attendance at an event and shows the result. @throws ApiError */
async function change(id: number, ...call: Parameters<typeof request>): Promise<void> {
  try {
    await request(...call);
  } finally {
    await mutate(attendancePath(id));
    topicsChanged([...TOPICS, "activity"]);
  }
}

export const attendances = {
  confirm: (id: number, body: ConfirmInput) => change(id, attendancePath(id), { method: "PUT", body }),
  claim: (id: number, body: ClaimInput) => change(id, `${pathOf(id)}/claim`, { method: "POST", body }),
  decide: (id: number, userId: number, body: DecideClaimInput) =>
    change(id, `${pathOf(id)}/claims/${userId}`, { method: "PUT", body }),
};

/** The reports of events. */
export const reports = resource<Report>({
  path: "/api/events",
  recordPath: (id) => `${pathOf(Number(id))}/report`,
  topics: TOPICS,
});

/** The reader's own figures, kept fresh. */
export const useOwnStatistics = () =>
  useOfOrganization<OwnStatistics>((id) => `/api/event-statistics/${id}/own`, TOPICS);

/** Shows the figures to others, or no longer. @throws ApiError */
export async function shareStatistics(organizationId: number, isShared: boolean): Promise<void> {
  const own = await request<OwnStatistics>("/api/event-statistics", { method: "PATCH", body: { isShared } });
  await mutate(`/api/event-statistics/${organizationId}/own`, own, { revalidate: false });
}
