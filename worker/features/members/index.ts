import type { Feature } from "../../lib/feature.ts";
import { memberRoutes } from "./members.routes.ts";
import { memberAudit } from "./members.texts.ts";
import { rememberMemberTotals } from "./members.ts";

export { changeGuildRoles, insertGuildMembers } from "./guild.ts";
export { memberErrors } from "./members.errors.ts";
export type { MemberStatus } from "./members.schema.ts";
export { memberDays, members, memberTotals } from "./members.table.ts";
export { memberAudit } from "./members.texts.ts";
export {
  hasAdministrator,
  insertMember,
  isAssignable,
  isAssignableRow,
  removeMember,
  selectMemberNames,
  setMemberStatus,
  systemRoleId,
} from "./members.ts";

export const membersFeature = {
  routes: [memberRoutes],
  daily: ({ db, now }) => [rememberMemberTotals(db, now)],
  audit: memberAudit,
  topics: { members: [{ table: "members", on: ["insert", "update", "delete"] }] },
} satisfies Feature;
