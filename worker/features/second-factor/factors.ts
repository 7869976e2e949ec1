import { type SQL, sql } from "drizzle-orm";
import type { SystemContext, UserContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import type { Env } from "../../lib/env.ts";
import type { AppError } from "../../lib/errors.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { isSecondFactorAsked } from "../sessions/index.ts";
import { users } from "../users/index.ts";
import type { AssertionOptions, SecondFactors } from "./second-factor.schema.ts";
import { authenticators, challenges, passkeys, recoveryCodes } from "./second-factor.table.ts";

/** Minutes that a challenge can be answered. */
export const CHALLENGE_MINUTES = 5;
/** Wrong answers to one challenge, and wrong codes of a user within some minutes, however many sign-ins they are for. */
export const TRIES = 5;

type Row = {
  userId: number;
  hasPassword: 0 | 1;
  hasDiscord: 0 | 1;
  isRequired: 0 | 1;
  authenticatorSince: string | null;
  recoveryCodes: number;
  /** JSON. */
  passkeys: string;
};

type Passkey = {
  id: number;
  credentialId: string;
  transports: string[];
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
};

/** The second factors of a user. */
export type Factors = Omit<Row, "passkeys"> & { passkeys: Passkey[] };

/** The statement that reads the second factors of the user `u` whom the condition names. */
export const selectFactors = (db: Db, which: SQL) =>
  db.all<Row>(sql`select u.id as userId, u.password_hash is not null as hasPassword,
      u.discord_id is not null as hasDiscord, ${isSecondFactorAsked(sql`u.organization_id`, sql`r`)} as isRequired,
      (select confirmed_at from ${authenticators} where user_id = u.id) as authenticatorSince,
      (select count(*) from ${recoveryCodes} where user_id = u.id) as recoveryCodes,
      (select json_group_array(json_object('id', id, 'credentialId', credential_id, 'transports', json(transports),
          'name', name, 'createdAt', created_at, 'lastUsedAt', last_used_at))
        from (select * from ${passkeys} where user_id = u.id order by id)) as passkeys
    from ${users} u
    left join members m on m.user_id = u.id and m.status = 'active'
    left join roles r on r.id = m.role_id
    where ${which}`);

export const toFactors = (row: Row): Factors => ({
  ...row,
  passkeys: JSON.parse(row.passkeys) as Passkey[],
});

/** Whether a user is asked for a second step. */
export const hasFactor = ({ authenticatorSince, passkeys }: Factors): boolean =>
  authenticatorSince !== null || passkeys.length > 0;

/** Reads the caller's second factors. */
export async function readFactors({ db, actor }: UserContext): Promise<Factors> {
  const [row] = await selectFactors(db, sql`u.id = ${actor.userId}`);
  return toFactors(row as Row);
}

/** The caller's second factors, as they see them. */
export async function getSecondFactors(context: UserContext): Promise<SecondFactors> {
  const { hasPassword, isRequired, passkeys, authenticatorSince, recoveryCodes } = await readFactors(context);
  return {
    authenticatorSince,
    recoveryCodes,
    blocked: hasPassword ? null : "no_password",
    isRequired: isRequired === 1,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
  };
}

/** The name by which passkeys know the site. */
export const rpIdOf = ({ APP_URL }: Env): string => new URL(APP_URL).hostname;

/** What a browser asks the user's passkeys with. */
export const assertionOptionsOf = (
  env: Env,
  challenge: string,
  { passkeys }: Factors,
): AssertionOptions | null =>
  passkeys.length === 0
    ? null
    : {
        challenge,
        rpId: rpIdOf(env),
        allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({
          type: "public-key",
          id,
          transports,
        })),
        userVerification: "preferred",
        timeout: CHALLENGE_MINUTES * 60_000,
      };

/** The statement that stores a challenge; one that has the token already is replaced. */
export function insertChallenge(
  { db, now }: SystemContext,
  values: Pick<typeof challenges.$inferInsert, "tokenHash" | "userId" | "purpose" | "challenge">,
): Statement {
  const set = { challenge: values.challenge, attempts: 0, expiresAt: hoursFrom(now, CHALLENGE_MINUTES / 60) };
  return db
    .insert(challenges)
    .values({ ...values, ...set })
    .onConflictDoUpdate({ target: challenges.tokenHash, set });
}

/** The steps that use up a challenge: only one of several answers to it gets through, the others end with the refusal. */
export const takeChallenge = (db: Db, tokenHash: string, refusal: AppError): (Guard | Statement)[] => [
  guard(sql`exists (select 1 from ${challenges} where token_hash = ${tokenHash})`, refusal),
  db.run(sql`delete from ${challenges} where token_hash = ${tokenHash}`),
];

/** The statement that deletes challenges that can be answered no more. */
export const deleteOldChallenges = ({ db, now }: SystemContext): Statement =>
  db.run(sql`delete from ${challenges} where expires_at <= ${now.toISOString()}`);
