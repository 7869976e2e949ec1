import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { API } from "./app.ts";
import { CALLERS } from "./testing/callers.ts";
import { ROUTES, type RouteCase, type Scene } from "./testing/routes.ts";
import { type Answer, type Caller, organization, person, raw } from "./testing/world.ts";

const TAGGED = new Set(API.filter(({ depends }) => depends.length > 0).map(({ name }) => name));

type Tagged = { each: RouteCase; path: string; tag: string; first: Answer };

const read = (caller: Caller, path: string, tag?: string) =>
  caller.call("GET", path, tag === undefined ? {} : { headers: { "If-None-Match": tag } });

/** Every route that answers an entity tag, as an administrator read it. */
async function readTagged(caller: Caller): Promise<Tagged[]> {
  const scene: Scene = { caller, role: "administrator", isForeign: false, officer: await person("officer") };
  const cases = ROUTES.filter(({ route }) => TAGGED.has(route));
  const paths: { each: RouteCase; path: string }[] = [];
  for (const each of cases) paths.push({ each, path: (await each.request(scene)).path });
  const tagged: Tagged[] = [];
  for (const { each, path } of paths) {
    const first = await read(caller, path);
    tagged.push({ each, path, tag: first.headers.get("ETag") ?? "", first });
  }
  return tagged;
}

/** The routes that tell a caller that an answer of another user or time is still theirs. */
async function wrongFor(caller: Caller, tagged: readonly Tagged[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { each, path, tag } of tagged)
    if ((await read(caller, path, tag)).status === 304) wrong.push(each.route);
  return wrong;
}

/** What takes something away from an administrator, or changes what they read. */
const CHANGES: Record<string, (caller: Caller) => [string, ...unknown[]]> = {
  "another role": ({ memberId }) => [
    "update members set role_id = (select id from roles where key = 'member' and organization_id = 1) where id = ?",
    memberId,
  ],
  "a role that lost its permissions": () => [
    "update roles set key = 'former', permissions = '[]', version = version + 1 where key = 'administrator' and organization_id = 1",
  ],
  "no active membership": ({ memberId }) => ["update members set status = 'inactive' where id = ?", memberId],
  "no session": ({ userId }) => ["delete from sessions where user_id = ?", userId],
  "another language": ({ userId }) => ["update users set language = 'da' where id = ?", userId],
  "permissions held back": () => [
    `insert into organization_settings (organization_id, setting_key, setting_value, updated_at)
     values (1, 'require_second_factor', 1, '2026-01-01T00:00:00.000Z')`,
  ],
};

describe("an entity tag", () => {
  // Some entity tags change with the minute.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("is of each route that depends on topics, and known to its own user at its own address", async () => {
    const administrator = await person("administrator");
    const tagged = await readTagged(administrator);
    expect(tagged.map(({ each }) => each.route).sort()).toEqual([...TAGGED].sort());
    for (const { path, tag, first } of tagged) {
      expect([path, first.status, tag]).toEqual([path, 200, expect.stringMatching(/^W\/"[^"\s]+"$/)]);
      const again = await read(administrator, path, tag);
      expect([path, again.status, again.text]).toEqual([path, 304, ""]);
    }
  });

  it("is not known to any other user, role or organization", async () => {
    const tagged = await readTagged(await person("administrator"));
    for (const [name, make] of Object.entries(CALLERS))
      expect([name, await wrongFor((await make()).caller, tagged)]).toEqual([name, []]);
    const elsewhere = await organization();
    const theirs = tagged.map((each) => ({
      ...each,
      path: each.path.replace(/\/1(?=\/|$)/, `/${elsewhere}`),
    }));
    expect(await wrongFor(await person("administrator", elsewhere), theirs)).toEqual([]);
  });

  for (const [what, change] of Object.entries(CHANGES))
    it(`is not known any more to its own user with ${what}`, async () => {
      const administrator = await person("administrator");
      const tagged = await readTagged(administrator);
      const [sql, ...values] = change(administrator);
      await raw.DB.prepare(sql)
        .bind(...values)
        .run();
      expect(await wrongFor(administrator, tagged)).toEqual([]);
    });

  it("is not known at any other address, nor with any part of it altered", async () => {
    const administrator = await person("administrator");
    const tagged = await readTagged(administrator);
    const tags = new Set(tagged.map(({ tag }) => tag));
    expect(tags.size).toBe(tagged.length);
    const wrong: unknown[] = [];
    for (const { each, path, tag } of tagged) {
      const absent = path.replace(/\/\d+(?=\/|$)/, "/999999");
      const others = [...(absent === path ? [] : [absent]), `${path}?limit=7`];
      for (const other of others) {
        const { status } = await read(administrator, other, tag);
        if (status === 304) wrong.push([each.route, other]);
      }
      const [, inside = ""] = /^W\/"(.*)"$/.exec(tag) ?? [];
      const altered = inside
        .split(".")
        .flatMap((part, at, parts) =>
          ["", `${part}0`, part.replace(/.$/, (last) => (last === "1" ? "2" : "1"))]
            .filter((other) => other !== part)
            .map((other) => `W/"${parts.with(at, other).join(".")}"`),
        );
      for (const other of [...altered, "*", inside, `"${inside}"`, `${tag}, ${tag}`, `w/"${inside}"`])
        if ((await read(administrator, path, other)).status === 304) wrong.push([each.route, tag, other]);
    }
    expect(wrong).toEqual([]);
  });
});
