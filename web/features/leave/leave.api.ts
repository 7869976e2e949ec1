import type { Strip } from "../../../worker/features/events/events.schema.ts";
import type { Leave } from "../../../worker/features/leave/leave.schema.ts";
import { request, withQuery } from "../../lib/api.ts";
import { topicsChanged } from "../../lib/live.ts";
import { resource } from "../../lib/resource.ts";

export const leaves = resource<Leave>({ path: "/api/leaves", topics: ["leaves", "members"] });

/** The current and coming leaves of a user, those first that end first. */
export const useLeavesOf = (userId: number) => leaves.useList({ userId });

export type { Leave };

/** The events of some days to come to which the reader goes or for which they wait. */
export async function ownOfDays(organizationId: number, days: { from: string; to: string }) {
  const query = { from: `${days.from}T00:00:00.000Z`, to: `${days.to}T23:59:59.999Z` };
  const { events: all } = await request<Strip>(withQuery(`/api/events/${organizationId}/strip`, query));
  const now = Date.now();
  return all.filter(
    ({ mark, startsAt }) => (mark === "going" || mark === "waiting") && Date.parse(startsAt) > now,
  );
}

/** Withdraws the reader from events, one after the other. @throws ApiError for the first that fails; those before are done */
export async function withdrawFrom(ids: readonly number[]): Promise<void> {
  try {
    for (const id of ids) await request(`/api/events/${id}/leave`, { method: "POST" });
  } finally {
    topicsChanged(["events"]);
  }
}
