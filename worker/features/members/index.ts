import type { Feature } from "../../lib/feature.ts";
import { rememberMemberTotals } from "./list.ts";
import { memberAnnouncements } from "./members.announcements.ts";
import { memberTables } from "./members.data.ts";
import { memberPermissions } from "./members.permissions.ts";
import { memberRoutes } from "./members.routes.ts";
import { memberSearch } from "./members.search.ts";
import { memberAudit, memberNotices } from "./members.texts.ts";
import { deleteExpiredLinks } from "./password-link.ts";

export { attachToMembers } from "./attached.ts";
export { awayUntil, type Days, leaveOf, setMemberLeaves } from "./away.ts";
export { editMember } from "./change.ts";
export { giveRole } from "./give-role.ts";
export {
  isAssignable,
  isAssignableRow,
  isHolder,
  listMembers,
  selectActiveHolders,
  selectActiveTotal,
} from "./list.ts";
export { memberAnnouncements } from "./members.announcements.ts";
export { memberErrors } from "./members.policy.ts";
export { listAssignableRoute, listMembersRoute } from "./members.routes.ts";
export { selectMember, toMember } from "./members.rows.ts";
export type { Member, MemberStatus } from "./members.schema.ts";
export { memberDays, memberHistory, members, passwordLinks } from "./members.table.ts";
export { memberAudit } from "./members.texts.ts";
export {
  changeGuildRoles,
  changeRoles,
  deleteMember,
  endAccess,
  guardAdministrator,
  holdersOf,
  insertGuildMembers,
  insertMember,
  markSignedIn,
  removeMembers,
  setMemberStatus,
  setMembersInDiscord,
  setMembersSeen,
  systemRoleId,
} from "./membership.ts";
export { memberOf } from "./of-discord.ts";
export { isLinkOpen, isReachedByLink } from "./password-link.ts";
export { findPerson, findPersonBelow, guardPerson, type Person } from "./person.ts";

export const membersFeature = {
  routes: memberRoutes,
  tables: memberTables,
  permissions: memberPermissions,
  daily: ({ db, now }) => [rememberMemberTotals(db, now), deleteExpiredLinks(db, now)],
  audit: memberAudit,
  announcements: memberAnnouncements,
  notices: memberNotices,
  search: [memberSearch],
  topics: {
    members: [
      { table: "members", on: ["insert", "delete"] },
      // Not for `last_seen_at`, which comes with activities: lists that show it depend on "discord", too. Nor for
      // `used_at`, which changes as often; open lists show it with the next change of another kind. Leaves raise it
      // themselves.
      {
        table: "members",
        on: ["update"],
        when: "old.last_seen_at IS new.last_seen_at AND old.used_at IS new.used_at AND old.leaves IS new.leaves",
      },
    ],
  },
} satisfies Feature;
