import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { MemberActor } from "../../lib/actor.ts";
import type { Context, SystemContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { newestNotices } from "../../lib/notify.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { signInNameOf } from "./sign-in-name.ts";
import { skeletonOf } from "./skeleton.ts";
import { users } from "./users.table.ts";

export const userIdByName = (username: string): SQL =>
  sql`(select id from ${users} where sign_in_name = ${signInNameOf(username)})`;

/** SQL condition: no other user has a different sign-in name that looks like this one; `userId` is null for a new user. */
export const isSignInNameUnlike = (userId: number | null, username: string): SQL =>
  sql`not exists (select 1 from ${users} where name_skeleton = ${skeletonOf(username)}
    and sign_in_name <> ${signInNameOf(username)} and id is not ${userId})`;

/** SQL condition: the user has a sign-in name already, or nobody has this or a look-alike name. */
export const isSignInNameFree = (userId: number, username: string): SQL =>
  sql`(exists (select 1 from ${users} where id = ${userId} and sign_in_name is not null)
    or (${isSignInNameUnlike(userId, username)} and not exists (
      select 1 from ${users} where sign_in_name = ${signInNameOf(username)})))`;

/** SQL condition: a user has this password, or none where the hash is null. */
export const hasPasswordHash = (userId: number, passwordHash: string | null): SQL =>
  sql`((select password_hash from ${users} where id = ${userId}) is ${passwordHash})`;

export const signInColumns = (username: string) => ({
  signInName: signInNameOf(username),
  nameSkeleton: skeletonOf(username),
});

/** The statement that adds a user. It violates the index `users_sign_in_name` when the sign-in name is taken. */
export const insertUser = (
  { db, now }: SystemContext,
  user: Omit<typeof users.$inferInsert, "createdAt" | "updatedAt">,
) => db.insert(users).values({ ...user, createdAt: now.toISOString(), updatedAt: now.toISOString() });

export const changeUserLanguage = ({ db, now }: SystemContext, id: number, language: Language) =>
  db.update(users).set({ language, updatedAt: now.toISOString() }).where(eq(users.id, id));

/** The statement that stores a first sign-in, and the verified e-mail address of a user who has none. */
export const noteSignIn = ({ db, now }: SystemContext, id: number, email: string | null = null) =>
  db.run(sql`update ${users} set signed_in_at = coalesce(signed_in_at, ${now.toISOString()}),
      email = coalesce(email, ${email}), updated_at = ${now.toISOString()}
    where id = ${id} and (signed_in_at is null or (email is null and ${email} is not null))`);

/** The statement that marks a user's notices up to one as read. It writes 2 rows, however many notices there are. */
export const markNoticesRead = (db: Db, { organizationId, userId }: MemberActor, upTo: number) => {
  const read = sql`(select max(id) from (${newestNotices(organizationId, userId)}) where id <= ${upTo})`;
  return db.run(sql`update ${users} set notices_read_to = ${read}
    where id = ${userId} and notices_read_to < ${read}`);
};

/**
 * The statement that gives a user a password, and their username as sign-in name if they had none, and forgets their devices.
 * It violates the index `users_sign_in_name` when the name is taken.
 */
export const setPassword = ({ db, now }: SystemContext, id: number, username: string, passwordHash: string) =>
  db.run(sql`update ${users} set password_hash = ${passwordHash},
      sign_in_name = coalesce(sign_in_name, ${signInNameOf(username)}),
      name_skeleton = iif(sign_in_name is null, ${skeletonOf(username)}, name_skeleton),
      devices_since = ${now.toISOString()}, updated_at = ${now.toISOString()}
    where id = ${id}`);

/** The statement that gives a user without a sign-in name a username and a password. */
export function setSignIn({ db, now }: SystemContext, id: number, username: string, passwordHash: string) {
  const at = now.toISOString();
  const set = { username, ...signInColumns(username), passwordHash, devicesSince: at, updatedAt: at };
  return db.update(users).set(set).where(eq(users.id, id));
}

/** The statement that forgets the devices of a user, who gets the notice of a new device when they sign in on one. */
export const forgetDevices = ({ db, now }: SystemContext, id: number) =>
  db.update(users).set({ devicesSince: now.toISOString() }).where(eq(users.id, id));

/** The statement that forgets a user's devices, and makes their password void until they set another. */
export const voidPassword = ({ db, now }: SystemContext, id: number) =>
  db.run(sql`update ${users} set password_hash = iif(password_hash is null, null, 'void'),
    devices_since = ${now.toISOString()} where id = ${id}`);

/** The statement that sets a user's Discord account, null for none. It violates the index `users_discord` if it is taken. */
export const setDiscordId = ({ db, now }: SystemContext, id: number, discordId: string | null) =>
  db.update(users).set({ discordId, avatar: null, updatedAt: now.toISOString() }).where(eq(users.id, id));

/** The statement that deletes a user, with their sessions. */
export const deleteUser = (db: Db, id: number) => db.delete(users).where(eq(users.id, id));

/** The statement that deletes users who are no members. @param ids a query of user ids */
export const deleteUsersWithoutMember = ({ db }: SystemContext, ids: SQL): Statement =>
  db.run(sql`delete from ${users} where id in (${ids})
    and not exists (select 1 from members where user_id = ${users.id})`);

/** The statement that adds people of the guild as users, and updates their names. @param people JSON */
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

/** Most users that get skeletons each day. */
const AT_ONCE = 1_000;

/** The statement that stores missing skeletons of names to sign in with; empty when none is missing. */
export async function fillSkeletons({ db }: SystemContext): Promise<Statement[]> {
  const rows = await db
    .select({ id: users.id, username: users.username, signInName: users.signInName })
    .from(users)
    .where(and(isNotNull(users.signInName), isNull(users.nameSkeleton)))
    .limit(AT_ONCE);
  if (rows.length === 0) return [];
  const found = rows.map(({ id, username, signInName }) => {
    const name = signInNameOf(username) === signInName ? username : (signInName ?? "");
    return { id, signInName, skeleton: skeletonOf(name) };
  });
  return [
    db.run(sql`update ${users} set name_skeleton = found.value ->> 'skeleton'
      from json_each(${JSON.stringify(found)}) found
      where users.id = found.value ->> 'id' and users.sign_in_name = found.value ->> 'signInName'
        and users.name_skeleton is null`),
  ];
}
