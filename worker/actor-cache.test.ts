import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { wish as addWish } from "./features/wishes/testing/wishes.factory.ts";
import { CACHE_SIZE, cacheSize, clearActorCache, findBy, Revalidation } from "./lib/http/actor-cache.ts";
import { personWith } from "./testing/little-app.ts";
import { type Caller, freshDatabase, person, raw, value } from "./testing/world.ts";

beforeEach(freshDatabase);
afterEach(clearActorCache);

const run = (text: string, ...values: unknown[]) =>
  raw.DB.prepare(text)
    .bind(...values)
    .run();

const ROLE = "(select role_id from members where id = ?)";

/** What may happen to a person between two of their requests, and its end. */
const CHANGES: Record<string, [sql: string, undo: string | null, of: "user" | "member"]> = {
  "their sessions end": ["delete from sessions where user_id = ?", null, "user"],
  "their session expires": [
    "update sessions set expires_at = '2000-01-01' where user_id = ?",
    "update sessions set expires_at = '2999-01-01' where user_id = ?",
    "user",
  ],
  "their role loses its permissions": [
    `update roles set permissions = replace(permissions, '.', '!'), version = version + 1 where id = ${ROLE}`,
    `update roles set permissions = replace(permissions, '!', '.'), version = version + 1 where id = ${ROLE}`,
    "member",
  ],
  "they get another role": [
    "update members set role_id = (select id from roles where key = 'member' and organization_id = 1) where id = ?",
    "update members set role_id = (select id from roles where key = 'administrator' and organization_id = 1) where id = ?",
    "member",
  ],
  "they leave": [
    "update members set status = 'inactive' where id = ?",
    "update members set status = 'active' where id = ?",
    "member",
  ],
  "their role asks for a second factor": [
    `update roles set requires_second_factor = 1, version = version + 1 where id = ${ROLE}`,
    `update roles set requires_second_factor = 0, version = version + 1 where id = ${ROLE}`,
    "member",
  ],
};

type Ask = (caller: Caller, wish: number) => ReturnType<Caller["call"]>;
const WISH = { title: "Laser timer", description: "Warn me.", priority: "low", category: "feature" };

/** Requests whose first round trip reads, writes, or is never made. */
const REQUESTS: Record<string, Ask> = {
  "a list": (caller) => caller.call("GET", "/api/prospects/1?limit=5"),
  "what nobody below an administrator may see": (caller) => caller.call("GET", "/api/audit/1?limit=5"),
  "a write": (caller) => caller.call("POST", "/api/wishes", { body: WISH }),
  "a write after a read": (caller, wish) => caller.call("POST", `/api/wishes/${wish}/vote`),
  "several lists at once": (caller) =>
    caller.call(
      "GET",
      `/api/batch?${["/api/prospects/1?limit=5", "/api/audit/1", "/api/user", "/api/members/1/assignable"].map((path) => `path=${encodeURIComponent(path)}`).join("&")}`,
    ),
  "wrong input": (caller) => caller.call("PATCH", "/api/user/language", { body: { language: "xx" } }),
};

/** The statuses of an answer and of its parts. */
const told = ({ status, text }: Awaited<ReturnType<Ask>>) => {
  const body = text ? JSON.parse(text) : null;
  const parts = Array.isArray(body) ? body.map((part) => part.status ?? 200) : [];
  return { status, code: status >= 400 ? (body as { code: string }).code : null, parts };
};

describe("the answer for a cached actor is that of an empty cache", () => {
  for (const [what, [sql, undo, of]] of Object.entries(CHANGES))
    it(`when ${what}`, async () => {
      for (const [name, ask] of Object.entries(REQUESTS)) {
        const caller = await person("officer");
        const wish = await addWish();
        const same = async (when: string) => {
          const written = () =>
            value("select (select count(*) from wishes) + (select count(*) from wish_votes)");
          const before = await written();
          const answer = told(await ask(caller, wish));
          if (answer.status >= 400) expect(await written(), `${name}, ${when}`).toBe(before);
          clearActorCache();
          expect(answer, `${name}, ${when}`).toEqual(told(await ask(caller, wish)));
          return answer;
        };
        const first = await same("at first");
        if (name.startsWith("a ")) expect(first.status, name).toBeLessThan(300);
        await run(sql, of === "user" ? caller.userId : caller.memberId);
        const second = await same("afterwards");
        if (sql.includes("sessions")) expect([second.status, second.code]).toEqual([401, "signed_out"]);
        if (!undo) continue;
        await run(undo, of === "user" ? caller.userId : caller.memberId);
        const third = await same("at last");
        if (sql.includes("sessions")) expect(third).toEqual(first);
      }
    });
});

it("a read waits for the database once, and an edit twice", async () => {
  const caller = await person("officer");
  const wish = await addWish();
  const tripsOf = async (ask: Ask) => {
    await caller.cached();
    return (await ask(caller, wish)).meter.trips;
  };
  const trips: Record<string, number> = {};
  for (const [name, ask] of Object.entries(REQUESTS)) trips[name] = await tripsOf(ask);
  expect(trips).toEqual({
    "a list": 1,
    "what nobody below an administrator may see": 1,
    "several lists at once": 1,
    "a write": 1,
    "a write after a read": 2,
    "wrong input": 1,
  });
});

it("calls no other service once the session has ended", async () => {
  const administrator = await (await person("administrator")).cached();
  await run("delete from sessions where user_id = ?", administrator.userId);
  const calls = vi.spyOn(globalThis, "fetch");
  expect((await administrator.fails("POST", "/api/discord/commands/1")).code).toBe("signed_out");
  expect(calls).not.toHaveBeenCalled();
  calls.mockRestore();
});

it("holds back a write beside the first round trip until the actor is fresh", async () => {
  const found = { actor: personWith(), revisions: {}, isDebugging: false, pause: null };
  const query = { key: "a", statement: { text: "", values: [] }, toFound: () => null };
  const revalidation = new Revalidation(query, { row: { userId: 7 }, found }, () => {});
  const client = { prepare: () => ({ bind: () => ({}) }), batch: async () => [] } as never;
  const answer = Promise.withResolvers<D1Result[]>();
  const trip = { client, isWrite: true, statements: [] };
  const first = revalidation.send({ ...trip, go: () => answer.promise });
  const second = vi.fn(async () => []);
  const both = Promise.allSettled([first, revalidation.send({ ...trip, go: second })]);
  await Promise.resolve();
  expect(second).not.toHaveBeenCalled();
  answer.resolve([{ results: [] } as never]);
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(second).not.toHaveBeenCalled();
});

it("caches at most CACHE_SIZE actors", async () => {
  const found = { actor: personWith(), revisions: {}, isDebugging: false, pause: null };
  const row = { prepare: () => ({ bind: () => ({ all: async () => ({ results: [{ userId: 7 }] }) }) }) };
  const statement = { text: "", values: [] };
  for (let at = 0; at < CACHE_SIZE + 5; at++)
    await findBy(row as never, { key: `${at}`, statement, toFound: () => found });
  expect(cacheSize()).toBe(CACHE_SIZE);
});
