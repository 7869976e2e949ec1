import { eq, type SQL, sql } from "drizzle-orm";
import { type Context, performerOf } from "../../context.ts";
import { type Db, runBatch } from "../../db/client.ts";
import { AppError } from "../../errors.ts";
import type { Permission, SystemRole } from "../../permissions.schema.ts";
import type { Language } from "../../wire.schema.ts";
import { audit } from "../activity/activity.service.ts";
import { permissionsOf } from "../auth/sessions.service.ts";
import { avatarUrl } from "../discord/discord.avatar.ts";
import { members } from "../members/members.table.ts";
import { roles } from "../roles/roles.table.ts";
import { organizations } from "../settings/settings.table.ts";
import type { CurrentUser, UserRole } from "./users.schema.ts";
import { users } from "./users.table.ts";

/** A user with organization, member and role, for whoever needs to say who somebody is. */
export const selectProfiles = (db: Db) =>
  db
    .select({ user: users, organizationName: organizations.name, member: members, role: roles })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .leftJoin(members, eq(members.userId, users.id))
    .leftJoin(roles, eq(roles.id, members.roleId));

export type ProfileRow = Awaited<ReturnType<ReturnType<typeof selectProfiles>["execute"]>>[number];

/** Who somebody is, as they themselves may know it. */
export function toCurrentUser({ user, organizationName, member, role }: ProfileRow): CurrentUser {
  const isMember = member?.status === "active";
  const held = isMember
    ? permissionsOf(role?.key as SystemRole | null, JSON.stringify(role?.permissions ?? []))
    : [];
  return {
    id: user.id,
    username: user.username,
    displayName: user.displayName,
    email: user.email,
    avatarUrl: avatarUrl(user.discordId, user.avatar),
    organizationId: user.organizationId,
    organizationName,
    language: user.language,
    role: isMember ? (role?.name ?? null) : null,
    roleKey: isMember ? (role?.key ?? null) : null,
    permissions: [...held].sort() as Permission[],
    member: isMember ? { id: member.id, joinedAt: member.joinedAt, status: "active" } : null,
    discordId: user.discordId,
    signInMethods: [
      ...(user.passwordHash ? (["password"] as const) : []),
      ...(user.discordId ? (["discord"] as const) : []),
    ],
    createdAt: user.createdAt,
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
  if (!row || row.user.organizationId !== actor.organizationId) throw new AppError("not_found");
  const { role, roleKey, permissions } = toCurrentUser(row);
  return { id: role === null ? null : (row.role?.id ?? null), key: roleKey, name: role, permissions };
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
  sql`(select id from ${users} where lower(username) = lower(${username}) and password_hash is not null)`;

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
  return db.insert(users).values({ ...values, createdAt: at, updatedAt: at });
};

/** The statement that makes a user for a person who has no way to sign in yet. */
export const insertUserWithoutSignIn = (
  db: Db,
  user: { organizationId: number; username: string; displayName: string; email: string | null; at: string },
) => {
  const { at, ...values } = user;
  return db.insert(users).values({ ...values, createdAt: at, updatedAt: at });
};

/** The statement that takes over a verified e-mail address for a user who has none. */
export const rememberEmail = (db: Db, userId: number, email: string, now: Date) =>
  db.update(users).set({ email, updatedAt: now.toISOString() }).where(eq(users.id, userId));
