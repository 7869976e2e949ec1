import type { Feature } from "../../lib/feature.ts";
import { rememberMemberTotals } from "./list.ts";
import { memberRoutes } from "./members.routes.ts";
import { memberAudit } from "./members.texts.ts";
import { deleteExpiredLinks } from "./password-link.ts";
import { roleRoutes } from "./roles/roles.routes.ts";
import { roleAudit } from "./roles/roles.texts.ts";

export { editMember } from "./change.ts";
export { isAssignable, isAssignableRow, listMembers, selectActiveTotal } from "./list.ts";
export { memberErrors } from "./members.policy.ts";
export { selectMember, toMember } from "./members.rows.ts";
export type { MemberStatus } from "./members.schema.ts";
export { memberDays, memberHistory, members, passwordLinks, roles } from "./members.table.ts";
export { memberAudit } from "./members.texts.ts";
export {
  administratorsOf,
  changeGuildRoles,
  deleteMember,
  endAccess,
  insertGuildMembers,
  insertMember,
  keepAdministrator,
  markSignedIn,
  removeMembers,
  setMemberStatus,
  setMembersInDiscord,
  setMembersSeen,
  systemRoleId,
} from "./membership.ts";
export { isLinkOpen, isReachedByLink } from "./password-link.ts";
export { findPerson, findPersonBelow, type Person, staysAsFound } from "./person.ts";
export { grantableRoleId, requireGrantable } from "./roles/grant.ts";

export const membersFeature = {
  routes: [memberRoutes],
  daily: ({ db, now }) => [rememberMemberTotals(db, now), deleteExpiredLinks(db, now)],
  audit: memberAudit,
  topics: {
    members: [
      { table: "members", on: ["insert", "delete"] },
      // Being seen again comes with what was seen: lists that show it ask for "discord" as well.
      { table: "members", on: ["update"], when: "old.last_seen_at IS new.last_seen_at" },
    ],
  },
} satisfies Feature;

/** Roles and permissions, which belong to the members. */
export const rolesFeature = {
  routes: [roleRoutes],
  audit: roleAudit,
  topics: {
    // Lists of members show the names and colours of their roles.
    members: [{ table: "roles", on: ["insert", "update", "delete"] }],
    permissions: [{ table: "custom_permissions", on: ["insert", "update", "delete"] }],
  },
} satisfies Feature;
