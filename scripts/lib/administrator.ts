import { PASSWORD_MIN, registerInput, USERNAME_MIN } from "../../worker/features/auth/auth.schema.ts";
import { hashPassword, isGuessable } from "../../worker/features/auth/passwords.ts";
import { signInNameOf } from "../../worker/features/users/sign-in-name.ts";
import { skeletonOf } from "../../worker/features/users/skeleton.ts";
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

/** @throws Failure with what is wrong with the password, without showing it */
export function checkPassword(password: string, username: string): void {
  const { password: shape } = registerInput.shape;
  if (!shape.safeParse(password).success) {
    throw new Failure(`The password is too short or too long: it needs ${PASSWORD_MIN} to 256 characters.`);
  }
  if (isGuessable(password, username)) {
    throw new Failure(
      "The password is too easy to guess: choose one that is not common and not the username.",
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
  const hash = quoted(await hashPassword(person.password));
  const [username, displayName] = [quoted(person.username), quoted(person.displayName)];
  const signInName = quoted(signInNameOf(person.username));
  const user = `(select id from users where password_hash = ${hash})`;
  const organization = "(select min(id) from organizations)";
  return [
    `insert into users (organization_id, username, sign_in_name, name_skeleton, display_name, password_hash, created_at, updated_at)
      values (${organization}, ${username}, ${signInName}, ${quoted(skeletonOf(person.username))}, ${displayName}, ${hash}, ${at}, ${at})`,
    `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
      select organization_id, ${user}, id, 'person', 'active', ${at}, ${at}
      from roles where key = 'administrator' and organization_id = ${organization}`,
    `insert into audit_log (organization_id, action, readers, actor_kind, actor_name, entity_id, entity_name, created_at)
      values (${organization}, 'user.added', 'admin.users', 'job', 'Command line', ${user}, ${displayName}, ${at})`,
  ];
}
