import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../lib/db/client.ts";
import type { Id } from "../../../lib/record-kind.ts";
import { users } from "../../users/index.ts";
import { prospects } from "../prospects.table.ts";
import type { SignIn } from "./corrections.schema.ts";

/** The statement that reads how a prospect signs in. */
export const selectSignIn = (db: Db, id: Id | SQL) =>
  db
    .select({
      hasDiscord: sql<boolean>`${users.discordId} is not null`.mapWith(Boolean),
      hasPassword: sql<boolean>`${users.passwordHash} is not null`.mapWith(Boolean),
    })
    .from(prospects)
    .innerJoin(users, eq(users.id, prospects.userId))
    .where(sql`${prospects.id} = ${id}`);

type Found = Awaited<ReturnType<typeof selectSignIn>>;

export function toSignIn([user]: Found): SignIn {
  if (!user) return [];
  return [
    ...(user.hasDiscord ? ["discord" as const] : []),
    ...(user.hasPassword ? ["password" as const] : []),
  ];
}
