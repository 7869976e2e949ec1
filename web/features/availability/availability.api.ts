import useSWR from "swr";
import * as z from "zod/mini";
import {
  type EventTimes,
  type OwnTimes,
  WEEK_HOURS,
} from "../../../worker/features/availability/availability.schema.ts";
import { ownZone } from "../../../worker/lib/zones.schema.ts";
import { useAction } from "../../lib/action.ts";
import { request, withQuery } from "../../lib/api.ts";
import { createContentDrafts } from "../../lib/drafts.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { POLL } from "../../lib/list.ts";
import { topicsChanged, usePolling } from "../../lib/live.ts";
import { useUser } from "../../lib/session.tsx";

const TOPICS = ["event_times", "members"];
const OWN_PATH = "/api/event-times/own";

const drafts = createContentDrafts(
  "event-times",
  z.object({ timeZone: z.string(), hours: z.string().check(z.length(WEEK_HOURS)), version: z.number() }),
);

/** The hours that the reader has marked but not saved, with the version of those that they replace. */
export function useMarks() {
  const userId = useUser().user?.id ?? 0;
  return {
    read: () => drafts.read(userId, 0),
    /** Keeps them, or with null forgets them. */
    keep: (marks: OwnTimes | null) => drafts.keep(userId, 0, marks),
  };
}

/** Members' availability in the week of a Monday, in the reader's time zone, with windows of some hours; kept fresh. */
export function useTimes(week: string, hours: number) {
  const { user } = useUser();
  const path =
    user && withQuery(`/api/event-times/${user.organizationId}`, { week, timeZone: ownZone(), hours });
  return useSWR<EventTimes>(path, { ...usePolling(TOPICS, POLL), keepPreviousData: true });
}

/** The actions that store and remove the reader's availability. */
export function useOwnTimes() {
  const t = useT();
  const changed = () => topicsChanged(TOPICS);
  const save = useAction(
    (own: OwnTimes) => request<OwnTimes>(OWN_PATH, { method: "PUT", body: own }).finally(changed),
    { done: { title: t("times.saved") }, failed: t("times.save_failed") },
  );
  const clear = useAction(() => request<void>(OWN_PATH, { method: "DELETE" }).finally(changed), {
    done: { title: t("times.cleared") },
    failed: t("times.clear_failed"),
  });
  return { save, clear };
}
