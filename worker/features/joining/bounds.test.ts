import { expect, it } from "vitest";
import { stopClock } from "../../testing/clock.ts";
import { backgroundDone, type Caller, call, person, raw, rows, value } from "../../testing/world.ts";
import { hashToken, newToken, sessionIdOf } from "../sessions/index.ts";
import type { Admission, OwnAdmission } from "./joining.schema.ts";
import { ANSWERS, openDoor, setRule, stranger } from "./testing/joining.factory.ts";

stopClock();

const OWN = "/api/admissions/own";
const BODY = { answers: ANSWERS, version: 0 };
const read = (caller: Caller) => caller.ok<OwnAdmission>("GET", OWN);

/** Creates signed-in strangers at once; returns the tokens of their sessions. */
async function strangers(count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, newToken);
  const rowsOf = tokens.map((token, at) => ({ at, id: sessionIdOf(token), hash: hashToken(token) }));
  const json = JSON.stringify(rowsOf);
  await raw.DB.batch([
    raw.DB.prepare(
      `insert into users (id, organization_id, username, display_name, discord_id, created_at, updated_at)
       select 1000 + (value ->> 'at'), 1, 's' || (value ->> 'at'), 'S' || (value ->> 'at'), printf('4%017d', value ->> 'at'), '', ''
       from json_each(?)`,
    ).bind(json),
    raw.DB.prepare(
      `insert into sessions (id, user_id, token_hash, method, created_at, last_seen_at, expires_at)
       select value ->> 'id', 1000 + (value ->> 'at'), value ->> 'hash', 'discord', ?2, ?2, ?3 from json_each(?1)`,
    ).bind(json, new Date().toISOString(), new Date(Date.now() + 86_400_000).toISOString()),
  ]);
  return tokens;
}

it("takes of 1,000 applications in an hour from 50 networks ten of each, nobody's twice, and none beyond the day's most", async () => {
  await openDoor();
  await setRule("applications_a_day", 2_000);
  const tokens = await strangers(1_000);
  const counted = new Map<string, number>();
  const send = async (token: string, at: number) => {
    const headers = { "CF-Connecting-IP": `203.0.113.${at % 50}` };
    const {
      status,
      text,
      headers: answered,
    } = await call("POST", `${OWN}/send`, { body: BODY, token, headers });
    const outcome = status === 200 ? "sent" : (JSON.parse(text) as { code: string }).code;
    if (status === 429) expect(Number(answered.get("Retry-After"))).toBeGreaterThan(0);
    counted.set(outcome, (counted.get(outcome) ?? 0) + 1);
  };
  for (let from = 0; from < tokens.length; from += 20)
    await Promise.all(tokens.slice(from, from + 20).map((token, at) => send(token, from + at)));
  await backgroundDone();
  expect([counted.get("sent"), counted.get("applications_network")]).toEqual([500, 500]);
  expect(
    await rows("select count(*) as all_of_them, count(distinct user_id) as people from prospects"),
  ).toEqual([{ all_of_them: 500, people: 500 }]);
  expect(
    await rows("select status, count(*) as count from admissions group by status order by status"),
  ).toEqual([
    { status: "draft", count: 500 },
    { status: "sent", count: 500 },
  ]);
  expect(await value("select max(count) from attempts where key like 'application:%'")).toBe(10);
  expect(await value("select count(distinct number_of_day) from admissions where status = 'sent'")).toBe(500);
  await setRule("applications_a_day", 500);
  const late = await stranger();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect((await read(late)).unmet).toEqual([{ kind: "day_full", day: tomorrow }]);
  expect((await late.fails("POST", `${OWN}/send`, BODY)).code).toBe("applications_full");
  expect((await read(late)).admission).toMatchObject({ status: "draft", answers: ANSWERS });
}, 240_000);

it("keeps what was typed where a network sent ten in an hour, and takes it from another network", async () => {
  await openDoor();
  const from = (caller: Caller, address: string) =>
    caller.call("POST", `${OWN}/send`, { body: BODY, headers: { "CF-Connecting-IP": address } });
  for (let sent = 0; sent < 10; sent++)
    expect((await from(await stranger(), "198.51.100.7")).status).toBe(200);
  const caller = await stranger();
  const refused = await from(caller, "198.51.100.7");
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, "applications_network"]);
  expect((await read(caller)).admission).toMatchObject({ status: "draft", version: 1, answers: ANSWERS });
  const again = { ...BODY, version: 1 };
  const other = { body: again, headers: { "CF-Connecting-IP": "198.51.100.8" } };
  expect((await caller.call("POST", `${OWN}/send`, other)).status).toBe(200);
});

it("names what keeps somebody from sending, and takes the application once it no longer does", async () => {
  await openDoor();
  const caller = await stranger();
  const born = new Date(Date.now() - 5 * 86_400_000);
  const young = ((BigInt(born.getTime()) - 1_420_070_400_000n) << 22n).toString();
  await raw.DB.prepare("update users set discord_id = ? where id = ?").bind(young, caller.userId).run();
  await setRule("least_account_days", 30);
  await setRule("needs_server", true);
  const day = new Date(born.getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
  expect((await read(caller)).unmet).toEqual([
    { kind: "account_age", day },
    { kind: "server", day: null },
  ]);
  expect((await caller.fails("POST", `${OWN}/send`, BODY)).code).toBe("account_too_young");
  await setRule("least_account_days", 5);
  expect((await caller.fails("POST", `${OWN}/send`, { ...BODY, version: 1 })).code).toBe("server_first");
  await raw.DB.prepare(
    "insert into guild_members (organization_id, discord_id, username, display_name, roles, present, updated_at) values (1, ?, 'e', 'E', '[]', 1, '')",
  )
    .bind(young)
    .run();
  expect(await read(caller)).toMatchObject({ unmet: [], isInServer: true, can: { send: true } });
  await caller.ok("POST", `${OWN}/send`, { ...BODY, version: 2 });

  await setRule("needs_server", false);
  const withoutDiscord = await person(null);
  expect((await read(withoutDiscord)).unmet).toEqual([{ kind: "account_age", day: null }]);
  expect((await withoutDiscord.fails("POST", `${OWN}/send`, BODY)).code).toBe("account_unknown");
});

it("keeps out accounts and handles of the administrator's list, until they are taken off it", async () => {
  await openDoor();
  const administrator = await person("administrator");
  const caller = await stranger();
  const value_ = await value<string>("select discord_id from users where id = ?", caller.userId);
  const block = (kind: string, value: string, isBlocked: boolean) =>
    administrator.ok<unknown[]>("PUT", "/api/door-blocks/1", { kind, value, isBlocked });
  expect(await block("discord", value_, true)).toHaveLength(1);
  expect(await block("discord", value_, true)).toHaveLength(1);
  expect(await read(caller)).toMatchObject({ unmet: [{ kind: "blocked", day: null }], can: { save: false } });
  expect((await caller.fails("POST", `${OWN}/send`, BODY)).code).toBe("door_blocked");
  expect(await value("select count(*) from admissions")).toBe(0);
  await block("discord", value_, false);
  await block("handle", "ELIASV", true);
  expect(await administrator.ok("GET", "/api/door-blocks/1")).toMatchObject([
    { kind: "handle", value: "eliasv" },
  ]);
  expect((await caller.fails("POST", `${OWN}/send`, BODY)).code).toBe("door_blocked");
  await block("handle", "EliasV", false);
  await caller.ok("POST", `${OWN}/send`, BODY);
  expect(await rows("select action from audit_log where action like 'door.%'")).toHaveLength(4);
});

it("takes three applications of an account in a day, also where it takes each back, and keeps what it types further", async () => {
  await openDoor();
  const caller = await stranger();
  for (let sent = 0; sent < 3; sent++) {
    const { version } = await caller.ok<Admission>("POST", `${OWN}/send`, BODY);
    await caller.ok("POST", `${OWN}/withdrawal`, { version });
  }
  const refused = await caller.call("POST", `${OWN}/send`, { body: BODY });
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, "applications_often"]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await read(caller)).admission).toMatchObject({ status: "draft", version: 1, answers: ANSWERS });
  await raw.DB.exec("update admissions set sent_on = '2020-01-01' where sent_on is not null");
  await caller.ok("POST", `${OWN}/send`, { ...BODY, version: 1 });
});

it("refuses messages and corrections of an applicant who is blocked after sending, and a corrected handle that is blocked", async () => {
  await openDoor();
  const administrator = await person("administrator");
  const caller = await stranger();
  const { version } = await caller.ok<Admission>("POST", `${OWN}/send`, BODY);
  const correct = (answers: object) => caller.fails("PATCH", `${OWN}/answers`, { answers, version });
  await administrator.ok("PUT", "/api/door-blocks/1", { kind: "handle", value: "Rogue", isBlocked: true });
  expect((await correct({ ...ANSWERS, handle: { handle: "rogue" } })).code).toBe("door_blocked");
  const discordId = await value("select discord_id from users where id = ?", caller.userId);
  await administrator.ok("PUT", "/api/door-blocks/1", { kind: "discord", value: discordId, isBlocked: true });
  expect((await read(caller)).can).toMatchObject({ correct: false, write: false, withdraw: true });
  expect((await correct({ ...ANSWERS, name: "Rogue" })).code).toBe("door_blocked");
  expect((await caller.fails("POST", `${OWN}/messages`, { text: "Hello" })).code).toBe("door_blocked");
  await caller.ok("POST", `${OWN}/withdrawal`, { version });
});

it("takes a handle that officers can store and block, and none that is longer", async () => {
  await openDoor();
  const administrator = await person("administrator");
  const caller = await stranger();
  const send = (letters: number) => ({
    ...BODY,
    answers: { ...ANSWERS, handle: { handle: "h".repeat(letters) } },
  });
  expect((await caller.fails("POST", `${OWN}/send`, send(61))).code).toBe("invalid_input");
  await caller.ok("POST", `${OWN}/send`, send(60));
  const [{ id, version } = { id: 0, version: 0 }] = await rows<{ id: number; version: number }>(
    "select id, version from prospects",
  );
  const starCitizenId = await value("select star_citizen_id from prospects");
  const facts = { displayName: "Elias", starCitizenId, version };
  await administrator.ok("PATCH", `/api/prospects/${id}`, facts);
});
