import useSWR from "swr";
import type {
  PermissionHolder,
  PermissionRecord,
  Role,
} from "../../../worker/features/roles/roles.schema.ts";
import { POLL } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { resource } from "../../lib/resource.ts";

/** The organization's roles, the highest first. */
export const roles = resource<Role>({ path: "/api/roles", topics: ["members"] });

/** All permissions, of the product and of the organization. */
export const permissions = resource<PermissionRecord>({
  path: "/api/permissions",
  listPath: () => "/api/permissions",
  topics: ["permissions", "members"],
});

/** Moves all members of a role to another one. @throws ApiError */
export const moveMembers = ({ id }: Role, roleId: number): Promise<Role> =>
  roles.call(id, { call: "/move-members", body: { roleId } });

export const useHolders = (id: string) =>
  useSWR<PermissionHolder[]>(`/api/permissions/${id}/holders`, usePolling(["members"], POLL));
