import { type SQL, sql } from "drizzle-orm";
import type { ById, MemberContext, SessionContext, SystemContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import type { Env } from "../../lib/env.ts";
import type { AppError } from "../../lib/errors.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { editMember, holdersOf } from "../members/index.ts";
import { isSecondFactorAsked } from "../sessions/index.ts";
import { users } from "../users/index.ts";
import { holdsFactor } from "./recovery-codes.ts";
import { factorErrors } from "./second-factor.errors.ts";
import type { AssertionOptions, SecondFactors } from "./second-factor.schema.ts";
import { authenticators, challenges, passkeys, recoveryCodes } from "./second-factor.table.ts";
import { factorAudit, factorNotices } from "./second-factor.texts.ts";

/** Minutes for which a challenge can be answered. */
export const CHALLENGE_MINUTES = 5;
/** Most wrong passkeys and recovery codes in answer to one challenge. */
export const TRIES = 5;

export type Factors = {
  userId: number;
  hasPassword: 0 | 1;
  hasDiscord: 0 | 1;
  isRequired: 0 | 1;
  authenticatorSince: string | null;
  recoveryCodes: number;
  passkeys: Omit<typeof passkeys.$inferSelect, "userId" | "publicKey" | "counter">[];
};
/** The row that is read; `passkeys` is JSON. */
type Row = Omit<Factors, "passkeys"> & { passkeys: string };

/** The statement that reads the second factors of users `u` under a condition. */
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

export const toFactors = (row: Row): Factors => ({ ...row, passkeys: JSON.parse(row.passkeys) });

/** Whether a user has to pass a second step. */
export const hasFactor = ({ authenticatorSince, passkeys }: Factors): boolean =>
  authenticatorSince !== null || passkeys.length > 0;

export async function readFactors({ db, actor }: SessionContext): Promise<Factors> {
  const [row] = await selectFactors(db, sql`u.id = ${actor.userId}`);
  return toFactors(row as Row);
}

/** The caller's second factors, for themselves. */
export async function getSecondFactors(context: SessionContext): Promise<SecondFactors> {
  const factors = await readFactors(context);
  const blocked = factors.hasPassword ? null : "no_password";
  return { ...factors, blocked, isRequired: factors.isRequired === 1 };
}

/**
 * Removes the second factors of a member who lost them; they then sign in with the password alone. Notifies the member and
 * the other administrators.
 * @throws AppError second_factor_missing_of, as `editMember`
 */
export async function removeFactorsOfMember(context: MemberContext, { id }: ById): Promise<void> {
  const { db, actor } = context;
  const by = actor.name;
  await editMember(
    context,
    id,
    undefined,
    ({ userId, displayName: name }) => ({
      checkBefore: [guard(holdsFactor(userId), factorErrors.second_factor_missing_of({ name }))],
      audit: [],
      notices: [
        factorNotices.entry(userId, "second_factor_reset", { by }),
        factorNotices.entry(holdersOf(actor, "admin.system", userId), "second_factor_reset_of", { by, name }),
      ],
      writeAfter: [
        factorAudit.write(context, { action: "member.second_factor_removed", entity: { id, name } }),
        ...[authenticators, passkeys, recoveryCodes].map((table) =>
          db.run(sql`delete from ${table} where user_id = ${userId}`),
        ),
      ],
    }),
    { isUnanswered: true },
  );
}

/** The relying party id of the site, which its passkeys are bound to. */
export const rpIdOf = ({ APP_URL }: Env): string => new URL(APP_URL).hostname;

/** A user's passkeys by the ids that browsers use. */
export const credentialsOf = ({ passkeys: keys }: Factors) =>
  keys.map(({ credentialId: id, transports }) => ({ type: "public-key" as const, id, transports }));

/** The options for a browser to request a passkey of the user; null for a user without passkeys. */
export const assertionOptionsOf = (env: Env, challenge: string, factors: Factors): AssertionOptions | null =>
  factors.passkeys.length === 0
    ? null
    : {
        challenge,
        rpId: rpIdOf(env),
        allowCredentials: credentialsOf(factors),
        userVerification: "preferred",
        timeout: CHALLENGE_MINUTES * 60_000,
      };

/** The statement that stores a challenge, or replaces that of the same token. */
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

/** The steps that use up a challenge: of parallel answers one succeeds, the others end with the refusal. */
export const takeChallenge = (db: Db, tokenHash: string, refusal: AppError): (Guard | Statement)[] => [
  guard(sql`exists (select 1 from ${challenges} where token_hash = ${tokenHash})`, refusal),
  db.run(sql`delete from ${challenges} where token_hash = ${tokenHash}`),
];

export const deleteOldChallenges = ({ db, now }: SystemContext): Statement =>
  db.run(sql`delete from ${challenges} where expires_at <= ${now.toISOString()}`);
