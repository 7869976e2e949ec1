import { eq, sql } from "drizzle-orm";
import type { SessionContext } from "../../lib/context.ts";
import { AppError } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { takeOwnPlace } from "../../lib/scrypt.ts";
import { forgetGuildMember, guildMembers } from "../discord/index.ts";
import { endAccess } from "../members/index.ts";
import { setProspectDiscord } from "../prospects/index.ts";
import { entityOf, guardProven, guardSession } from "../sessions/index.ts";
import { hasPasswordHash, noteSignIn, setDiscordId, users } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import type { LinkDiscordInput, LinkOutcome } from "./auth.schema.ts";
import { authAudit, authNotices } from "./auth.texts.ts";
import { confirmed } from "./confirm.ts";
import { provePassword } from "./own-password.ts";
import { beginDiscordSignIn, identify } from "./sign-in-with-discord.ts";
import type { Visitor } from "./visitor.ts";

/** Errors for a session that has ended, or has no recent proof. */
const ENDED = ["signed_out", "reauthentication_required"];

/** The guard that the caller has this Discord account; null requires none. */
const guardLinked = ({ actor }: SessionContext, discordId: string | null) =>
  guard(
    sql`(select discord_id from ${users} where id = ${actor.userId}) is ${discordId}`,
    discordId === null ? authErrors.discord_present() : authErrors.discord_missing(),
  );

/**
 * Starts linking a Discord account as a way to sign in, which requires the password: a proof like that of `confirmIdentity`.
 * @returns the address at which Discord asks for consent, and the new token of the session
 * @throws AppError discord_present, line_full, as `provePassword`
 */
export async function beginLink(context: SessionContext, { password }: LinkDiscordInput, visitor: Visitor) {
  using place = takeOwnPlace(context.actor.userId);
  const { discordId, proven } = await provePassword(context, place, password, visitor);
  if (discordId !== null) throw authErrors.discord_present();
  const token = await confirmed(context, proven, "password");
  return { ...beginDiscordSignIn(context.env), token };
}

/** Links the Discord account to a caller with a recent proof and to their prospect, and notifies them. @throws as `identify` */
export async function finishLink(
  context: SessionContext,
  code: string,
  verifier: string,
): Promise<{ outcome: LinkOutcome }> {
  const { db, env, actor } = context;
  const person = await identify(env, code, verifier);
  if (person.error) return { outcome: "failed" };
  const { id: discordId, email } = person;
  const taken = authErrors.discord_taken();
  try {
    await write(
      db,
      [
        guardSession(context),
        guardProven(context),
        guardLinked(context, null),
        setDiscordId(context, actor.userId, discordId),
        setProspectDiscord(context, actor.userId, discordId),
        noteSignIn(context, actor.userId, email),
        authAudit.write(context, { action: "user.discord_linked", entity: entityOf(context) }),
        ...authNotices.write(context, actor.userId, "auth.discord_linked"),
      ],
      { discord: taken },
    );
    return { outcome: "linked" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error === taken) return { outcome: "taken" };
    return { outcome: ENDED.includes(error.code) ? "ended" : "failed" };
  }
}

/**
 * Unlinks the caller's Discord account and ends their other sessions. Refused without a password, and while they are in the
 * server: the member sync would add them a second time.
 * @throws AppError discord_missing, last_way_in, discord_synced
 */
export async function unlinkDiscord(context: SessionContext): Promise<void> {
  const { db, actor } = context;
  const { organizationId, userId } = actor;
  const [user] = await db.select({ discordId: users.discordId }).from(users).where(eq(users.id, userId));
  const discordId = user?.discordId ?? null;
  if (discordId === null) throw authErrors.discord_missing();
  const isInServer = sql`exists (select 1 from ${guildMembers}
    where organization_id = ${organizationId} and discord_id = ${discordId} and present = 1)`;
  await write(db, [
    guardLinked(context, discordId),
    guard(sql`not ${hasPasswordHash(userId, null)}`, authErrors.last_way_in()),
    guard(sql`not ${isInServer}`, authErrors.discord_synced()),
    setDiscordId(context, userId, null),
    setProspectDiscord(context, userId, null),
    forgetGuildMember(db, organizationId, discordId),
    ...endAccess(db, userId, actor.sessionId),
    authAudit.write(context, { action: "user.discord_unlinked", entity: entityOf(context) }),
    ...authNotices.write(context, userId, "auth.discord_unlinked"),
  ]);
}
