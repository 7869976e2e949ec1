import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, person, raw, value } from "../../testing/world.ts";
import type { Bot } from "./bots.schema.ts";
import { gateway, makeBot } from "./testing/bots.factory.ts";

let officer: Caller;
beforeEach(async () => {
  await gateway("reset");
  officer = await person("officer");
});

const set = (key: string, number: number) =>
  raw.DB.prepare(
    `insert into organization_settings (organization_id, setting_key, setting_value, updated_at) values (1, ?, ?, '')
     on conflict do update set setting_value = excluded.setting_value`,
  )
    .bind(key, number)
    .run();
const makeBots = async (count: number, values: Parameters<typeof makeBot>[0] = {}) => {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await makeBot(values));
  return ids;
};
const add = () => officer.call("POST", "/api/discord-bots", { body: { name: "Scout" } });
const start = (id: number | undefined) => officer.call("POST", `/api/discord-bots/${id}/start`);

describe("the number of bots", () => {
  it("ends at the setting's default of 20, also in parallel, with advice in both languages", async () => {
    await makeBots(18);
    const answers = await Promise.all([add(), add(), add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(await value("select count(*) from bots")).toBe(20);
    const refused = await officer.fails("POST", "/api/discord-bots", { name: "Scout" });
    expect(refused).toMatchObject({ code: "bots_full" });
    expect(refused.detail).toMatch(/^There are already 20 bots.*Delete one.*raise “Bots allowed”/);
    const danish = await officer.call("POST", "/api/discord-bots", {
      body: { name: "Scout" },
      headers: { "Accept-Language": "da" },
    });
    expect(JSON.parse(danish.text).detail).toMatch(/^Der er allerede 20 bots.*Slet en/);
  });

  it("follows the setting, and bots of another organization do not count", async () => {
    await raw.DB.prepare("insert into organizations (id, name, created_at) values (7, 'Other', '')").run();
    await makeBots(3, { organizationId: 7 });
    await set("bots_most", 1);
    expect([(await add()).status, (await add()).status]).toEqual([201, 409]);
    await set("bots_most", 2);
    expect((await add()).status).toBe(201);
  });

  it("hides none: a bot beyond the setting and beyond 200 is listed", async () => {
    await makeBots(201, { files: {} });
    const last = await makeBot({ status: "running", name: "Hidden" });
    const listed = await officer.ok<Bot[]>("GET", "/api/discord-bots/1");
    expect([listed.length, listed.at(-1)?.id]).toEqual([202, last]);
  });
});

describe("the number of running bots", () => {
  it("ends at the setting's default of 10, with advice", async () => {
    await makeBots(9, { status: "running" });
    const [first, second] = await makeBots(2);
    expect((await start(first)).status).toBe(200);
    const refused = await start(second);
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([409, "bots_running_full"]);
    expect(JSON.parse(refused.text).detail).toMatch(
      /^10 bots run already.*Stop one.*raise “Running at once”/,
    );
    expect(await value("select count(*) from bot_runs")).toBe(1);
  });

  it("holds for parallel starts, before the gateway has answered any", async () => {
    await set("bots_running_most", 2);
    const answers = await Promise.all((await makeBots(5)).map(start));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
    expect(await value("select count(*) from bots where status <> 'inactive'")).toBe(2);
  });

  it("lets a running bot restart, and one start after another was stopped", async () => {
    await set("bots_running_most", 1);
    const [first, second] = await makeBots(2);
    expect((await start(first)).status).toBe(200);
    expect((await officer.call("POST", `/api/discord-bots/${first}/restart`)).status).toBe(200);
    expect((await start(second)).status).toBe(409);
    await officer.ok("POST", `/api/discord-bots/${first}/stop`);
    await raw.DB.prepare("update bots set status = 'inactive'").run();
    expect((await start(second)).status).toBe(200);
  });
});
