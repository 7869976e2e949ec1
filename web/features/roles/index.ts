import { part } from "../../ui/part.tsx";

export { permissions } from "./roles.api.ts";

/** The administration's tabs of roles and of permissions. */
export const rolesTab = part(() => import("./roles-tab.tsx"), ["roles"]);
export const permissionsTab = part(() => import("./permissions-tab.tsx"), ["roles"]);
