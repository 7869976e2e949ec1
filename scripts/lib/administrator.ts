import { PASSWORD_MIN, registerInput, USERNAME_MIN } from "../../worker/features/auth/auth.schema.ts";
import { hashPassword, weaknessOf } from "../../worker/features/auth/passwords.ts";
import { signInNameOf } from "../../worker/features/users/sign-in-name.ts";
import { skeletonOf } from "../../worker/features/users/skeleton.ts";
import { takePlace } from "../../worker/lib/scrypt.ts";
import { Failure } from "./failure.ts";

export type NewAdministrator = { username: string; displayName: string; password: string };

/** @throws Failure with what is wrong with the username */
export function checkUsername(username: string): void {
  const { username: shape } = registerInput.shape;
  if (shape.safeParse(username).success) return;
  throw new Failure(
    `The username "${username}" is not right: it needs ${USERNAME_MIN} to 64 letters, digits, spaces, dots, hyphens or underscores.`,
  );
}

/** The least characters of a password in an organization that has just got its first administrator. */
const FIRST_PASSWORD_LENGTH = 8;

/** The rules for a new administrator's password. */
export type Rules = { isFirst: 0 | 1; least: number; organization: string };

const isFirstSql = `not exists (select 1 from members m join roles r on r.id = m.role_id where r.key = 'administrator'
  and m.organization_id = (select min(id) from organizations))`;
const settingSql = `(select setting_value from organization_settings
  where setting_key = 'password_length' and organization_id = o.id)`;

/** The query that answers `Rules` of the first organization. */
export const rulesSql = `select ${isFirstSql} as isFirst, o.name as organization,
  coalesce(${settingSql}, case when ${isFirstSql} then ${FIRST_PASSWORD_LENGTH} else ${PASSWORD_MIN} end) as least
  from organizations o order by o.id limit 1`;

/** @throws Failure with what is wrong with the password, without showing it */
export function checkPassword(
  password: string,
  names: readonly string[],
  { least, organization }: Rules,
): void {
  const { password: shape } = registerInput.shape;
  if (!shape.safeParse(password).success || [...password].length < least) {
    throw new Failure(`The password is too short or too long: it needs ${least} to 256 characters.`);
  }
  if (weaknessOf(password, [...names, organization])) {
    throw new Failure(
      "The password is too easy to guess: choose one that is not common, and not made of your name or the organization's.",
    );
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

export const findUsernameSql = (username: string) =>
  `select id from users where sign_in_name = ${quoted(signInNameOf(username))}`;

/**
 * Returns the statements that make an administrator of the first organization. They contain the password's hash,
 * never the password; they fail when the username has been taken meanwhile.
 */
export async function administratorSql(person: NewAdministrator): Promise<string[]> {
  const at = quoted(new Date().toISOString());
  const hash = quoted(await hashPassword(takePlace("known", "command line"), person.password));
  const [username, displayName] = [quoted(person.username), quoted(person.displayName)];
  const signInName = quoted(signInNameOf(person.username));
  const user = `(select id from users where password_hash = ${hash})`;
  const organization = "(select min(id) from organizations)";
  return [
    // An organization whose first administrator this is asks for longer passwords from now on, unless it has the setting.
    `insert into organization_settings (organization_id, setting_key, setting_value, updated_at, updated_by)
      select ${organization}, 'password_length', ${FIRST_PASSWORD_LENGTH}, ${at}, 'Command line'
      where ${isFirstSql} on conflict do nothing`,
    `insert into users (organization_id, username, sign_in_name, name_skeleton, display_name, password_hash, created_at, updated_at)
      values (${organization}, ${username}, ${signInName}, ${quoted(skeletonOf(person.username))}, ${displayName}, ${hash}, ${at}, ${at})`,
    `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
      select organization_id, ${user}, id, 'person', 'active', ${at}, ${at}
      from roles where key = 'administrator' and organization_id = ${organization}`,
    `insert into audit_log (organization_id, action, readers, actor_kind, actor_name, entity_id, entity_name, created_at)
      values (${organization}, 'user.added', 'admin.users', 'job', 'Command line', ${user}, ${displayName}, ${at})`,
  ];
}
