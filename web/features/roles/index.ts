import { part } from "../../ui/part.tsx";
import { rolesTexts } from "./texts.ts";

export { permissions } from "./roles.api.ts";

/** The administration's tabs of roles and of permissions. */
export const rolesTab = part(() => import("./roles-tab.tsx"), [rolesTexts]);
export const permissionsTab = part(() => import("./permissions-tab.tsx"), [rolesTexts]);
