import { encryptSecret } from "../../../lib/secrets.ts";
import type { RouteRequest } from "../../../testing/cases.ts";
import { insert, nextNumber, raw, rows, settings, value } from "../../../testing/database.ts";
import { control, ownDiscord } from "../../../testing/discord.ts";
import { nobody, person } from "../../../testing/world.ts";

/** Inserts the organization's CRM bot, with the token that the emulated Discords accept. */
export async function crmBot(token = String(raw["TEST_BOT_TOKEN"])): Promise<void> {
  const at = new Date().toISOString();
  const sealed = await encryptSecret(settings().SECRETS_KEYS, token, {
    table: "bots",
    row: 1,
    column: "token",
  });
  await raw.DB.prepare(
    `insert into bots (id, organization_id, name, token, token_ending, framework, status, auto_start, is_crm_bot,
       created_at, updated_at) values (1, 1, 'CRM bot', ?, ?, 'discord.js', 'inactive', 0, 1, ?, ?)`,
  )
    .bind(sealed, token.slice(-4), at, at)
    .run();
}

/** Maps roles of the first Discord to roles of ours, by name and key; the first has the highest priority. */
export const mapRoles = (...pairs: [discordRole: string, key: string][]) =>
  mapRolesOf(ownDiscord(), ...pairs);

export const mapFourRoles = () =>
  mapRoles(
    ["Officer", "officer"],
    ["Recruiter", "recruiter"],
    ["Mentor", "onboarding_team"],
    ["Crew", "member"],
  );

/** `mapRoles` for another Discord. */
export async function mapRolesOf(
  base: string,
  ...pairs: [discordRole: string, key: string][]
): Promise<void> {
  const { roles } = await control<{ roles: { id: string; name: string }[] }>("state", undefined, base);
  for (const [at, [name, key]] of pairs.entries()) {
    const role = roles.find((each) => each.name === name);
    await raw.DB.prepare(
      `insert into discord_role_mappings (organization_id, role_id, discord_role_id, discord_role_name, priority)
       select 1, id, ?, ?, ? from roles where organization_id = 1 and key = ?`,
    )
      .bind(role?.id, name, (pairs.length - at) * 10, key)
      .run();
  }
}

/** A mapping of a Discord role that no Discord has to a role of ours. */
export async function mapping(key: string): Promise<{ id: number; discordRoleId: string }> {
  const discordRoleId = String(900_000_000_000_000_000n + BigInt(nextNumber()));
  const id = await insert("discord_role_mappings", {
    organization_id: 1,
    role_id: await value("select id from roles where organization_id = 1 and key = ?", key),
    discord_role_id: discordRoleId,
    discord_role_name: "Pilot 🚀",
    priority: 10,
  });
  return { id, discordRoleId };
}

/** Everything that a sync writes, without ids and times, to compare two ways of syncing. */
export async function syncedWorld(): Promise<Record<string, unknown[]>> {
  return {
    mirror: await rows(
      "select discord_id, username, display_name, avatar, roles, present from guild_members order by position",
    ),
    users: await rows(
      "select discord_id, username, display_name, avatar from users where discord_id is not null order by discord_id",
    ),
    members: await rows(
      `select u.discord_id, r.key, m.role_source, m.status from members m join users u on u.id = m.user_id
       join roles r on r.id = m.role_id order by u.discord_id, u.id`,
    ),
    prospects: await rows(
      `select p.discord_id, p.status, p.display_name, p.username, p.discord_status, p.user_id is not null as linked,
         (select json_group_array(action || coalesce(new_value, '')) from prospect_history where prospect_id = p.id) as history
       from prospects p order by p.discord_id`,
    ),
    activities: await rows(
      "select discord_id, activity_type from discord_activities order by discord_id, id",
    ),
    audit: await rows("select action, details from audit_log where action like 'discord.synced' order by id"),
    runs: await rows("select status, processed, added, updated, left, unchanged from sync_runs order by id"),
  };
}

/** Signs in a person whom a sync has seen, up to their consent; returns the request of Discord's redirect. */
export async function backFromDiscord(): Promise<RouteRequest> {
  const { user } = await control<{ user: { id: string } }>("join", {
    username: `vega.${crypto.randomUUID()}`,
  });
  const { userId } = await person("member");
  await raw.DB.batch([
    raw.DB.prepare("update users set discord_id = ? where id = ?").bind(user.id, userId),
    raw.DB.prepare(
      `insert into guild_members (organization_id, discord_id, username, display_name, roles, present, updated_at)
       values (1, ?, 'vega', 'Vega', '[]', 1, '')`,
    ).bind(user.id),
  ]);
  const { headers } = await nobody.call("GET", "/api/auth/discord");
  const asked = new URL(headers.get("Location") ?? "").searchParams;
  const { code } = await control<{ code: string }>("code", {
    userId: user.id,
    redirectUri: asked.get("redirect_uri"),
    scopes: asked.get("scope")?.split(" "),
    challenge: asked.get("code_challenge"),
  });
  return {
    path: `/api/auth/discord/callback?code=${code}&state=${asked.get("state")}`,
    headers: { Cookie: /grant=[^;]+/.exec(headers.getSetCookie().join())?.[0] ?? "" },
  };
}
