import { and, eq, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { AppError } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { forgetGuildMember, guildMembers } from "../discord/index.ts";
import { endAccess } from "../members/index.ts";
import { setProspectDiscord } from "../prospects/index.ts";
import { stillSignedIn } from "../sessions/index.ts";
import { noteSignIn, setDiscordId, users } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import type { LinkOutcome } from "./auth.schema.ts";
import { authAudit, authNotices } from "./auth.texts.ts";
import { provePassword } from "./own-password.ts";
import { beginDiscordSignIn, type Grant, identify } from "./sign-in-with-discord.ts";
import type { Visitor } from "./visitor.ts";

const entityOf = ({ actor }: UserContext) => ({ id: actor.userId, name: actor.name });

/** The guard that the caller has no Discord account, or the one that was looked at. */
const stillLinked = ({ actor }: UserContext, discordId: string | null) =>
  guard(
    sql`(select discord_id from ${users} where id = ${actor.userId}) is ${discordId}`,
    discordId === null ? authErrors.discord_present() : authErrors.discord_missing(),
  );

/**
 * Begins to link a Discord account: a new way in takes the password.
 * @returns where the browser asks Discord. @throws AppError discord_present, as `provePassword`
 */
export async function beginLink(
  context: UserContext,
  password: string,
  visitor: Visitor,
): Promise<{ url: URL; grant: Grant }> {
  const { db, env } = context;
  const { discordId, proven } = await provePassword(context, password, visitor);
  if (discordId !== null) throw authErrors.discord_present();
  await write(db, proven);
  return beginDiscordSignIn(env);
}

/** Links the Discord account that has consented to the caller, and to their prospect; they are told. @throws as `identify` says */
export async function finishLink(context: UserContext, code: string, verifier: string): Promise<LinkOutcome> {
  const { db, env, actor } = context;
  const person = await identify(env, code, verifier);
  if (person.error) return "failed";
  const { id: discordId, email } = person;
  const taken = authErrors.discord_taken();
  try {
    await write(
      db,
      [
        stillSignedIn(context),
        stillLinked(context, null),
        setDiscordId(context, actor.userId, discordId),
        setProspectDiscord(context, actor.userId, discordId),
        noteSignIn(context, actor.userId, email),
        authAudit.write(context, { action: "user.discord_linked", entity: entityOf(context) }),
        authNotices.write(context, actor.userId, "auth.discord_linked"),
      ],
      { discord: taken },
    );
    return "linked";
  } catch (error) {
    if (error === taken) return "taken";
    if (error instanceof AppError && error.code === "signed_out") return "ended";
    if (error instanceof AppError) return "failed";
    throw error;
  }
}

/**
 * Takes the caller's Discord account away. Not while it is their only way in, nor while they are in the server: the
 * member sync knows them by it and would add them a second time. Their other sessions end.
 * @throws AppError discord_missing, last_way_in, discord_synced
 */
export async function unlinkDiscord(context: UserContext): Promise<void> {
  const { db, actor } = context;
  const { organizationId, userId } = actor;
  const [user] = await db
    .select({ discordId: users.discordId, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  const discordId = user?.discordId ?? null;
  if (discordId === null) throw authErrors.discord_missing();
  const inServer = and(
    eq(guildMembers.organizationId, organizationId),
    eq(guildMembers.discordId, discordId),
    eq(guildMembers.present, true),
  );
  await write(db, [
    stillLinked(context, discordId),
    guard(
      sql`exists (select 1 from ${users} where id = ${userId} and password_hash is not null)`,
      authErrors.last_way_in(),
    ),
    guard(sql`not exists (select 1 from ${guildMembers} where ${inServer})`, authErrors.discord_synced()),
    setDiscordId(context, userId, null),
    setProspectDiscord(context, userId, null),
    forgetGuildMember(db, organizationId, discordId),
    ...endAccess(db, userId, actor.sessionId),
    authAudit.write(context, { action: "user.discord_unlinked", entity: entityOf(context) }),
    authNotices.write(context, userId, "auth.discord_unlinked"),
  ]);
}
