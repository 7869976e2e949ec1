import { type SQL, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import type { Place } from "../../lib/scrypt.ts";
import { FIRST_NAME } from "../organization/index.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { organizations, settingNumber } from "../settings/index.ts";
import { users } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import { hashPassword, weaknessOf } from "./passwords.ts";

/** The rules for a new password: its least length, and, as JSON, the names that it must not contain. */
type PasswordRules = { least: number; names: string };

/** The statement that reads the rules for a user's new password; `userId` is null for a new user. */
export const selectPasswordRules = (db: Db, organizationId: SQL, userId: SQL = sql`null`) =>
  db.all<PasswordRules>(sql`select ${settingNumber(sql`o.id`, "password_length")} as least,
      json_array(o.name, u.username, u.display_name, u.sign_in_name, r.handle) as names
    from ${organizations} o
    left join ${users} u on u.id = ${userId}
    left join ${rsiAccounts} r on r.user_id = u.id
    where o.id = ${organizationId}`);

/**
 * Hashes a new password that meets the rules; every way of setting one calls it.
 * @param names further names that it must not contain
 * @throws AppError password_too_short, weak_password, password_of_names
 */
export function hashNewPassword(
  { language }: Pick<SystemContext, "language">,
  place: Place,
  password: string,
  rules: PasswordRules | undefined,
  ...names: (string | null | undefined)[]
): Promise<string> {
  const least = rules?.least ?? 0;
  const at = (error: ReturnType<typeof authErrors.weak_password>) => {
    error.extra.errors = { password: [error.text(language)] };
    return error;
  };
  if ([...password].length < least) throw at(authErrors.password_too_short({ least }));
  const known: (string | null)[] = JSON.parse(rules?.names ?? "[]");
  const weakness = weaknessOf(password, [FIRST_NAME, ...known, ...names]);
  if (weakness === "common") throw at(authErrors.weak_password());
  if (weakness === "name") throw at(authErrors.password_of_names());
  return hashPassword(place, password);
}
