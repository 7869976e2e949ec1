import useSWR from "swr";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import type { AddUserInput, RemovedUser } from "../../../worker/features/auth/auth.schema.ts";
import type {
  Member,
  MemberCounts,
  MemberStatus,
  PasswordLink,
  PasswordLinkOptions,
} from "../../../worker/features/members/members.schema.ts";
import type { Role } from "../../../worker/features/members/roles/roles.schema.ts";
import type {
  MemberPermissions,
  MemberProfile,
  TimelineEntry,
} from "../../../worker/features/profiles/profiles.schema.ts";
import { request, withQuery } from "../../lib/api.ts";
import { type ListQuery, POLL, usePagedList } from "../../lib/list.ts";
import { topicsChanged, usePolling } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { type Edit, resource } from "../../lib/resource.ts";
import { refreshSessions } from "../sessions/index.ts";

/** Members that are shown at first, and with each further wish. */
export const LIST_PAGE = 50;
/** Entries of a timeline, likewise. */
const TIMELINE_PAGE = 30;

/** A member as lists, edits and profiles answer it; only a profile says which prospect is theirs. */
export type KnownMember = Member & Partial<Pick<MemberProfile, "prospect">>;

/** The members. */
export const members = resource<KnownMember>({
  path: "/api/members",
  recordPath: (id) => `/api/members/${id}/profile`,
  topics: ["members", "discord"],
});

const countsPath = (organizationId: number) => `/api/members/${organizationId}/counts`;
const rolesPath = (organizationId: number) => `/api/roles/${organizationId}`;

/** What the page shows first and can be asked for early. */
export const firstPaths = ({ organizationId: id }: CurrentUser) => [countsPath(id), rolesPath(id)];

/** The organization's members in numbers. */
export const useCounts = () => useOfOrganization<MemberCounts>(countsPath, ["members"]);

/** The organization's roles, highest priority first. */
export const useRoles = () => useOfOrganization<Role[]>(rolesPath, ["members"], { poll: 0 });

/** What happened to a member, newest first, older entries with each call of `loadMore`. */
export const useTimeline = (id: number) =>
  usePagedList<TimelineEntry>(`/api/members/${id}/history`, {}, ["members", "prospects"], TIMELINE_PAGE);

/** What a member may do and why. */
export const usePermissions = (id: number) =>
  useSWR<MemberPermissions>(`/api/members/${id}/permissions`, usePolling(["members"], POLL));

/** Where the list is downloaded as a CSV file, as it is searched and filtered. */
export const exportPath = (organizationId: number, query: ListQuery): string =>
  withQuery(`/api/members/${organizationId}/export`, query);

/** The edit that makes a member active or inactive. */
export const statusEdit = (status: MemberStatus): Edit<KnownMember> => {
  return { call: "/status", method: "PUT", body: { status }, patch: { status } };
};

/** The edit that gives a member a role. */
export const roleEdit = ({ roleId, role }: Pick<Member, "roleId" | "role">): Edit<KnownMember> => {
  return { call: "/role", method: "PUT", body: { roleId }, patch: { roleId, role } };
};

/** Ends all sessions of a member. @throws ApiError */
export async function endSessions({ id, userId }: Pick<Member, "id" | "userId">): Promise<void> {
  await request(`/api/members/${id}/sessions`, { method: "DELETE" });
  topicsChanged(["activity"]);
  refreshSessions(userId);
}

/** Removes the second factors of a member who lost them. @throws ApiError */
export async function removeSecondFactor(id: number): Promise<void> {
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

/** Adds a user who is a member at once; sent again with the same key, it adds nobody. @throws ApiError */
export async function addUser(input: AddUserInput, key: string): Promise<void> {
  await request("/api/register", { method: "POST", body: input, key });
  members.refresh();
}

/** Deletes a member's user, and so the member. @throws ApiError */
export async function deleteUser({ userId }: Pick<Member, "userId">): Promise<RemovedUser> {
  const removed = await request<RemovedUser>(`/api/users/${userId}`, { method: "DELETE" });
  topicsChanged(["members", "prospects", "discord", "activity"]);
  return removed;
}
