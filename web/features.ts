// Every area and tab of the product: one line for each feature.
export { account } from "./features/account/area.ts";
export { admin } from "./features/admin/area.ts";
export { audit } from "./features/audit/area.ts";
export { backupTab } from "./features/backup/area.ts";
export { bots } from "./features/bots/area.ts";
export { contracts } from "./features/contracts/area.ts";
export { dashboard } from "./features/dashboard/area.ts";
export { discordTab } from "./features/discord/area.ts";
export { fleetTab } from "./features/fleet/area.ts";
export { hangar } from "./features/hangar/area.ts";
export { apiTab } from "./features/health/area.ts";
export { imports } from "./features/imports/area.ts";
export { members, usersTab } from "./features/members/area.ts";
export { organization } from "./features/organization/area.ts";
export { prospects } from "./features/prospects/area.ts";
export { permissionsTab, rolesTab } from "./features/roles/area.ts";
export { settingsTab } from "./features/settings/area.ts";
export { tools } from "./features/tools/area.ts";
