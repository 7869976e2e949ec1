import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CALLERS } from "./testing/callers.ts";
import { accessOf, oneOfEach, ROUTES, type RouteCase, type Scene } from "./testing/routes.ts";
import { TAGGED } from "./testing/traversal.ts";
import { type Answer, type Caller, organization, person, raw } from "./testing/world.ts";

type Tagged = { each: RouteCase; path: string; tag: string; first: Answer };

const read = (caller: Caller, path: string, tag?: string) =>
  caller.call("GET", path, tag === undefined ? {} : { headers: { "If-None-Match": tag } });

/** Every route that answers an entity tag, as an administrator read it. */
async function readTagged(caller: Caller): Promise<Tagged[]> {
  const scene: Scene = { caller, role: "administrator", isForeign: false, officer: await person("officer") };
  const cases = ROUTES.filter(({ route }) => TAGGED.has(route));
  const paths: { each: RouteCase; path: string }[] = [];
  for (const each of cases) paths.push({ each, path: (await each.request(scene)).path });
  return readAgain(caller, paths);
}

/** The routes as they are read now. */
async function readAgain(caller: Caller, paths: readonly Pick<Tagged, "each" | "path">[]): Promise<Tagged[]> {
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

/** What takes something away from an administrator, or changes what they read; and what puts it back. */
const CHANGES: Record<string, (caller: Caller) => { make: Sql; undo: Sql }> = {
  "another role": ({ memberId }) => ({
    make: [`update members set role_id = (${roleOf("member")}) where id = ?`, memberId],
    undo: [`update members set role_id = (${roleOf("administrator")}) where id = ?`, memberId],
  }),
  "a role that lost its permissions": () => ({
    make: [
      `update roles set key = 'former', permissions = '[]', version = version + 1 where id = (${roleOf("administrator")})`,
    ],
    undo: ["update roles set key = 'administrator', version = version + 1 where key = 'former'"],
  }),
  "no active membership": ({ memberId }) => ({
    make: ["update members set status = 'inactive' where id = ?", memberId],
    undo: ["update members set status = 'active' where id = ?", memberId],
  }),
  "another language": ({ userId }) => ({
    make: ["update users set language = 'da' where id = ?", userId],
    undo: ["update users set language = null where id = ?", userId],
  }),
  "permissions held back": () => ({
    make: [
      `insert into organization_settings (organization_id, setting_key, setting_value, updated_at)
       values (1, 'require_second_factor', 1, '2026-01-01T00:00:00.000Z')`,
    ],
    undo: ["delete from organization_settings where setting_key = 'require_second_factor'"],
  }),
  "no session": ({ userId }) => ({
    make: ["update sessions set expires_at = '2026-01-01T00:00:00.000Z' where user_id = ?", userId],
    undo: ["update sessions set expires_at = '2099-01-01T00:00:00.000Z' where user_id = ?", userId],
  }),
};
type Sql = [sql: string, ...values: unknown[]];
const roleOf = (key: string) => `select id from roles where key = '${key}' and organization_id = 1`;
const run = ([sql, ...values]: Sql) =>
  raw.DB.prepare(sql)
    .bind(...values)
    .run();

describe("an entity tag", () => {
  // Some entity tags change with the minute.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("is not known to any other user, role or organization", async () => {
    const tagged = await readTagged(await person("administrator"));
    for (const [name, make] of Object.entries(CALLERS)) {
      // A tag names its user: one route of each rule shows it of those whom the route refuses for their rights.
      const isWhole = ["nobody", "administrator", "another organization's administrator"].includes(name);
      const some = isWhole ? tagged : oneOfEach(tagged, ({ each }) => accessOf(each));
      expect([name, await wrongFor((await make()).caller, some)]).toEqual([name, []]);
    }
    const elsewhere = await organization();
    const theirs = tagged.map((each) => ({
      ...each,
      path: each.path.replace(/\/1(?=\/|$)/, `/${elsewhere}`),
    }));
    expect(await wrongFor(await person("administrator", elsewhere), theirs)).toEqual([]);
  });

  it("is no longer known to its own user after a change of their permissions, session or language", async () => {
    const administrator = await person("administrator");
    // What a user may do is in all tags alike.
    let tagged = oneOfEach(await readTagged(administrator), ({ each }) => accessOf(each));
    for (const [what, change] of Object.entries(CHANGES)) {
      const { make, undo } = change(administrator);
      await run(make);
      expect([what, await wrongFor(administrator, tagged)]).toEqual([what, []]);
      await run(undo);
      tagged = await readAgain(administrator, tagged);
      expect(tagged.map(({ first }) => first.status)).toEqual(tagged.map(() => 200));
    }
  });

  it("is not known at any other address, nor with any part of it altered", async () => {
    const administrator = await person("administrator");
    const tagged = await readTagged(administrator);
    const tags = new Set(tagged.map(({ tag }) => tag));
    expect(tags.size).toBe(tagged.length);
    const wrong: unknown[] = [];
    // The tags of all routes are made alike, of as many parts as they depend on topics.
    const numbers = tagged.map((_, number) => number);
    const parted = new Set(oneOfEach(numbers, (number) => `${tagged[number]?.tag.split(".").length}`));
    for (const [number, { each, path, tag }] of tagged.entries()) {
      const absent = path.replace(/\/\d+(?=\/|$)/, "/999999");
      const others = [...(absent === path ? [] : [absent]), `${path}?limit=7`];
      for (const other of others) {
        const { status } = await read(administrator, other, tag);
        if (status === 304) wrong.push([each.route, other]);
      }
      if (!parted.has(number)) continue;
      const [, inside = ""] = /^W\/"(.*)"$/.exec(tag) ?? [];
      const altered = inside
        .split(".")
        .flatMap((part, at, parts) =>
          [`${part}0`, part.replace(/.$/, (last) => (last === "1" ? "2" : "1")), ""]
            .filter((other) => other !== part)
            .map((other) => `W/"${parts.with(at, other).join(".")}"`),
        );
      const spellings = ["*", inside, `"${inside}"`, `${tag}, ${tag}`, `w/"${inside}"`];
      for (const other of [...altered, ...spellings])
        if ((await read(administrator, path, other)).status === 304) wrong.push([each.route, tag, other]);
    }
    expect(wrong).toEqual([]);
  });
});
