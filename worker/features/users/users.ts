import { eq, type SQL, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { signInNameOf } from "./sign-in-name.ts";
import { users } from "./users.table.ts";

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

/** The statement that saves a user's language. */
export const setLanguage = ({ db, now }: UserContext, userId: number, language: Language) =>
  db.update(users).set({ language, updatedAt: now.toISOString() }).where(eq(users.id, userId));
