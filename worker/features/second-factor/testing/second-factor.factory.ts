import { Buffer } from "node:buffer";
import { scryptHash, scryptHashLike, takePlace } from "../../../lib/scrypt.ts";
import { encryptSecret } from "../../../lib/secrets.ts";
import {
  type Answer,
  type Caller,
  call,
  person,
  raw,
  rows,
  settings,
  value,
} from "../../../testing/world.ts";
import { givePassword, PASSWORD } from "../../auth/testing/auth.cases.ts";
import { secretPlace } from "../prove.ts";
import type { CreationOptions, NewRecoveryCodes, WaitingSignIn } from "../second-factor.schema.ts";
import { codeOf, newSecret, stepOf } from "../totp.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

const run = (sql: string, ...values: unknown[]) =>
  raw.DB.prepare(sql)
    .bind(...values)
    .run();

/** Adds a member Mona with PASSWORD; returns her with her username. */
export async function memberWithPassword() {
  const mona = await person("member", 1, "Mona");
  await givePassword(mona);
  return { mona, username: await value<string>("select username from users where id = ?", mona.userId) };
}

/** The kinds of a user's notices, the oldest first. */
export const noticesOf = async ({ userId }: Caller): Promise<string[]> =>
  (
    await rows<{ kind: string }>(
      "select kind from notices where user_id = ?1 or exists (select 1 from json_each(told) where value = ?1) order by id",
      userId,
    )
  ).map(({ kind }) => kind);

/** Adds an authenticator app of a user, confirmed or not; returns the function that makes its codes, by steps from now. */
export async function authenticator({ userId }: Caller, isConfirmed = true) {
  const plain = newSecret();
  const secret = await encryptSecret(settings().SECRETS_KEYS, plain.toString("base64"), secretPlace(userId));
  await run(
    "insert or replace into authenticators (user_id, secret, confirmed_at) values (?, ?, ?)",
    ...[userId, secret, isConfirmed ? new Date().toISOString() : null],
  );
  return (steps = 0) => codeOf(plain, stepOf(new Date()) + steps);
}

/** Adds a passkey of a user without a real key; returns its id. */
export async function passkey({ userId }: Caller, name = "Key"): Promise<number> {
  await run(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
     values (?, hex(randomblob(16)), 'key', 0, '[]', ?, ?)`,
    ...[userId, name, new Date().toISOString()],
  );
  const [row] = await rows<{ id: number }>("select max(id) as id from passkeys");
  return row?.id ?? 0;
}

/** Adds a recovery code of a user, with the salt of those that they have: the product looks for codes of one salt. */
export async function recoveryCode({ userId }: Caller, code = "ABCDEFGHIJKLMNOP"): Promise<string> {
  const stored = await value<string | null>(
    "select min(code_hash) from recovery_codes where user_id = ?",
    userId,
  );
  using place = takePlace("known", "tests");
  const hash = await (stored
    ? scryptHashLike(place, code, stored)
    : scryptHash(place, code, Buffer.alloc(16, userId), { N: 16, r: 1, p: 1 }));
  await run("insert into recovery_codes (user_id, code_hash) values (?, ?)", userId, hash);
  return code;
}

/** Ages the last proof of a user's identity by some minutes, in all their sessions. */
export const ageProofs = ({ userId }: Caller, minutes: number) => {
  const at = new Date(Date.now() - minutes * 60_000).toISOString();
  return run("update sessions set created_at = ?, verified_at = null where user_id = ?", at, userId);
};

/** Meaningless bytes, as browsers send them. */
export const someBytes = (count = 40): string => Buffer.alloc(count, 7).toString("base64url");

export const OWN = "/api/user/second-factor";

/** The status of an answer and the code of its problem. */
export const outcomeOf = ({ status, text }: Answer) => [status, text && JSON.parse(text).code];

/** The value of a cookie that an answer sets, null for none. */
export const cookieOf = ({ headers }: Answer, name: string): string | null =>
  new RegExp(`(?:^|[, ])${name}=([\\w.-]+)`).exec(headers.getSetCookie().join(", "))?.[1] ?? null;

/** The first step of signing in; `waiting` is the token of the second. @param device the cookie of a known device */
export async function firstStep(username: string, device?: string) {
  const headers = device ? { Cookie: `device=${device}` } : {};
  const answer = await call("POST", "/api/login", { body: { username, password: PASSWORD }, headers });
  const { secondFactor } = JSON.parse(answer.text) as WaitingSignIn;
  return { answer, secondFactor, waiting: cookieOf(answer, "waiting") ?? "" };
}

/** Answers the second step of signing in, with the cookie of the first step and, if given, of a known device. */
export const secondStep = (waiting: string, body: object, device?: string): Promise<Answer> => {
  const cookies = [`waiting=${waiting}`, ...(device ? [`device=${device}`] : [])];
  return call("POST", "/api/login/second-factor", { body, headers: { Cookie: cookies.join("; ") } });
};

/** Adds a passkey of a user as their browser would. */
export async function addPasskey(caller: Caller, name = "Key") {
  const key = await SoftwareAuthenticator.make(String(raw["APP_URL"]));
  const { challenge } = await caller.ok<CreationOptions>("POST", `${OWN}/passkeys/options`);
  const made = await caller.ok<NewRecoveryCodes>(
    "POST",
    `${OWN}/passkeys`,
    await key.register(challenge, name),
  );
  return { key, ...made };
}
