import { describe, expect, it } from "vitest";
import { contract } from "./features/contracts/testing/contracts.factory.ts";
import { addTo, shipsPath, theirShip } from "./features/hangar/testing/hangar.factory.ts";
import { brokenBudgets, measureCosts } from "./testing/cost.ts";
import { type Caller, person, prospect, raw } from "./testing/world.ts";

it("every route keeps to its budget of round trips, rows read and rows written, at 100 and at 10,000 rows", async () => {
  expect(brokenBudgets(await measureCosts([100, 10_000]))).toEqual([]);
}, 120_000);

describe("asking again for what has not changed", () => {
  const again = (caller: Caller, path: string, tag: string) =>
    caller.call("GET", path, { headers: { "If-None-Match": tag } });
  const sql = (text: string) => async () => {
    await raw.DB.prepare(text).run();
  };
  const bot = sql(
    `insert into bots (organization_id, name, framework, status, auto_start, is_crm_bot, created_at, updated_at)
     values (1, 'Scout', 'discord.js', 'inactive', 0, 0, '', '')`,
  );
  const rename = sql("update users set display_name = 'Renamed', updated_at = updated_at");
  const renameRole = sql("update roles set name = name || '!', version = version + 1 where key = 'member'");
  const joins = () => person("recruiter");

  const POLLED: Record<string, Record<string, () => Promise<unknown>>> = {
    "/api/prospects/1": { "a new prospect": () => prospect() },
    "/api/prospects/1?stage=intro&limit=50": { "a new prospect": () => prospect() },
    "/api/prospects/1/by-status/intro": { "a new prospect": () => prospect() },
    "/api/prospects/1/counts": { "a new prospect": () => prospect() },
    "/api/prospects/1/team": { "a new member": joins, "a member's new name": rename },
    "/api/dashboard/stats/1": { "a new prospect": () => prospect(), "a new member": joins, "a new bot": bot },
    "/api/activities/1": {
      "something that happened": async () =>
        (await person("officer")).ok("POST", "/api/prospects", { displayName: "Nova Hale" }),
    },
    "/api/members/1": {
      "a new member": joins,
      "a member's new name": rename,
      "a role's new name": renameRole,
    },
    "/api/members/1/assignable": { "a new member": joins, "a member's new name": rename },
    "/api/discord-bots/1": { "a new bot": bot },
    "/api/contracts/1": {
      "a new contract": () => contract({ status: "posted" }),
      "a poster's new name": rename,
    },
    "/api/contracts/1/counts": { "a new contract": () => contract({ status: "posted" }) },
  };

  it("the own hangar costs one round trip and no body, until a hangar changes", async () => {
    const owner = await person("member");
    const path = shipsPath(owner);
    const tag = async () => (await owner.call("GET", path)).headers.get("ETag") ?? "";
    let before = await tag();
    expect((await again(owner, path, before)).meter.trips).toBe(1);
    for (const change of [
      async () => addTo(owner, await theirShip(owner)),
      sql("update hangar_ships set quantity = 2"),
      sql("delete from hangar_ships"),
    ]) {
      await change();
      expect((await again(owner, path, before)).status).toBe(200);
      before = await tag();
      expect((await again(owner, path, before)).status).toBe(304);
    }
  });

  for (const [path, changes] of Object.entries(POLLED)) {
    it(`${path} costs one round trip and no body, until it changes`, async () => {
      const officer = await person("officer");
      await prospect();
      const wrong: unknown[] = [];
      for (const [change, make] of Object.entries(changes)) {
        const first = await officer.call("GET", path);
        const tag = first.headers.get("ETag") ?? "";
        expect([first.status, tag]).toEqual([200, expect.stringMatching(/^W\/".+"$/)]);
        expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
        const second = await again(officer, path, tag);
        expect([second.status, second.text, second.meter.trips]).toEqual([304, "", 1]);
        expect(second.headers.get("ETag")).toBe(tag);
        await make();
        const third = await again(officer, path, tag);
        if (third.status !== 200) wrong.push(`${change}: still ${third.status}`);
      }
      expect(wrong).toEqual([]);
    });
  }

  it("gives each person a tag of their own, which a change of role or language ends", async () => {
    const [one, other] = [await person("officer"), await person("officer")];
    for (const path of Object.keys(POLLED)) {
      const [tag, theirs] = (await Promise.all([one, other].map((each) => each.call("GET", path)))).map(
        ({ headers }) => headers.get("ETag") ?? "",
      );
      expect(tag).not.toBe(theirs);
      expect((await again(other, path, tag ?? "")).status).toBe(200);
    }
    const path = "/api/discord-bots/1";
    const tag = async () => (await one.call("GET", path)).headers.get("ETag") ?? "";
    let before = await tag();
    for (const change of [
      sql(
        `update roles set permissions = json_insert(permissions, '$[#]', 'bots.write'), version = version + 1 where key = 'officer'`,
      ),
      sql(
        `update members set role_id = (select id from roles where key = 'crm_manager' and organization_id = 1)`,
      ),
      sql("update users set language = 'da'"),
    ]) {
      await change();
      expect((await again(one, path, before)).status).toBe(200);
      before = await tag();
    }
  });
});
