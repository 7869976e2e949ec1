import { beforeEach, expect, it } from "vitest";
import { control, resetDiscord } from "../../testing/discord.ts";
import { historyOf } from "../../testing/pipeline.ts";
import { type Caller, person, prospect, raw, rows, value } from "../../testing/world.ts";
import type { Prospect } from "../prospects/prospects.schema.ts";
import type { SyncAnswer } from "./discord.schema.ts";
import { crmBot, mapRoles } from "./testing/discord.factory.ts";

let administrator: Caller;

beforeEach(async () => {
  await resetDiscord();
  administrator = await person("administrator");
  await crmBot();
});

const sync = () => administrator.ok<SyncAnswer>("POST", "/api/discord/sync-members/1");
const count = () => value<number>("select count(*) from prospects where status <> 'removed'");

type Found = { id: number; discord_id: string; display_name: string };
async function found(status = "intro"): Promise<Found> {
  const [first] = await rows<Found>(
    "select * from prospects where discord_id is not null and status = ? limit 1",
    status,
  );
  if (!first) throw new Error("the sync found nobody");
  return first;
}
const rename = (discordId: string, nick: string) => control("rename", { userId: discordId, nick });

it("adds no second prospect for a prospect who was linked to another person's Discord account", async () => {
  await sync();
  const other = await found();
  const id = await prospect({ display_name: "Mira Falk" });
  await administrator.ok("POST", `/api/prospects/${id}/merge`, { otherId: other.id });
  const before = await count();
  await rename(other.discord_id, "Renamed in Discord");
  await sync();
  expect(await count()).toBe(before);
  expect(await administrator.ok("GET", `/api/prospects/${id}/record`)).toMatchObject({
    discordId: other.discord_id,
    displayName: "Mira Falk",
  });
});

it("adds no second prospect for one whose Discord id was entered by hand before the sync", async () => {
  await sync();
  const { discord_id: discordId } = await found();
  await raw.DB.batch([
    raw.DB.prepare("delete from prospects where discord_id = ?").bind(discordId),
    raw.DB.prepare("delete from guild_members where discord_id = ?").bind(discordId),
    raw.DB.prepare("delete from users where discord_id = ?").bind(discordId),
  ]);
  const { id } = await administrator.ok<Prospect>("POST", "/api/prospects", {
    displayName: "Mira Falk",
    discordId,
  });
  await sync();
  const record = await administrator.ok<Prospect>("GET", `/api/prospects/${id}/record`);
  expect(record).toMatchObject({ displayName: "Mira Falk", discordStatus: "active" });
  expect(await rows("select id from users where discord_id = ?", discordId)).toEqual([{ id: record.userId }]);
});

it("keeps a name that was corrected here, and updates a name that was not", async () => {
  await sync();
  const [one, two] = await rows<Found>("select * from prospects where status = 'intro' order by id limit 2");
  if (!one || !two) throw new Error("the sync found nobody");
  await administrator.ok("PATCH", `/api/prospects/${one.id}`, { displayName: "Corrected" });
  await rename(one.discord_id, "New nick one");
  await rename(two.discord_id, "New nick two");
  await sync();
  const names = await rows(
    "select display_name from prospects where id in (?, ?) order by id",
    one.id,
    two.id,
  );
  expect(names).toEqual([{ display_name: "Corrected" }, { display_name: "New nick two" }]);
});

it("a sync does not bring a deleted prospect back, under another name or with a mapped role", async () => {
  await sync();
  const member = (await control<{ user: { id: string } }[]>("members?role=Crew")).at(-1);
  const id = await value<number>("select id from prospects where discord_id = ?", member?.user.id);
  await administrator.ok("DELETE", `/api/prospects/${id}`, { reason: "Asked us to" });
  const before = await count();
  await rename(member?.user.id ?? "", "Another name");
  await mapRoles(["Crew", "member"]);
  await sync();
  expect(await count()).toBe(before);
  expect(await rows("select status from prospects where id = ?", id)).toEqual([{ status: "removed" }]);
  expect((await historyOf(id)).map(({ action }) => action)).toEqual(["discord", "deleted"]);
});
