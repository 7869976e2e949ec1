import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../../lib/avatar.ts";
import type { Context } from "../../../lib/context.ts";
import type { SystemRole } from "../../../lib/permissions.schema.ts";
import { record } from "../../../lib/record.ts";
import { permissionsOf } from "../../sessions/index.ts";
import { roles } from "../members.table.ts";
import { isChangeable, mayGrant } from "./roles.policy.ts";
import { type Role, role } from "./roles.schema.ts";
import { roleAudit } from "./roles.texts.ts";

/** SQL: the number of members who hold the role of a row. */
const people = sql<number>`(select coalesce(sum(count), 0) from member_totals
  where organization_id = roles.organization_id and role_id = roles.id)`.as("people");

/** SQL: three members who hold the role of a row, last seen first, as JSON. */
const faces = sql<string>`(select json_group_array(json_object('id', m.id, 'name', u.display_name,
    'discordId', u.discord_id, 'avatar', u.avatar))
  from (select id, user_id from members where role_id = roles.id order by seen_position desc limit 3) m
  cross join users u on u.id = m.user_id)`.as("faces");

type Face = { id: number; name: string; discordId: string | null; avatar: string | null };

const { id, key, name, description, permissions, priority, color, isSystem, version } = roles;

/** The statement that reads roles of the actor's organization. */
export const selectRoles = ({ db, actor }: Context, which?: SQL) =>
  db
    .select({
      ...{ id, key, name, description, permissions, priority, color, isSystem, version },
      people,
      faces,
    })
    .from(roles)
    .where(and(eq(roles.organizationId, actor.organizationId), which));

export type RoleRow = Awaited<ReturnType<ReturnType<typeof selectRoles>["execute"]>>[number];

/** The permissions of a role; the administrator role holds every one. */
export const heldBy = (row: Pick<RoleRow, "key" | "permissions">): string[] => [
  ...permissionsOf(row.key as SystemRole | null, row.permissions),
];

/** The members that stand for all who hold a role. */
export const facesOf = (row: RoleRow): Role["faces"] =>
  (JSON.parse(row.faces) as Face[]).map(({ id: memberId, name: of, discordId, avatar }) => ({
    id: memberId,
    name: of,
    avatarUrl: avatarUrl(discordId, avatar),
  }));

/** A role as a reader gets it; what it holds only for admin.users. */
export function toRole(row: RoleRow, { actor }: Pick<Context, "actor">): Role {
  const { description: about, permissions: _, faces: _of, ...rest } = row;
  const held = heldBy(row);
  const isReader = actor.permissions.has("admin.users");
  const update = isReader && isChangeable(actor, row);
  return {
    ...rest,
    ...(isReader ? { description: about, permissions: held } : {}),
    faces: facesOf(row),
    can: { update, delete: update && !row.isSystem, grant: mayGrant(actor, row, held) },
  };
}

/** The one way to read and change a role. */
export const roleRecord = record({
  table: roles,
  select: selectRoles,
  answers: role,
  present: toRole,
  nameOf: (row) => row.name,
  audit: roleAudit,
});

/** The organization's roles, highest priority first. */
export async function listRoles(context: Context): Promise<Role[]> {
  const rows = await selectRoles(context).orderBy(desc(roles.priority), roles.id);
  return rows.map((row) => toRole(row, context));
}
