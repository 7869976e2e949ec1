import { beforeEach, describe, expect, it } from "vitest";
import { control, resetDiscord } from "../../../testing/discord.ts";
import { backgroundDone, type Caller, person, raw, rows, value } from "../../../testing/world.ts";
import { crmBot, mapFourRoles } from "../testing/discord.factory.ts";
import { WAYS } from "../testing/ways.ts";
import type { RolePreview, RoleSyncAnswer } from "./roles.schema.ts";

type Member = { user: { id: string; bot?: boolean }; roles: string[] };

let administrator: Caller;
beforeEach(async () => {
  await resetDiscord();
  administrator = await person("administrator");
  await crmBot();
  await mapFourRoles();
  await raw.DB.prepare(
    "update discord_role_mappings set gives_in_discord = 1 where discord_role_name in ('Recruiter', 'Crew')",
  ).run();
  await ask();
});

async function ask(options: object = {}): Promise<RoleSyncAnswer> {
  const answer = await administrator.ok<RoleSyncAnswer>("POST", "/api/discord/sync-roles/1", options);
  await backgroundDone();
  return answer;
}
const preview = () => administrator.ok<RolePreview>("GET", "/api/discord/role-preview/1");
const holders = (role: string) => control<Member[]>(`members?role=${role}`);
const keyOf = (discordId: string | undefined) =>
  value<string | undefined>(
    `select r.key from members m join users u on u.id = m.user_id join roles r on r.id = m.role_id
     where u.discord_id = ?`,
    discordId,
  );

/** The people of the first sync, without the one who gains a role. */
let known: string[];

/** Everything that a sync can take: roles, memberships, sessions and presence here, mappings, and roles in Discord. */
const givenRoles = async () => ({
  roles: await rows(
    `select u.discord_id, r.key, m.status, m.in_discord, m.role_source from members m join users u on u.id = m.user_id
     join roles r on r.id = m.role_id where u.discord_id in (select value from json_each(?)) order by 1`,
    JSON.stringify(known),
  ),
  present: await rows("select discord_id from guild_members where present order by 1"),
  left: await rows("select id from prospects where discord_status = 'left'"),
  sessions: await rows("select id from sessions order by 1"),
  mappings: await rows("select id, discord_role_id from discord_role_mappings order by 1"),
  removed: await rows("select discord_role_id from retired_mappings order by 1"),
  waiting: await rows("select discord_id from discord_role_updates order by 1"),
  inDiscord: (await control<Member[]>("members")).map(({ user, roles }) => [user.id, roles]),
});
/** Makes losses of every kind, for more people than a sync accepts unconfirmed, and one gain; returns who gains. */
async function prepare(): Promise<string | undefined> {
  const gone = (await holders("Recruit")).slice(0, 10);
  for (const { user } of gone) {
    await raw.DB.prepare(
      `insert into sessions (user_id, token_hash, method, created_at, last_seen_at, expires_at)
       select id, discord_id, 'discord', '2026-01-01', '2026-01-01', '2099-01-01' from users where discord_id = ?`,
    )
      .bind(user.id)
      .run();
    await control("leave", { userId: user.id });
  }
  const [officer] = await holders("Officer");
  await control("member-roles/remove", { userId: officer?.user.id, role: "Officer" });
  await control("roles/delete", { role: "Mentor" });
  const recruiterId = await value<number>("select id from roles where key = 'recruiter'");
  await administrator.ok("PUT", `/api/discord/role-mappings/1/${recruiterId}`, { discordRoleIds: [] });
  const [guest] = (await holders("Guest")).filter(({ roles }) => roles.length === 1);
  await control("member-roles/add", { userId: guest?.user.id, role: "Officer" });
  const others = await rows<{ discord_id: string }>(
    "select discord_id from users where discord_id <> ?",
    guest?.user.id,
  );
  known = others.map(({ discord_id: id }) => id);
  await control("requests/clear", {});
  return guest?.user.id;
}
const taken = async () =>
  (await control<{ method: string }[]>("requests")).filter(({ method }) => method === "DELETE");

describe("a sync that only gives takes nothing, in Discord or here, and still gives", () => {
  it.each([
    ...Object.entries(WAYS).map(
      ([way, sync]) => [`begun by ${way} with more losses than it may take`, sync] as const,
    ),
    [
      "asked for by an administrator, even with the losses confirmed",
      async () => ask({ givesOnly: true, confirm: (await preview()).fingerprint }),
    ] as const,
    ["asked for with what another preview showed", () => ask({ confirm: "0".repeat(64) })] as const,
    [
      "continued after one that only gave",
      async () => {
        await raw.DB.prepare(
          `insert into sync_runs (organization_id, status, fence, cursor, processed, added, updated, left, unchanged,
             started_by, started_at, lease_until, mode)
           values (1, 'failed', 1, '0', 0, 0, 0, 0, 0, '', ?, '', 'give')`,
        )
          .bind(new Date().toISOString())
          .run();
        expect(await ask()).toMatchObject({ resumed: true });
      },
    ] as const,
  ])("%s", async (_, sync) => {
    const gains = await prepare();
    const before = await givenRoles();
    await sync(administrator);
    expect(await givenRoles()).toEqual(before);
    expect(await taken()).toEqual([]);
    expect(await keyOf(gains)).toBe("officer");
    // Checks that the losses were possible: a confirmed sync takes each kind.
    const { fingerprint, groups } = await preview();
    const kinds = groups.filter(({ isLoss }) => isLoss).map(({ reason }) => reason.kind);
    expect([...new Set(kinds)].sort()).toEqual(["deleted", "left", "lost", "unmapped"]);
    await ask({ confirm: fingerprint });
    const after = await givenRoles();
    for (const part of ["roles", "present", "left", "sessions", "mappings"] as const)
      expect([part, after[part]]).not.toEqual([part, before[part]]);
    expect((await taken()).length).toBeGreaterThan(0);
  });
});
