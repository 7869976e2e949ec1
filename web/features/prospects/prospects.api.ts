import { useMemo } from "react";
import useSWR from "swr";
import type { AssignableMember } from "../../../worker/features/members/members.schema.ts";
import type {
  DiscordActivity,
  Prospect,
  ProspectCounts,
  ProspectHistoryEntry,
  TeamOverview,
  TimeInput,
} from "../../../worker/features/prospects/prospects.schema.ts";
import { request, withQuery } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { usePagedList } from "../../lib/list.ts";
import { topicsChanged, usePolling } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { resource } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";

/** How often Discord's reports on an open prospect are asked for while the server cannot tell of them, in milliseconds. */
const ACTIVITY_POLL = 3_000;

/** History entries that are loaded at first, and with each further wish. */
const HISTORY_STEP = 100;

export const prospects = resource<Prospect>({
  path: "/api/prospects",
  recordPath: (id) => `/api/prospects/${id}/record`,
  topics: ["prospects", "members", "discord"],
});

export const assignablePath = (organizationId: number) => `/api/members/${organizationId}/assignable`;
export const teamPath = (organizationId: number) => `/api/prospects/${organizationId}/team`;

/** Number of prospects in each status; of the reader alone with `mine`. */
export const useCounts = (mine: boolean) =>
  useOfOrganization<ProspectCounts>(
    (id) => withQuery(`/api/prospects/${id}/counts`, { assignedTo: mine ? "me" : null }),
    ["prospects"],
  );

/** A prospect's history, newest first, older entries with each call of `loadMore`. */
export const useHistory = (id: number) =>
  usePagedList<ProspectHistoryEntry>(
    `/api/prospects/${id}/history`,
    {},
    ["activity", "prospects"],
    HISTORY_STEP,
  );

/** The ten newest things Discord reported about a prospect, followed closely while they are shown. */
export const useActivities = (id: number) =>
  useSWR<DiscordActivity[]>(
    `/api/prospects/${id}/discord-activities`,
    usePolling(["discord", "prospects"], ACTIVITY_POLL),
  );

/** The members that prospects can be given to. */
export const useAssignable = () =>
  useOfOrganization<AssignableMember[]>(assignablePath, ["members"], { poll: 0 });

/** Work per assignee; nothing is asked without the permission to see it. */
export const useTeam = () =>
  useOfOrganization<TeamOverview>(teamPath, ["prospects", "members"], {
    allowed: useCan("crm.team_overview"),
  });

type Person = { id: number; displayName: string; avatarUrl: string | null };

/** Names and pictures by member id: of members who still hold work, who can be assigned, and of the reader. */
export function useAssignees(): ReadonlyMap<number | null, Person> {
  const { user } = useUser();
  const { data: assignable } = useAssignable();
  const { data: team } = useTeam();
  return useMemo(() => {
    const people = new Map<number | null, Person>();
    for (const each of team?.assignees ?? []) people.set(each.memberId, { ...each, id: each.memberId });
    for (const each of assignable ?? []) people.set(each.id, each);
    if (user?.member) people.set(user.member.id, { ...user, id: user.member.id });
    return people;
  }, [assignable, team, user]);
}

/** Logs minutes spent on a prospect. @throws ApiError */
export async function logTime(id: number, input: TimeInput): Promise<void> {
  await request(`/api/prospects/${id}/time`, { method: "POST", body: input });
  topicsChanged(["activity", "prospects"]);
}
