import { eq, sql } from "drizzle-orm";
import { isRecent } from "../../lib/actor.ts";
import type { SessionContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { type Guard, guard, write } from "../../lib/guard.ts";
import { takeOwnPlace } from "../../lib/scrypt.ts";
import { invalidField } from "../../lib/validation.ts";
import type { Confirmation, ConfirmInput, ConfirmOutcome } from "../second-factor/index.ts";
import { challengeOfSession, factorErrors, readFactors, takeChallenge } from "../second-factor/index.ts";
import { entityOf, renewSession } from "../sessions/index.ts";
import { users } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import { authAudit } from "./auth.texts.ts";
import { provePassword } from "./own-password.ts";
import { lookAtAnswer } from "./second-step.ts";
import { identify } from "./sign-in-with-discord.ts";
import type { Visitor } from "./visitor.ts";

/** Lists the ways in which the caller can confirm who they are, and tells whether they have done so recently. */
export async function getConfirmation(context: SessionContext): Promise<Confirmation> {
  const { hasPassword, hasDiscord, passkeys, authenticatorSince } = await readFactors(context);
  // Only a second step gives a session with withheld permissions these back.
  const needsFactor = context.actor.isHeldBack && (passkeys.length > 0 || authenticatorSince !== null);
  return {
    methods: [
      ...(hasPassword && !needsFactor ? (["password"] as const) : []),
      ...(passkeys.length > 0 ? (["passkey"] as const) : []),
      ...(authenticatorSince ? (["authenticator"] as const) : []),
      ...(hasDiscord && !needsFactor ? (["discord"] as const) : []),
    ],
    isRecent: isRecent(context.actor, context.now),
  };
}

type Method = Confirmation["methods"][number] | "recovery_code";

/**
 * Stores that the caller confirmed their identity, in one batch with the proof.
 * @returns the new token of their session: the former, which may be stolen, becomes invalid
 */
export async function confirmed(
  context: SessionContext,
  steps: readonly (Guard | Statement)[],
  method: Method,
): Promise<string> {
  const renewed = renewSession(context, method === "password" || method === "discord" ? undefined : method);
  await write(context.db, [
    ...steps,
    ...renewed.steps,
    authAudit.write(context, { action: "user.confirmed", entity: entityOf(context), details: { method } }),
  ]);
  return renewed.token;
}

/**
 * Confirms the caller's identity by the password, a code of their app or a passkey, for routes that ask for a recent proof.
 * @returns the new token of their session
 * @throws AppError wrong_code, passkey_refused, too_many_codes, line_full, as `provePassword`
 */
export async function confirmIdentity(
  context: SessionContext,
  input: ConfirmInput,
  visitor: Visitor,
): Promise<string> {
  const { db, actor, language } = context;
  const { password, code, passkey } = input;
  if (password !== undefined) {
    if (code !== undefined || passkey !== undefined) throw invalidField("password", language, "invalid");
    using place = takeOwnPlace(actor.userId);
    const { proven } = await provePassword(context, place, password, visitor);
    return await confirmed(context, proven, "password");
  }
  const asked = { userId: actor.userId, tokenHash: challengeOfSession("confirm", context) };
  const place = { from: `session:${actor.sessionId}` };
  const own = db.select({ id: users.id }).from(users).where(eq(users.id, actor.userId));
  const { prove } = await lookAtAnswer(context, asked, { code, passkey }, place, own);
  const { method, steps } = await prove();
  const used = passkey ? takeChallenge(db, asked.tokenHash, factorErrors.passkey_refused()) : [];
  return confirmed(context, [...used, ...steps], method);
}

/**
 * Confirms the caller's identity by their Discord account, which nobody can link without another proof.
 * @returns the outcome, with the session's new token.
 * @throws as `identify`
 */
export async function confirmWithDiscord(
  context: SessionContext,
  code: string,
  verifier: string,
): Promise<{ outcome: ConfirmOutcome; token?: string }> {
  const person = await identify(context.env, code, verifier);
  if (person.error) return { outcome: "failed" };
  const other = authErrors.discord_taken();
  const isTheirs = sql`(select discord_id from ${users} where id = ${context.actor.userId}) is ${person.id}`;
  try {
    return { outcome: "confirmed", token: await confirmed(context, [guard(isTheirs, other)], "discord") };
  } catch (error) {
    if (error === other) return { outcome: "other" };
    throw error;
  }
}
