import { beforeEach, expect, it } from "vitest";
import { actorWithoutSession } from "../../lib/actor.ts";
import { openDb } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { control, resetDiscord } from "../../testing/discord.ts";
import { type Caller, person, raw, rows, settings, value } from "../../testing/world.ts";
import { crmBot, mapRoles } from "../discord/testing/discord.factory.ts";
import { recordActivities, type SeenActivity } from "../prospects/index.ts";
import { changeGuildRoles } from "./membership.ts";

const DISCORD_ID = "200000000000000001";
let member: Caller;
beforeEach(async () => {
  member = await person("member");
  await raw.DB.prepare("update users set discord_id = ? where id = ?").bind(DISCORD_ID, member.userId).run();
});

const see = (type: SeenActivity["type"], timestamp: string, discordId = DISCORD_ID) => {
  const { db } = openDb(raw.DB, undefined);
  const seen = { organizationId: 1, discordId, username: "", type, details: "online", timestamp };
  return write(db, recordActivities({ db, now: new Date() }, [seen]));
};
const storedOf = async () =>
  (await rows("select last_seen_at, in_discord, version from members where id = ?", member.memberId))[0];
const revision = () => value<number>("select topics ->> 'members' from revisions where organization_id = 1");

it("stores when a member was seen, at most every five minutes, without a new version or revision", async () => {
  const before = await revision();
  await see("presence", "2026-11-01T10:00:00.000Z");
  await see("voice_join", "2026-11-01T10:04:59.000Z");
  expect(await storedOf()).toMatchObject({ last_seen_at: "2026-11-01T10:00:00.000Z", version: 1 });
  await see("voice_move", "2026-11-01T10:06:00.000Z");
  await see("presence", "2026-11-01T09:00:00.000Z");
  await see("presence", "2026-11-01T11:00:00.000Z", "200000000000000002");
  expect(await storedOf()).toMatchObject({ last_seen_at: "2026-11-01T10:06:00.000Z", version: 1 });
  expect(await revision()).toBe(before);
});

it("stores who joins the server and who leaves it", async () => {
  await see("server_join", "2026-11-01T10:00:00.000Z");
  expect(await storedOf()).toMatchObject({ in_discord: 1 });
  await see("server_leave", "2026-11-01T10:01:00.000Z");
  expect(await storedOf()).toMatchObject({ in_discord: 0 });
});

it("keeps a role that changed after the sync read it", async () => {
  const { db } = openDb(raw.DB, undefined);
  const roleId = (key: string) =>
    value<number>("select id from roles where organization_id = 1 and key = ?", key);
  const actor = actorWithoutSession("job", 1, "Sync");
  const sync = async (previousRole: string) =>
    write(
      db,
      changeGuildRoles(
        { db, env: settings(), now: new Date(), language: "en", actor },
        JSON.stringify([
          {
            discordId: DISCORD_ID,
            roleId: await roleId("officer"),
            previousRoleId: await roleId(previousRole),
            because: "Staff",
          },
        ]),
      ),
    );
  const roleOf = () =>
    value("select key from roles join members on role_id = roles.id where members.id = ?", member.memberId);
  const entries = () =>
    rows(
      "select previous_value, new_value, because from member_history where member_id = ?",
      member.memberId,
    );
  await sync("recruiter");
  expect(await roleOf()).toBe("member");
  expect(await entries()).toEqual([]);
  await sync("member");
  expect(await roleOf()).toBe("officer");
  expect(await entries()).toEqual([{ previous_value: "Member", new_value: "Officer", because: "Staff" }]);
});

it("follows the sync: members it makes, roles it changes and people who leave, each in the history", async () => {
  await resetDiscord();
  await crmBot();
  await mapRoles(["Officer", "officer"], ["Crew", "member"]);
  const administrator = await person("administrator", 1, "Ada");
  await administrator.ok("POST", "/api/discord/sync-members/1");
  const made = await rows<{ id: number; discord_id: string; name: string }>(
    `select members.id, users.discord_id, roles.name from members join users on users.id = members.user_id
     join roles on roles.id = role_id where role_source = 'discord' and in_discord = 1 order by members.id`,
  );
  expect(made.length).toBeGreaterThan(0);
  expect(
    await rows(
      "select member_id as id, new_value as name, performed_by, because from member_history where action = 'joined' order by 1",
    ),
  ).toEqual(
    made.map(({ id, name }) => {
      const because = name === "Officer" ? "Officer" : "Crew";
      return { id, name, performed_by: "Ada", because };
    }),
  );
  const [first] = made;
  await control("leave", { userId: first?.discord_id });
  await administrator.ok("POST", "/api/discord/sync-members/1");
  expect(await value("select in_discord from members where id = ?", first?.id)).toBe(0);
});
