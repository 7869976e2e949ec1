// Every area of the product: one line for each.
export { account } from "./features/account/area.ts";
export { admin } from "./features/admin/area.ts";
export { audit } from "./features/audit/area.ts";
export { bots } from "./features/bots/area.ts";
export { contracts } from "./features/contracts/area.ts";
export { dashboard } from "./features/dashboard/area.ts";
export { hangar } from "./features/hangar/area.ts";
export { imports } from "./features/imports/area.ts";
export { members } from "./features/members/area.ts";
export { organization } from "./features/organization/area.ts";
export { prospects } from "./features/prospects/area.ts";
export { tools } from "./features/tools/area.ts";
