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
import { actUndoable } from "../../lib/held.ts";
import { currentLanguage, LOCALES, useT } from "../../lib/i18n/i18n.ts";
import { POLL } from "../../lib/list.ts";
import { topicsChanged, usePolling } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { resource } from "../../lib/resource.ts";
import { saveFile } from "../../lib/save-file.ts";
import { useUser } from "../../lib/session.tsx";
import { endHeld } from "../../lib/toast.ts";
import { groupsOf, isOpen } from "./groups.ts";

const TOPICS = ["events"];
/** People who are named in a message. */
const NAMED = 3;
const pathOf = (id: number) => `/api/events/${id}`;
const attendancePath = (id: number) => `${pathOf(id)}/attendance`;

/** Confirmations that are shown but not stored yet, by event. */
const unstored = new Map<number, { by: string; at: string; people: ConfirmInput["people"] }>();

function withUnstored(read: Attendance): Attendance {
  const sending = unstored.get(read.id);
  if (!sending) return read;
  const { by, at } = sending;
  const people = read.people.map((person) => {
    const found = sending.people.find(({ userId }) => userId === person.userId);
    return found
      ? { ...person, confirmed: { answer: found.answer, minutes: found.minutes ?? 0, by, at } }
      : person;
  });
  return { ...read, people };
}

/** The attendance at an event, kept fresh. */
export const useAttendance = (id: number | null) =>
  useSWR<Attendance>(id === null ? null : attendancePath(id), {
    fetcher: async (path: string) => withUnstored(await request<Attendance>(path)),
    ...usePolling(TOPICS, POLL),
  });

/** Fetches the attendance at an event once. @throws ApiError */
export async function readAttendance(id: number): Promise<Attendance> {
  await endHeld();
  return request<Attendance>(attendancePath(id));
}

/** Saves the attendance at an event as CSV. @throws ApiError */
export async function exportAttendance(id: number): Promise<void> {
  await endHeld();
  await saveFile(`${attendancePath(id)}/export`, `attendance-${id}.csv`);
}

/** Changes the attendance at an event and shows the result. @throws ApiError */
async function change(id: number, sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } finally {
    await mutate(attendancePath(id));
    topicsChanged([...TOPICS, "activity"]);
  }
}

/** The last confirmation: the next one is sent after it. */
let last: Promise<unknown> = Promise.resolve();

/** Shows people as confirmed `by` the user, and sends that after `when`. @throws ApiError */
async function confirm(
  id: number,
  { when, by, people }: ConfirmInput & { when: Promise<void>; by: string },
): Promise<void> {
  const mine = { by, people, at: new Date().toISOString() };
  unstored.set(id, mine);
  await mutate<Attendance>(attendancePath(id), (known) => known && withUnstored(known), {
    revalidate: false,
  });
  const send = async () => {
    try {
      await when;
      await request(attendancePath(id), { method: "PUT", body: { people }, keepalive: true });
    } finally {
      if (unstored.get(id) === mine) unstored.delete(id);
    }
  };
  last = last.then(send, send);
  await change(id, last);
}

/** Confirms people as the user, who can undo it before anybody is told; says who they are, and how many are left. */
export function useConfirm({ id, people: known }: Attendance) {
  const t = useT();
  const { user } = useUser();
  return (people: ConfirmInput["people"]): void => {
    const isMeant = ({ userId }: { userId: number }) => people.some((each) => each.userId === userId);
    const { look, claims, clear } = groupsOf(known.filter((person) => !isMeant(person)));
    const left = [...look, ...clear].filter(isOpen).length + claims.length;
    const names = known.filter(isMeant).map(({ displayName }) => displayName);
    const shown = names.length > NAMED + 1 ? names.slice(0, NAMED) : names;
    const rest = names.length - shown.length;
    const listed = rest > 0 ? [...shown, t("attendance.and_more", { count: rest })] : shown;
    void actUndoable(
      {
        title: t("attendance.confirmed_clear", {
          count: names.length,
          names: new Intl.ListFormat(LOCALES[currentLanguage()]).format(listed),
        }),
        description: t("attendance.remaining", { count: left }),
      },
      (when) => confirm(id, { people, when, by: user?.displayName ?? "" }),
      t("attendance.failed"),
    );
  };
}

export const attendances = {
  claim: (id: number, body: ClaimInput) =>
    change(id, request(`${pathOf(id)}/claim`, { method: "POST", body })),
  decide: (id: number, userId: number, body: DecideClaimInput) =>
    change(id, request(`${pathOf(id)}/claims/${userId}`, { method: "PUT", body })),
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
