import { useEffect, useState } from "react";
import useSWR from "swr";
import type {
  DiscordRole,
  RolePreview,
  RoleSync,
  RoleSyncAnswer,
  RoleSyncInput,
} from "../../../worker/features/discord/roles/roles.schema.ts";
import { request, withQuery } from "../../lib/api.ts";
import { topicsChanged } from "../../lib/live.ts";
import { resource } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";

/** The role mappings of an organization, as one record whose id is the organization's. */
export const roleSets = resource<RoleSync>({
  path: "/api/discord/role-mappings",
  recordPath: (id) => `/api/discord/role-sync/${id}`,
  topics: ["discord_roles", "members", "activity"],
});

const useOrganizationId = () => useUser().user?.organizationId ?? 0;

/** The reader's organization's mappings with roles, people and the last sync. */
export const useRoleSync = () => roleSets.useOne(useOrganizationId());

/** The roles of the Discord server, read from Discord when they are first shown. */
export function useDiscordRoles() {
  // Roles are made and moved in Discord while this page is open.
  return useSWR<DiscordRole[]>(`/api/discord/roles/${useOrganizationId()}`, { revalidateIfStale: true });
}

/** Milliseconds that an order has to stand before Discord is asked what it would do. */
const ORDER_PAUSE = 500;

/** A value once it has not changed for a while. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, ORDER_PAUSE, value);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * What a sync would do at this moment, with another order of roles than the stored one where there is one. It is read
 * anew when the mappings have changed or a sync has run, and by its `mutate`.
 */
export function usePreview(set: RoleSync | undefined, draft: readonly number[] | null) {
  const order = useSettled(draft?.join() ?? null);
  const path = withQuery(`/api/discord/role-preview/${set?.id}`, { order });
  const key = set ? `${path}#${set.version}.${set.last?.finishedAt ?? ""}` : null;
  return useSWR<RolePreview>(key, { keepPreviousData: true, revalidateIfStale: true });
}

/** Runs a sync of members and roles. @throws ApiError */
export async function syncRoles(id: number, wish: RoleSyncInput): Promise<RoleSyncAnswer> {
  try {
    return await request<RoleSyncAnswer>(`/api/discord/sync-roles/${id}`, { method: "POST", body: wish });
  } finally {
    topicsChanged(["discord_roles", "members", "activity", "prospects"]);
  }
}
