import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import type { SystemRole } from "../../lib/permissions.schema.ts";
import { record } from "../../lib/record.ts";
import { permissionsOf } from "./held.ts";
import { isChangeable, mayGrant, mayMove } from "./roles.policy.ts";
import { DEFAULT_COLOR, type Role, role } from "./roles.schema.ts";
import { roles } from "./roles.table.ts";
import { roleAudit } from "./roles.texts.ts";

/** SQL: the number of members who hold the role of a row. */
const people = sql<number>`(select coalesce(sum(count), 0) from member_totals
  where organization_id = roles.organization_id and role_id = roles.id)`.as("people");

/** SQL: at most three members who hold the role of a row, those seen last, as JSON. */
const faces = sql<string>`(select json_group_array(json_object('id', m.id, 'name', u.display_name,
    'discordId', u.discord_id, 'avatar', u.avatar))
  from (select id, user_id from members where role_id = roles.id order by seen_position desc limit 3) m
  cross join users u on u.id = m.user_id)`.as("faces");

type Face = { id: number; name: string; discordId: string | null; avatar: string | null };

/** The statement that reads roles of the actor's organization. */
export const selectRoles = ({ db, actor }: Context, which?: SQL) =>
  db
    .select({ ...getTableColumns(roles), people, faces })
    .from(roles)
    .where(and(eq(roles.organizationId, actor.organizationId), which));

export type RoleRow = Awaited<ReturnType<ReturnType<typeof selectRoles>["execute"]>>[number];

/** The permissions of a role; the administrator role holds every one. */
export const heldBy = (row: RoleRow) => [...permissionsOf(row.key as SystemRole | null, row.permissions)];

export const facesOf = (row: RoleRow): Role["faces"] =>
  (JSON.parse(row.faces) as Face[])
    .sort((a, b) => a.id - b.id)
    .map((face) => ({ ...face, avatarUrl: avatarUrl(face.discordId, face.avatar) }));

/** A role as the actor reads it; its permissions only with admin.users. */
export function toRole(row: RoleRow, { actor }: Pick<Context, "actor">): Role {
  const { description, permissions: _, requiresSecondFactor, ...rest } = row;
  const granted = heldBy(row);
  const isReader = actor.permissions.has("admin.users");
  const update = isReader && isChangeable(actor, row);
  return {
    ...rest,
    ...(isReader ? { description, permissions: granted, requiresSecondFactor } : {}),
    color: row.color ?? DEFAULT_COLOR,
    faces: facesOf(row),
    can: {
      ...{ update, delete: update && !row.isSystem },
      ...{ grant: mayGrant(actor, row, granted), move: isReader && mayMove(actor, row, granted) },
    },
  };
}

export const roleRecord = record({
  table: roles,
  select: selectRoles,
  answers: role,
  present: toRole,
  nameOf: (row) => row.name,
  audit: roleAudit,
});
