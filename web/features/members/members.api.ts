import useSWR from "swr";
import type { SharedStatistics } from "../../../worker/features/attendance/attendance.schema.ts";
import type { AddUserInput, RemovedUser } from "../../../worker/features/auth/auth.schema.ts";
import type {
  ListedUser,
  Member,
  MemberCounts,
  MemberStatus,
  PasswordLink,
  PasswordLinkOptions,
  RosterEntry,
} from "../../../worker/features/members/members.schema.ts";
import { WITHOUT_ROLE_COUNTED } from "../../../worker/features/members/members.schema.ts";
import type {
  MemberPermissions,
  MemberProfile,
  TimelineEntry,
} from "../../../worker/features/profiles/profiles.schema.ts";
import type { Role } from "../../../worker/features/roles/roles.schema.ts";
import { request, withQuery } from "../../lib/api.ts";
import { figures } from "../../lib/figures.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";
import { type ListQuery, type ListSource, POLL, usePagedList } from "../../lib/list.ts";
import { topicsChanged, usePolling } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { type Edit, resource } from "../../lib/resource.ts";
import { saveFile } from "../../lib/save-file.ts";
import { useUser } from "../../lib/session.tsx";
import { refreshSessions } from "../sessions/index.ts";

export const LIST_PAGE = 50;

/** A member of a list, an edit or a profile; only a profile has the prospect. */
export type KnownMember = Member & Partial<Pick<MemberProfile, "prospect" | "rolesWait">>;

/** A user of the list, who may have no role: then nothing of a member can be edited. */
export type Person = ListedUser;

export const isMember = (person: Person): person is KnownMember => person.id !== null;

export const members = resource<KnownMember>({
  path: "/api/members",
  listPath: (organizationId) => `/api/users/${organizationId}`,
  recordPath: (id) => `/api/members/${id}/profile`,
  topics: ["members", "discord", "prospects"],
});

/** The list of people, kept fresh: members, and for readers who administer users those without a role. */
export const usePeople = (query: ListQuery) => {
  const source = members.useList(query, { size: LIST_PAGE }) as unknown as ListSource<Person>;
  const { user } = useUser();
  return query.sort === "joined" ? source : ownFirst(source, ({ userId }) => userId === user?.id);
};

/** Readers are here now, so they are the first of those who were seen last. */
function ownFirst<Item>(source: ListSource<Item>, isOwn: (item: Item) => boolean): ListSource<Item> {
  const { list } = source;
  const items = list?.items.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  return list && items ? { ...source, list: { ...list, items } } : source;
}

const counts = figures<MemberCounts>("/members/:orgId/counts", ["members", "prospects"]);
/** The fleet counts the members; readers of the roster may ask it. */
export const summaryPath = (organizationId: number) => `/api/fleet/${organizationId}/summary`;
const rosterPath = (organizationId: number) => `/api/members/${organizationId}/roster`;
const rolesPath = (organizationId: number) => `/api/roles/${organizationId}`;

/** The roster, kept fresh: what every member sees of the active ones. */
export const useRoster = (query: ListQuery) => {
  const { user } = useUser();
  const path = user ? rosterPath(user.organizationId) : null;
  return ownFirst(
    usePagedList<RosterEntry>(path, query, ["members", "discord"], LIST_PAGE),
    ({ isOwn }) => isOwn,
  );
};

export const useCounts = () => counts.useFigures();

/** "77 active, 1 inactive", and how many users have no role where the reader may know that. */
export function countsIn({ active, inactive, withoutRole }: MemberCounts, t: Translate): string {
  if (!withoutRole) return t("members.counts", { active, inactive });
  const others = withoutRole === WITHOUT_ROLE_COUNTED ? `${withoutRole}+` : withoutRole;
  return t("members.counts_all", { active, inactive, others });
}

/** The organization's roles, highest priority first. */
export const useRoles = (allowed = true) =>
  useOfOrganization<Role[]>(rolesPath, ["members"], { poll: 0, allowed });

/** The history of a member, newest first, 30 entries a page. */
const TIMELINE_TOPICS = ["members", "prospects", "contracts", "events", "hangars", "leaves"];

export const useTimeline = (id: number) =>
  usePagedList<TimelineEntry>(`/api/members/${id}/history`, {}, TIMELINE_TOPICS, 30);

export const usePermissions = (id: number) =>
  useSWR<MemberPermissions>(`/api/members/${id}/permissions`, usePolling(["members"], POLL));

/** Saves the list as a CSV file, with its search and filters. @throws ApiError */
export const exportMembers = (organizationId: number, query: ListQuery): Promise<void> =>
  saveFile(withQuery(`/api/members/${organizationId}/export`, query), "members.csv");

export const statusEdit = (status: MemberStatus): Edit<KnownMember> => {
  return { call: "/status", method: "PUT", body: { status }, patch: { status } };
};

export const roleEdit = ({ roleId, role }: Pick<Member, "roleId" | "role">): Edit<KnownMember> => {
  return { call: "/role", method: "PUT", body: { roleId }, patch: { roleId, role } };
};

/** Ends all sessions of a user. @throws ApiError */
export async function endSessions({ id, userId }: Pick<Person, "id" | "userId">): Promise<void> {
  const path = id === null ? `/api/users/${userId}` : `/api/members/${id}`;
  await request(`${path}/sessions`, { method: "DELETE" });
  topicsChanged(["activity"]);
  refreshSessions(userId);
}

/** Removes the second factors of a member. @throws ApiError */
export async function removeFactor(id: number): Promise<void> {
  await request(`/api/members/${id}/second-factor`, { method: "DELETE" });
  topicsChanged(["activity"]);
}

/** Makes a link with which a member chooses a password. @throws ApiError */
export async function makePasswordLink(
  { id, userId }: Pick<Member, "id" | "userId">,
  options: PasswordLinkOptions,
): Promise<PasswordLink> {
  const path = `/api/members/${id}/password-link`;
  const link = await request<PasswordLink>(path, { method: "POST", body: options });
  topicsChanged(["activity"]);
  refreshSessions(userId);
  return link;
}

/** Adds a user who is a member at once; a second call with the same key adds none. @throws ApiError */
export async function addUser(input: AddUserInput, key: string): Promise<void> {
  await request("/api/register", { method: "POST", body: input, key });
  members.refresh();
}

/** Deletes a user, with the membership if they have one. @throws ApiError */
export async function deleteUser({ userId }: Pick<Person, "userId">): Promise<RemovedUser> {
  const removed = await request<RemovedUser>(`/api/users/${userId}`, { method: "DELETE" });
  topicsChanged(["members", "prospects", "discord", "activity"]);
  return removed;
}

/** At how many events a member was; null for a member who does not share that. */
export const useSharedStatistics = (id: number) =>
  useSWR<SharedStatistics>(`/api/event-statistics/members/${id}`, usePolling(["events"], POLL)).data
    ?.figures ?? null;
