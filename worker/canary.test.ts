import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { askedOfGateway, fromGateway, gateway, TOKEN } from "./features/bots/testing/bots.factory.ts";
import { recordRun } from "./features/health/index.ts";
import { prospect } from "./features/prospects/prospects.schema.ts";
import { prospects } from "./features/prospects/prospects.table.ts";
import { openDb } from "./lib/db/client.ts";
import { pageOf } from "./lib/http/answers.ts";
import type { App } from "./lib/http/app.ts";
import { onAnswerFault } from "./lib/named.ts";
import { control } from "./testing/discord.ts";
import { everythingStored } from "./testing/inspect.ts";
import {
  type Answer,
  backgroundDone,
  type Caller,
  call,
  manyProspects,
  nobody,
  person,
  raw,
  rows,
  settings,
} from "./testing/world.ts";

const LEVELS = ["log", "info", "warn", "error", "debug"] as const;
let printed: unknown[][];
let administrator: Caller;

beforeEach(async () => {
  await control("failures/clear", {});
  printed = [];
  for (const level of LEVELS) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      printed.push(words.map((word) => (word instanceof Error ? `${word.message} ${word.stack}` : word)));
    });
  }
  administrator = await person("administrator");
});
afterEach(() => {
  vi.restoreAllMocks();
});

const PLANTED = ["planted.canary-one-aaaaaaaaaaaaaaaaaaaa", "planted.canary-two-bbbbbbbbbbbbbbbbbbbb"];
const PASSWORD = "planted-canary-password";

it("no answer, no table and no log contains a secret", async () => {
  const answers: Answer[] = [];
  const [one, two] = PLANTED;
  const say = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await administrator.call(method, path, { body, headers });
    answers.push(answer);
    return answer;
  };
  // Secrets are sent to every route that takes them, also in requests that are refused.
  const made = await say("POST", "/api/discord-bots", { name: "Scout", token: one });
  const { id } = JSON.parse(made.text) as { id: number };
  await say("PATCH", `/api/discord-bots/${id}/token`, { token: two, version: 1 });
  await say("PATCH", `/api/discord-bots/${id}/token`, { token: one, version: 1 });
  await say("PATCH", `/api/discord-bots/${id}/token`, { token: `${one} !` });
  await say("POST", "/api/discord-bots", { name: "Scout", token: [one], framework: two, clientId: one });
  await say("POST", "/api/discord-bots", `{"token":"${one}"`);
  // The gateway receives the token and returns it in every kind of failure.
  await gateway("reset");
  const run = `/api/discord-bots/${id}/`;
  for (const status of [400, 401, 404, 409, 500, 503]) {
    const body = { code: "internal", detail: one, token: one };
    await gateway("script", { path: "*", mode: "status", status, body });
    await say("POST", `${run}start`);
  }
  await gateway("script", { path: "*", mode: "body", body: { token: one } });
  await say("POST", `${run}restart`);
  await gateway("script", { path: "*", mode: "status", status: 500, body: one });
  await say("GET", "/api/discord-bots/1/gateway");
  await say("PATCH", `${run}auto-start`, { autoStart: true });
  await gateway("script", { path: `POST /bots/${id}/start`, mode: "drop" });
  answers.push(await fromGateway("auto-start", { instance: "instance-of-tests" }));
  await say("POST", `${run}start`);
  await say("POST", `${run}command/syncmembers`);
  await say("GET", `${run}logs`);
  await say("POST", `${run}stop`);
  const orders = (await askedOfGateway()).filter(({ body }) => body["token"] === two);
  expect(orders.length).toBeGreaterThan(8);
  answers.push(
    await nobody.call("POST", "/api/register", { body: { username: "vega.rook", password: PASSWORD } }),
  );
  answers.push(
    await nobody.call("POST", "/api/register", { body: { username: "vega.rook", password: PASSWORD } }),
  );
  const login = await nobody.call("POST", "/api/login", {
    body: { username: "vega.rook", password: PASSWORD },
  });
  answers.push(
    login,
    await nobody.call("POST", "/api/login", { body: { username: "vega", password: `${PASSWORD}!` } }),
  );
  answers.push(
    await nobody.call("POST", "/api/login", { body: { username: "vega", password: { PASSWORD } } }),
  );

  // Discord refuses the planted token, is down, and answers with it.
  await say("POST", "/api/discord/sync-members/1");
  await control("fail", { path: "/guilds", mode: "status", status: 503, times: 3 });
  await say("POST", "/api/discord/sync-members/1");
  await call("GET", "/api/auth/discord/callback?code=planted.code&state=a", {
    headers: { Cookie: "grant=a.planted.verifier" },
  });

  // Where what was stored is shown; `traversal.test.ts` searches the answers of all routes.
  for (const path of ["discord-bots/1", "audit/1", "activities/1", "security-log/1", "users/1"])
    await say("GET", `/api/${path}`);
  const backup = (await say("GET", "/api/backup/export")).text;
  answers.pop();
  // The database fails while writing and while reading.
  const stored = await everythingStored();
  await raw.DB.batch(["audit_log", "bots"].map((table) => raw.DB.prepare(`drop table ${table}`)));
  await say("POST", "/api/discord-bots", { name: "Scout", token: one });
  await say("GET", "/api/discord-bots/1");
  await nobody.call("POST", "/api/login", { body: { username: "vega.rook", password: PASSWORD } });
  expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(12);
  expect(answers.filter(({ status }) => status >= 500).length).toBeGreaterThanOrEqual(4);

  const log = JSON.stringify(printed);
  expect(log).toContain("no such table");
  const hashes = await rows<{ password_hash: string | null }>(
    "select password_hash from users where password_hash is not null",
  );
  const sessions = await rows<{ token_hash: string }>("select token_hash from sessions");
  const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
  const tokens = [
    administrator.token ?? "",
    ...cookies.flatMap((cookie) => /^session=([\w-]{43})/.exec(cookie)?.[1] ?? []),
  ];
  const { SECRETS_KEYS, DISCORD_CLIENT_SECRET } = settings();
  const neverAnywhere = [
    ...PLANTED,
    TOKEN,
    settings().BOT_GATEWAY_SECRET ?? "",
    PASSWORD,
    "planted.verifier",
    ...tokens,
    DISCORD_CLIENT_SECRET,
    SECRETS_KEYS.split(":")[1] ?? "",
  ];
  const neverOutside = [
    ...hashes.map((row) => row.password_hash ?? ""),
    ...sessions.map((row) => row.token_hash),
    "v1:tests:",
  ];
  expect(await rows("select username from users where password_hash is not null")).toEqual([
    { username: "vega.rook" },
  ]);
  expect(tokens.length).toBeGreaterThanOrEqual(3);

  const sent = answers.map(
    ({ text, headers }) => text + JSON.stringify([...headers].filter(([name]) => name !== "set-cookie")),
  );
  const leaks = [
    ...neverAnywhere.filter((secret) => stored.includes(secret)).map((secret) => `stored: ${secret}`),
    ...neverAnywhere.filter((secret) => backup.includes(secret)).map((secret) => `in a backup: ${secret}`),
    ...sessions.filter((row) => backup.includes(row.token_hash)).map(() => "in a backup: a session"),
    ...[...neverAnywhere, ...neverOutside].flatMap((secret) => [
      ...(log.includes(secret) ? [`logged: ${secret}`] : []),
      ...(sent.some((text) => text.includes(secret)) ? [`answered: ${secret}`] : []),
    ]),
  ];
  expect(leaks).toEqual([]);
  // Checks that the search would find them.
  expect(stored).toContain("v1:tests:");
  expect(stored).toContain(hashes[0]?.password_hash);
  expect(backup).toContain("v1:tests:");
});

it("background failures are logged with their reason, and without the values of the statement", async () => {
  const planted = "planted-value-of-a-statement";
  await raw.DB.prepare("update sessions set last_seen_at = '2020-01-01T00:00:00.000Z'").run();
  await raw.DB.exec(
    "create trigger no_sessions before update on sessions begin select raise(abort, 'no sessions today'); end",
  );
  expect((await administrator.call("GET", "/api/user")).status).toBe(200);
  const { db } = openDb(raw.DB, "first-primary");
  const context = { db, env: settings(), now: new Date(), language: "en" } as const;
  for (const job of ["select", "update"] as const)
    await recordRun(context, job, 1, async () => {
      const missing = sql`select 1 from not_there where name = ${planted}`;
      await (job === "select" ? db.all(missing) : db.update(prospects).set({ notes: sql`(${missing})` }));
      return { outcome: "done" };
    });
  await backgroundDone();
  const log = JSON.stringify(printed);
  expect(log).toContain("no sessions today");
  expect(log.split("no such table: not_there")).toHaveLength(3);
  for (const word of [planted, "params", "last_seen_at"]) expect(log).not.toContain(word);
});

it("an answer made of whole table rows contains only what its schema names", async () => {
  onAnswerFault(null);
  await manyProspects(3, [administrator.memberId]);
  const stored = await openDb(raw.DB, "first-primary").db.select().from(prospects);
  const careless = new Hono<App>().get("*", (c) =>
    pageOf(prospect).respond(c, { items: stored as never, next: null }),
  );
  const answered = (await (await careless.request("/")).json()) as object[];
  expect(stored.every((row) => "position" in row)).toBe(true);
  expect(answered).toHaveLength(3);
  const unnamed = answered.flatMap((each) => Object.keys(each)).filter((key) => !(key in prospect.shape));
  expect(unnamed).toEqual([]);
});
