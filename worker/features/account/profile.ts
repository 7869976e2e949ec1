import { eq, getTableColumns, sql } from "drizzle-orm";
import { defineAudit } from "../../lib/audit.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context, UserContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { named } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { write } from "../../lib/guard.ts";
import { unreadNotices } from "../../lib/notices.ts";
import type { Permission, SystemRole } from "../../lib/permissions.schema.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { members, roles } from "../members/index.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { isSecondFactorAsked, permissionsOf } from "../sessions/index.ts";
import { organizations } from "../settings/index.ts";
import { changeUserLanguage, users } from "../users/index.ts";
import type { CurrentUser, UserRole } from "./account.schema.ts";

export const accountAudit = defineAudit({
  "user.language": { audience: "private", en: "{actor} changed language", da: "{actor} skiftede sprog" },
});

/** The statement that reads users with organization, member and role. */
export const selectProfiles = (db: Db) =>
  db
    .select({
      ...getTableColumns(users),
      organizationName: organizations.name,
      memberId: named(members.id, "member_id"),
      memberStatus: members.status,
      joinedAt: members.joinedAt,
      roleId: members.roleId,
      roleKey: roles.key,
      role: named(roles.name, "role_name"),
      permissions: roles.permissions,
      rsiHandle: rsiAccounts.handle,
      unread: unreadNotices(users).as("unread"),
      isAskedForFactor: isSecondFactorAsked(users.organizationId, sql`roles`)
        .mapWith(Boolean)
        .as("asked_for_factor"),
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .leftJoin(members, eq(members.userId, users.id))
    .leftJoin(roles, eq(roles.id, members.roleId))
    .leftJoin(rsiAccounts, eq(rsiAccounts.userId, users.id));

export type ProfileRow = Awaited<ReturnType<ReturnType<typeof selectProfiles>["execute"]>>[number];

/** A user as they may see themselves. */
export function toCurrentUser(row: ProfileRow): CurrentUser {
  const isMember = row.memberStatus === "active" && row.memberId !== null;
  const held = isMember ? permissionsOf(row.roleKey as SystemRole | null, row.permissions ?? []) : [];
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    email: row.email,
    avatarUrl: avatarUrl(row.discordId, row.avatar),
    organizationId: row.organizationId,
    organizationName: row.organizationName,
    language: row.language,
    role: isMember ? row.role : null,
    roleKey: isMember ? row.roleKey : null,
    permissions: [...held].sort() as Permission[],
    member: isMember
      ? { id: row.memberId as number, joinedAt: row.joinedAt ?? row.createdAt, status: "active" }
      : null,
    discordId: row.discordId,
    rsiVerified: row.rsiHandle !== null,
    rsiHandle: row.rsiHandle,
    signInMethods: [
      ...(row.passwordHash ? (["password"] as const) : []),
      ...(row.discordId ? (["discord"] as const) : []),
    ],
    isHeldBack: false,
    notices: row.unread,
    createdAt: row.createdAt,
  };
}

/** A user whose permissions are withheld until they have a second factor. */
export const heldBack = (user: CurrentUser): CurrentUser => ({ ...user, permissions: [], isHeldBack: true });

/** The caller. */
export async function getCurrentUser({ db, actor }: UserContext): Promise<CurrentUser> {
  const [row] = await selectProfiles(db).where(eq(users.id, actor.userId));
  if (!row) throw errors.signed_out();
  const user = toCurrentUser(row);
  return actor.isHeldBack ? heldBack(user) : user;
}

/** Role and permissions of the caller, or with admin.users of any user. @throws AppError not_found */
export async function getUserRole({ db, actor }: Context, userId: number): Promise<UserRole> {
  const mayRead = userId === actor.userId || actor.permissions.has("admin.users");
  const [row] = mayRead ? await selectProfiles(db).where(eq(users.id, userId)) : [];
  if (!row || row.organizationId !== actor.organizationId) throw errors.not_found();
  const { role, roleKey, permissions } = toCurrentUser(row);
  return { id: role === null ? null : row.roleId, key: roleKey, name: role, permissions };
}

/** Saves the caller's language. */
export async function changeLanguage(context: UserContext, language: Language): Promise<void> {
  const { db, actor } = context;
  const entity = { id: actor.userId, name: actor.name };
  await write(db, [
    changeUserLanguage(context, actor.userId, language),
    accountAudit.write(context, {
      action: "user.language",
      entity,
      details: { from: actor.language, to: language },
    }),
  ]);
}
