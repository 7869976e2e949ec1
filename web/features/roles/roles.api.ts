import useSWR from "swr";
import type {
  PermissionHolder,
  PermissionRecord,
  Role,
  RouteAccess,
} from "../../../worker/features/members/roles/roles.schema.ts";
import { request } from "../../lib/api.ts";
import { POLL } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { resource } from "../../lib/resource.ts";

/** The organization's roles, highest priority first. */
export const roles = resource<Role>({ path: "/api/roles", topics: ["members"] });

/** All permissions, the product's and the organization's own. */
export const permissions = resource<PermissionRecord>({
  path: "/api/permissions",
  listPath: () => "/api/permissions",
  topics: ["permissions", "members"],
});

/** Gives everybody who holds a role another one. @throws ApiError */
export async function moveMembers({ id }: Role, roleId: number): Promise<void> {
  await roles.show(
    await request<Role>(`/api/roles/${id}/move-members`, { method: "POST", body: { roleId } }),
  );
  roles.refresh();
}

/** The roles that hold a permission, with members. */
export const useHolders = (id: string) =>
  useSWR<PermissionHolder[]>(`/api/permissions/${id}/holders`, usePolling(["members"], POLL));

/** What each route of the API takes. */
export const useRouteAccess = () => useSWR<RouteAccess[]>("/api/access/routes");
