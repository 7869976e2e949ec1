import { eq, type SQL, sql } from "drizzle-orm";
import type { UserActor } from "../../lib/actor.ts";
import type { Context, SystemContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { newestNotices } from "../../lib/notices.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { signInNameOf } from "./sign-in-name.ts";
import { skeletonOf } from "./skeleton.ts";
import { users } from "./users.table.ts";

/** SQL: the id of the user who signs in with a name. */
export const userIdByName = (username: string): SQL =>
  sql`(select id from ${users} where sign_in_name = ${signInNameOf(username)})`;

/** SQL condition: nobody but the user signs in with another name that looks like this one; `userId` is null for a new user. */
export const isSignInNameUnlike = (userId: number | null, username: string): SQL =>
  sql`not exists (select 1 from ${users} where name_skeleton = ${skeletonOf(username)}
    and sign_in_name <> ${signInNameOf(username)} and id is not ${userId})`;

/**
 * SQL condition: a user has a name to sign in with, or nobody else has the one that their username would give, nor one that
 * looks like it.
 */
export const isSignInNameFree = (userId: number, username: string): SQL =>
  sql`(exists (select 1 from ${users} where id = ${userId} and sign_in_name is not null)
    or (${isSignInNameUnlike(userId, username)} and not exists (
      select 1 from ${users} where sign_in_name = ${signInNameOf(username)})))`;

/** The columns for the name that a user signs in with. */
export const signInColumns = (username: string) => ({
  signInName: signInNameOf(username),
  nameSkeleton: skeletonOf(username),
});

/** The statement that makes a user. Breaks the index `users_sign_in_name` when the name to sign in with is taken. */
export const insertUser = (
  { db, now }: SystemContext,
  user: Omit<typeof users.$inferInsert, "createdAt" | "updatedAt">,
) => db.insert(users).values({ ...user, createdAt: now.toISOString(), updatedAt: now.toISOString() });

/** The statement that changes a user's language. */
export const changeUserLanguage = ({ db, now }: SystemContext, id: number, language: Language) =>
  db.update(users).set({ language, updatedAt: now.toISOString() }).where(eq(users.id, id));

/** The statement that remembers a first sign-in, and the verified e-mail address of a user who has none. */
export const noteSignIn = ({ db, now }: SystemContext, id: number, email: string | null = null) =>
  db.run(sql`update ${users} set signed_in_at = coalesce(signed_in_at, ${now.toISOString()}),
      email = coalesce(email, ${email}), updated_at = ${now.toISOString()}
    where id = ${id} and (signed_in_at is null or (email is null and ${email} is not null))`);

/** The statement that marks a user's notices up to one as read: 2 rows, however many they are. Those to come stay unread. */
export const markNoticesRead = (db: Db, { organizationId, userId }: UserActor, upTo: number) => {
  const read = sql`(select max(id) from (${newestNotices(organizationId, userId)}) where id <= ${upTo})`;
  return db.run(
    sql`update ${users} set notices_read_to = ${read} where id = ${userId} and notices_read_to < ${read}`,
  );
};

/**
 * The statement that gives a user a password, and their username to sign in with where they had no name for it; their
 * devices are forgotten. Breaks the index `users_sign_in_name` when that is taken.
 */
export const setPassword = ({ db, now }: SystemContext, id: number, username: string, passwordHash: string) =>
  db
    .update(users)
    .set({
      passwordHash,
      signInName: sql`coalesce(${users.signInName}, ${signInNameOf(username)})`,
      devicesSince: now.toISOString(),
      nameSkeleton: sql`iif(${users.signInName} is null, ${skeletonOf(username)}, ${users.nameSkeleton})`,
      updatedAt: now.toISOString(),
    })
    .where(eq(users.id, id));

/**
 * The statement that gives a user a password and the name that goes with it; their devices are forgotten. Breaks the
 * index `users_sign_in_name` when the name is taken.
 */
export const setSignIn = ({ db, now }: SystemContext, id: number, username: string, passwordHash: string) =>
  db
    .update(users)
    .set({
      username,
      ...signInColumns(username),
      passwordHash,
      devicesSince: now.toISOString(),
      updatedAt: now.toISOString(),
    })
    .where(eq(users.id, id));

/** The statement that forgets the devices that a user signed in on: signing in on them is told like on new ones. */
export const forgetDevices = ({ db, now }: SystemContext, id: number) =>
  db.update(users).set({ devicesSince: now.toISOString() }).where(eq(users.id, id));

/**
 * The statement that forgets a user's devices and ends their password, if they have one: they have it still, but nobody
 * knows it until another is set.
 */
export const voidPassword = ({ db, now }: SystemContext, id: number) =>
  db
    .update(users)
    .set({
      passwordHash: sql`iif(${users.passwordHash} is null, null, 'void')`,
      devicesSince: now.toISOString(),
    })
    .where(eq(users.id, id));

/**
 * The statement that gives a user a Discord account to sign in with, or with null takes it away. Breaks the index
 * `users_discord` when another user has it.
 */
export const setDiscordId = ({ db, now }: SystemContext, id: number, discordId: string | null) =>
  db.update(users).set({ discordId, avatar: null, updatedAt: now.toISOString() }).where(eq(users.id, id));

/** The statement that deletes a user, with their sessions. */
export const deleteUser = (db: Db, id: number) => db.delete(users).where(eq(users.id, id));

/** The statement that deletes those of some users who are no members; `ids` is the query of their ids. */
export const deleteUsersWithoutMember = ({ db }: SystemContext, ids: SQL): Statement =>
  db.run(sql`delete from ${users} where id in (${ids})
    and not exists (select 1 from members where user_id = ${users.id})`);

/** The statement that gives people of the guild a Discord sign-in and keeps their names true. */
export function upsertGuildUsers({ db, actor, now }: Context, people: string): Statement {
  const at = now.toISOString();
  return db.run(sql`insert into ${users} (organization_id, username, display_name, discord_id, avatar, created_at, updated_at)
      select ${actor.organizationId}, value ->> 'username', value ->> 'displayName', value ->> 'discordId',
        value ->> 'avatar', ${at}, ${at}
      from json_each(${people}) where true
      on conflict (organization_id, discord_id) do update set
        username = case when password_hash is null then excluded.username else users.username end,
        display_name = excluded.display_name, avatar = excluded.avatar, updated_at = excluded.updated_at
      where users.display_name <> excluded.display_name or users.avatar is not excluded.avatar
        or (users.password_hash is null and users.username <> excluded.username)`);
}
