import { sql } from "drizzle-orm";
import { defineAnnouncements } from "../../lib/announcements.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Call } from "../../lib/commands/command.ts";
import type { Feature } from "../../lib/feature.ts";
import { EVERY_ROLE, EVERY_TEAM, type Permissions } from "../../lib/permissions.ts";
import type { Source } from "../../lib/search/search.ts";
import { backedUp, COUNTER, isOfUser, OTHERS, OURS, type Tables, technical } from "../../lib/table-rules.ts";
import { rememberMemberTotals } from "./list.ts";
import { listMembersRoute, memberRoutes } from "./members.routes.ts";
import { ofOrganization } from "./members.rows.ts";
import type { Member, MemberStatus } from "./members.schema.ts";
import { members } from "./members.table.ts";
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
export { isLinkOpen, isReachedByLink } from "./password-link.ts";
export { findPerson, findPersonBelow, guardPerson, type Person } from "./person.ts";

/** The member whom a user of a command chose by their Discord id. @throws AppError forbidden to read members */
export async function memberOf(call: Call, discordId: string): Promise<Member | undefined> {
  const { items } = await call.ask(listMembersRoute, { query: { q: discordId, limit: "5" } });
  return items.find((each) => each.discordId === discordId);
}

type Row = {
  id: number;
  user_id: number;
  status: MemberStatus;
  used_at: string | null;
  last_seen_at: string | null;
  display_name: string;
  username: string;
  discord_id: string | null;
  avatar: string | null;
  role: string;
};

const memberSearch: Source = {
  group: "people",
  needs: ["members.read", "roster.read"],
  select: ({ db, actor }, wanted) =>
    // Roles are read once: a join would read one for each member.
    db.all<Row>(sql`select members.id, members.user_id, members.status, members.used_at, members.last_seen_at, users.display_name,
        users.username, users.discord_id, users.avatar,
        (select json_group_object(id, name) from roles where organization_id = ${actor.organizationId})
          ->> ('$."' || members.role_id || '"') as role
      from (${wanted.named("member", actor.organizationId)}) found
      cross join members on members.id = found.id cross join users on users.id = members.user_id where ${ofOrganization(actor)}
        and (${actor.permissions.has("members.read")} or ${members.status} = 'active')`),
  present: (row: Row, { actor }) => ({
    ...{ kind: "member", id: row.id, title: row.display_name, line: row.role, userId: row.user_id },
    avatarUrl: avatarUrl(row.discord_id, row.avatar),
    // Of the roster, as the list of it has it: by name alone.
    ...(actor.permissions.has("members.read")
      ? { name: row.username, alias: row.discord_id, path: `/members?member=${row.id}` }
      : { path: `/members?q=${encodeURIComponent(row.display_name)}` }),
    // Former members come last.
    weight: row.status === "active" ? Date.parse(row.used_at ?? row.last_seen_at ?? "1990") : 0,
  }),
};

const memberPermissions: Permissions = {
  "roster.read": {
    category: "Members",
    heldBy: EVERY_ROLE,
    en: ["See the roster", "Shows who is a member, with role and presence in Discord, and the fleet."],
    da: ["Se medlemslisten", "Viser, hvem der er medlem, med rolle og om de er på Discord, og flåden."],
  },
  "members.read": {
    category: "Members",
    heldBy: EVERY_TEAM,
    en: ["See members", "More than the roster: the list of members with their profiles and time away."],
    da: ["Se medlemmer", "Mere end medlemslisten: listen over medlemmer med deres profiler og fravær."],
  },
  "members.write": {
    category: "Members",
    heldBy: ["officer"],
    en: [
      "Edit members",
      "Gives members of lower roles another role or status, ends their sessions and enters their time away.",
    ],
    da: [
      "Redigere medlemmer",
      "Giver medlemmer under en selv en anden rolle eller status, afslutter deres sessioner og registrerer deres fravær.",
    ],
  },
};

const memberTables: Tables = {
  members: {
    backup: backedUp("members"),
    guarded: { because: "a membership and its role", rows: "both", columns: ["role_id", "status"] },
    personal: {
      isOf: isOfUser,
      columns: [
        ...["id", "user_id", "role_id", "role_source", "status", "joined_at", "has_signed_in", "in_discord"],
        ...["last_seen_at", "used_at", "updated_at"],
      ],
      names: { role: sql`(select name from roles where roles.id = role_id)` },
      without: { organization_id: OURS, leaves: "Stands with each leave.", version: COUNTER },
    },
  },
  member_history: {
    backup: backedUp("members"),
    personal: {
      isOf: ({ userId }) => sql`member_id = (select id from members where user_id = ${userId})`,
      columns: ["id", "member_id", "action", "previous_value", "new_value", "because", "created_at"],
      without: { organization_id: OURS, performed_by: OTHERS, performed_by_id: OTHERS },
    },
  },
  member_days: { backup: technical(backedUp("members")) },
  member_totals: { backup: { leftOut: "Triggers count it from the members." } },
  password_links: {
    guarded: { because: "a link that signs in as a user", rows: "added" },
    backup: { leftOut: "Links to choose a password are secrets that live for a day." },
    personal: { leftOut: "A link to choose a password is a secret that lives for a day." },
  },
};

export const memberAnnouncements = defineAnnouncements({
  "member.joined": {
    opens: { page: "/members?member={id}", needs: "members.read" },
    isForPrograms: true,
    en: { title: "A member joins", text: "{name} is a member now." },
    da: { title: "Et nyt medlem", text: "{name} er blevet medlem." },
  },
});

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
      // Not for `last_seen_at`, which comes with activities: lists that show it depend on "discord", too. Nor for `used_at`,
      // which changes as often; open lists show it with the next other change. Leaves raise it themselves.
      {
        table: "members",
        on: ["update"],
        when: "old.last_seen_at IS new.last_seen_at AND old.used_at IS new.used_at AND old.leaves IS new.leaves",
      },
    ],
  },
} satisfies Feature;
