import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addTo, shipsPath, theirShip } from "./features/hangar/testing/hangar.factory.ts";
import { brokenBudgets, measureCosts } from "./testing/cost.ts";
import { byStatement, type Changes, type CostFile } from "./testing/costing.ts";
import { filesOf } from "./testing/found.ts";
import { type Caller, person, prospect } from "./testing/world.ts";

it("every route keeps to its budget of round trips, rows read and rows written, at 100 and at 10,000 rows", async () => {
  const costs = await measureCosts([100, 10_000]);
  expect(costs.routes).not.toEqual([]);
  expect(brokenBudgets(costs)).toEqual([]);
});

describe("an unchanged answer", () => {
  // Some entity tags change with the minute.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  const again = (caller: Caller, path: string, tag: string) =>
    caller.call("GET", path, { headers: { "If-None-Match": tag } });
  const POLLED: Record<string, Changes> = Object.assign(
    {},
    ...filesOf(import.meta.glob<CostFile>("./features/*/testing/*.cost.ts", { eager: true })).map(
      ({ polled }) => polled,
    ),
  );

  it("about the caller's own hangar costs one round trip and is 304 without a body, until a hangar changes", async () => {
    const owner = await person("member");
    const path = shipsPath(owner);
    const tag = async () => (await owner.call("GET", path)).headers.get("ETag") ?? "";
    let before = await tag();
    expect((await again(owner, path, before)).meter.trips).toBe(1);
    for (const change of [
      async () => addTo(owner, await theirShip(owner)),
      byStatement("update hangar_ships set quantity = 2"),
      byStatement("delete from hangar_ships"),
    ]) {
      await change();
      expect((await again(owner, path, before)).status).toBe(200);
      before = await tag();
      expect((await again(owner, path, before)).status).toBe(304);
    }
  });

  for (const [path, changes] of Object.entries(POLLED)) {
    it(`of ${path} costs one round trip and no body, until it changes`, async () => {
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

  it("has a tag that belongs to one user, and that a change of role or language replaces", async () => {
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
      byStatement(
        `update roles set permissions = json_insert(permissions, '$[#]', 'bots.write'), version = version + 1 where key = 'officer'`,
      ),
      byStatement(
        `update members set role_id = (select id from roles where key = 'crm_manager' and organization_id = 1)`,
      ),
      byStatement("update users set language = 'da'"),
    ]) {
      await change();
      expect((await again(one, path, before)).status).toBe(200);
      before = await tag();
    }
  });
});
