import { eq, sql } from "drizzle-orm";
import { isRecent } from "../../lib/actor.ts";
import type { UserContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { type Guard, guard, write } from "../../lib/guard.ts";
import { invalidField } from "../../lib/validation.ts";
import {
  type Confirmation,
  type ConfirmInput,
  type ConfirmOutcome,
  challengeOfSession,
  factorErrors,
  lookAt,
  readFactors,
  takeChallenge,
} from "../second-factor/index.ts";
import { markProven } from "../sessions/index.ts";
import { users } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import { authAudit } from "./auth.texts.ts";
import { provePassword } from "./own-password.ts";
import { identify } from "./sign-in-with-discord.ts";
import type { Visitor } from "./visitor.ts";

/** The ways in which the caller can confirm who they are, and whether they have to. */
export async function getConfirmation(context: UserContext): Promise<Confirmation> {
  const { hasPassword, hasDiscord, passkeys, authenticatorSince } = await readFactors(context);
  return {
    methods: [
      ...(hasPassword ? (["password"] as const) : []),
      ...(passkeys.length > 0 ? (["passkey"] as const) : []),
      ...(authenticatorSince ? (["authenticator"] as const) : []),
      ...(hasDiscord ? (["discord"] as const) : []),
    ],
    isRecent: isRecent(context.actor, context.now),
  };
}

/** Writes that the caller has proved who they are, in this session. */
const confirmed = (context: UserContext, steps: readonly (Guard | Statement)[], method: string) =>
  write(context.db, [
    ...steps,
    markProven(context),
    authAudit.write(context, {
      action: "user.confirmed",
      entity: { id: context.actor.userId, name: context.actor.name },
      details: { method },
    }),
  ]);

/**
 * Confirms who the caller is, for what takes a recent proof (see `recent`): by the password, a code of their app or a passkey.
 * @throws AppError wrong_code, passkey_refused, too_many_codes, as `provePassword`
 */
export async function confirmIdentity(
  context: UserContext,
  { password, code, passkey }: ConfirmInput,
  visitor: Visitor,
): Promise<void> {
  const { db, actor, language } = context;
  if (password !== undefined) {
    if (code !== undefined || passkey !== undefined) throw invalidField("password", language, "invalid");
    const { proven } = await provePassword(context, password, visitor);
    await confirmed(context, proven, "password");
    return;
  }
  const tokenHash = challengeOfSession("confirm", context);
  const of = { userId: actor.userId, tokenHash };
  const own = db.select({ id: users.id }).from(users).where(eq(users.id, actor.userId));
  const { prove } = await lookAt(context, of, { code, passkey }, own);
  const { method, steps } = await prove();
  await confirmed(
    context,
    [...(passkey ? takeChallenge(db, tokenHash, factorErrors.passkey_refused()) : []), ...steps],
    method,
  );
}

/** Confirms who the caller is by the Discord account that has consented: it has to be theirs. @throws OutgoingError */
export async function confirmWithDiscord(
  context: UserContext,
  code: string,
  verifier: string,
): Promise<ConfirmOutcome> {
  const person = await identify(context.env, code, verifier);
  if (person.error) return "failed";
  const other = authErrors.discord_taken();
  const isTheirs = sql`(select discord_id from ${users} where id = ${context.actor.userId}) is ${person.id}`;
  try {
    await confirmed(context, [guard(isTheirs, other)], "discord");
    return "confirmed";
  } catch (error) {
    if (error === other) return "other";
    throw error;
  }
}
