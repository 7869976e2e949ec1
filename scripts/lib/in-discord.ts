import { randomBytes } from "node:crypto";
import { hashToken, newToken, sessionIdOf } from "../../worker/features/sessions/token.ts";
import { insertRows } from "./database.ts";
import type { LocalDatabase } from "./local-worker.ts";
import { DEMO_DISCORD } from "./settings.ts";

/** A user with the token of a session, who is in the organization's Discord server. */
export type InDiscord = { token: string; discordId: string };

/** Adds officers to a new organization, the first with the user id 1; their Discord server is the emulated one. */
export async function addOfficers(database: LocalDatabase, count: number): Promise<InDiscord[]> {
  const at = new Date().toISOString();
  const people = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    token: newToken(),
    discordId: `12000000000000${String(index + 1).padStart(5, "0")}`,
  }));
  const shared = { organization_id: 1, updated_at: at };
  const role = await database.prepare("select id from roles where key = 'officer'").first<number>("id");
  await database.batch([
    insertRows(
      database,
      "users",
      people.map(({ id, discordId }) => ({
        ...{ id, username: `officer${id}`, display_name: `Officer ${id}`, discord_id: discordId },
        ...{ ...shared, created_at: at },
      })),
    ),
    insertRows(
      database,
      "members",
      people.map(({ id }) => ({
        ...{ user_id: id, role_id: role, role_source: "person", status: "active", joined_at: at },
        ...shared,
      })),
    ),
    insertRows(
      database,
      "sessions",
      people.map(({ id, token }) => ({
        ...{ id: sessionIdOf(token), user_id: id, token_hash: hashToken(token), method: "password" },
        ...{ created_at: at, last_seen_at: at, expires_at: "2999-01-01" },
      })),
    ),
    insertRows(
      database,
      "guild_members",
      people.map(({ id, discordId }) => ({
        ...{ discord_id: discordId, username: `officer${id}`, display_name: `Officer ${id}` },
        ...{ ...shared, roles: "[]", present: 1 },
      })),
    ),
  ]);
  return people;
}

let sent = 0;

/** The body of an interaction as Discord sends it from the organization's server; each has an id of its own. */
export function interactionOf({ discordId }: InDiscord, interaction: object): string {
  sent += 1;
  return JSON.stringify({
    ...{
      id: `1250000000000${String(sent).padStart(6, "0")}`,
      application_id: DEMO_DISCORD.DISCORD_CLIENT_ID,
    },
    ...{ token: randomBytes(16).toString("hex"), version: 1, locale: "en-GB", context: 0, entitlements: [] },
    ...{ guild_id: DEMO_DISCORD.DISCORD_GUILD_ID, channel_id: "1250000000000000001" },
    ...{ authorizing_integration_owners: { 0: DEMO_DISCORD.DISCORD_GUILD_ID } },
    member: { user: { id: discordId, username: "officer", global_name: null }, roles: [] },
    ...interaction,
  });
}

/** A command that a person types, for `interactionOf`. */
export const typed = (name: string) => ({ type: 2, data: { id: "1", name, type: 1, options: [] } });

/**
 * The headers of a signed request of Discord.
 * @param sign signs a text, in hexadecimal
 * @param seconds by how much the signer's clock is ahead
 */
export function signedHeaders(
  body: string,
  sign: (text: string) => string,
  seconds = 0,
): Record<string, string> {
  const time = String(Math.floor(Date.now() / 1_000) + seconds);
  return {
    "Content-Type": "application/json",
    "X-Signature-Ed25519": sign(time + body),
    "X-Signature-Timestamp": time,
  };
}
