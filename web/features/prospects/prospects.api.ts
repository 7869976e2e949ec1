import { useMemo } from "react";
import useSWR from "swr";
import type { AssignableMember } from "../../../worker/features/members/members.schema.ts";
import type {
  DiscordActivity,
  Prospect,
  ProspectCounts,
  ProspectHistoryEntry,
  TeamOverview,
  UserStats,
} from "../../../worker/features/prospects/prospects.schema.ts";
import { figures } from "../../lib/figures.ts";
import { useCan } from "../../lib/gate.tsx";
import { POLL, usePagedList } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { resource } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";

/** Interval of polling the Discord activity of an open prospect while the live connection is not open, in milliseconds. */
const ACTIVITY_POLL = 3_000;

export const prospects = resource<Prospect>({
  path: "/api/prospects",
  recordPath: (id) => `/api/prospects/${id}/record`,
  topics: ["prospects", "members", "discord"],
});

export const assignablePath = (organizationId: number) => `/api/members/${organizationId}/assignable`;
export const teamPath = (organizationId: number) => `/api/prospects/${organizationId}/team`;

const counts = figures<ProspectCounts>("/prospects/:orgId/counts", ["prospects"]);

const MINE = { assignedTo: "me" };

/** Number of prospects in each status; of the reader alone with `mine`. */
export const useCounts = (mine: boolean) => counts.useFigures(mine ? MINE : {});

export const MY_WORK_PATH = "/api/user/stats";

/** The reader's tasks, and their open prospects without a deadline; nothing is fetched where the reader may see none. */
export const useMyWork = (allowed = true) =>
  useSWR<UserStats>(allowed ? MY_WORK_PATH : null, usePolling(["prospects"], POLL));

/** The history of a prospect, 100 entries a page. */
export const useHistory = (id: number) =>
  usePagedList<ProspectHistoryEntry>(`/api/prospects/${id}/history`, {}, ["activity", "prospects"], 100);

/** The ten newest Discord activities of a prospect, polled often while they are on screen. */
export const useActivities = (id: number) =>
  useSWR<DiscordActivity[]>(
    `/api/prospects/${id}/discord-activities`,
    usePolling(["discord", "prospects"], ACTIVITY_POLL),
  );

export const useAssignable = () =>
  useOfOrganization<AssignableMember[]>(assignablePath, ["members"], { poll: 0 });

/** Open prospects per assignee; fetched with the permission only. */
export const useTeam = () =>
  useOfOrganization<TeamOverview>(teamPath, ["prospects", "members"], {
    allowed: useCan("crm.team_overview"),
  });

type Person = { id: number; displayName: string; avatarUrl: string | null };

/** Names and pictures by member id: of members who can be assigned, in order of their names, of assignees, and of the reader. */
export function useAssignees(): ReadonlyMap<number | null, Person> {
  const { user } = useUser();
  const { data: assignable } = useAssignable();
  const { data: team } = useTeam();
  return useMemo(() => {
    const people = new Map<number | null, Person>();
    for (const each of assignable ?? []) people.set(each.id, each);
    for (const each of team?.assignees ?? []) people.set(each.memberId, { ...each, id: each.memberId });
    if (user?.member) people.set(user.member.id, { ...user, id: user.member.id });
    return people;
  }, [assignable, team, user]);
}
