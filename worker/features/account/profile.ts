import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import { type Context, performerOf } from "../../lib/context.ts";
import { type Db, runBatch } from "../../lib/db/client.ts";
import { named } from "../../lib/db/columns.ts";
import { AppError } from "../../lib/errors.ts";
import type { Permission, SystemRole } from "../../lib/permissions.schema.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { audit } from "../activity/list.ts";
import { members } from "../members/members.table.ts";
import { roles } from "../roles/roles.table.ts";
import { permissionsOf } from "../sessions/sessions.ts";
import { organizations } from "../settings/settings.table.ts";
import { users } from "../users/users.table.ts";
import { type CurrentUser, signInNameOf, type UserRole } from "./account.schema.ts";

/** A user with organization, member and role, for whoever needs to say who somebody is. */
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
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .leftJoin(members, eq(members.userId, users.id))
    .leftJoin(roles, eq(roles.id, members.roleId));

export type ProfileRow = Awaited<ReturnType<ReturnType<typeof selectProfiles>["execute"]>>[number];

/** Who somebody is, as they themselves may know it. */
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
    signInMethods: [
      ...(row.passwordHash ? (["password"] as const) : []),
      ...(row.discordId ? (["discord"] as const) : []),
    ],
    createdAt: row.createdAt,
  };
}

/** The caller. */
export async function getCurrentUser({ db, actor }: Context): Promise<CurrentUser> {
  const [row] = await selectProfiles(db).where(eq(users.id, actor.userId));
  if (!row) throw new AppError("signed_out");
  return toCurrentUser(row);
}

/**
 * Role and permissions of a user: the caller, or with admin.users anyone of the organization.
 * @throws AppError not_found
 */
export async function getUserRole({ db, actor }: Context, userId: number): Promise<UserRole> {
  const mayRead = userId === actor.userId || actor.permissions.has("admin.users");
  const [row] = mayRead ? await selectProfiles(db).where(eq(users.id, userId)) : [];
  if (!row || row.organizationId !== actor.organizationId) throw new AppError("not_found");
  const { role, roleKey, permissions } = toCurrentUser(row);
  return { id: role === null ? null : row.roleId, key: roleKey, name: role, permissions };
}

/** Saves the caller's language. */
export async function changeLanguage({ db, actor, now }: Context, language: Language): Promise<void> {
  await runBatch(db, [
    db.update(users).set({ language, updatedAt: now.toISOString() }).where(eq(users.id, actor.userId)),
    audit(
      db,
      actor.organizationId,
      performerOf(actor),
      { action: "user.language", entity: { id: actor.userId, name: actor.name }, details: { language } },
      now,
    ),
  ]);
}

/** SQL: the id of the user who signs in with a name. */
export const userIdByName = (username: string): SQL =>
  sql`(select id from ${users} where sign_in_name = ${signInNameOf(username)})`;

/** The statement that makes a user with a password. Breaks the index `users_sign_in_name` when the name is taken. */
export const insertPasswordUser = (
  db: Db,
  user: {
    organizationId: number;
    username: string;
    displayName: string;
    email: string | null;
    passwordHash: string;
    language: Language | null;
    at: string;
  },
) => {
  const { at, ...values } = user;
  return db
    .insert(users)
    .values({ ...values, signInName: signInNameOf(user.username), createdAt: at, updatedAt: at });
};

/** The statement that makes a user for a person who has no way to sign in yet. */
export const insertUserWithoutSignIn = (
  db: Db,
  user: {
    organizationId: number;
    username: string;
    displayName: string;
    email: string | null;
    /** So that the next sync knows the person again; signing in with it waits for that sync. */
    discordId: string | null;
    at: string;
  },
) => {
  const { at, ...values } = user;
  return db.insert(users).values({ ...values, createdAt: at, updatedAt: at });
};

/** The statement that takes over a verified e-mail address for a user who has none. */
export const rememberEmail = (db: Db, userId: number, email: string, now: Date) =>
  db.update(users).set({ email, updatedAt: now.toISOString() }).where(eq(users.id, userId));
