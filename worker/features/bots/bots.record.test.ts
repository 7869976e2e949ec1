import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, organization, person, raw, rows, value } from "../../testing/world.ts";
import type { Bot } from "./bots.schema.ts";
import { gateway, makeBot, TOKEN } from "./testing/bots.factory.ts";

let administrator: Caller;
let officer: Caller;
beforeEach(async () => {
  await gateway("reset");
  administrator = await person("administrator", 1, "Ada");
  officer = await person("officer", 1, "Otto");
});

const actions = () => rows("select action, actor_name, entity_name, details from audit_log order by id");
const path = (id: number, rest = "") => `/api/discord-bots/${id}${rest}`;

describe("abilities of officers and administrators on bots", () => {
  it("officers create, rename and switch them, but hold no secrets", async () => {
    const bot = await officer.ok<Bot>("POST", "/api/discord-bots", { name: "Scout", token: TOKEN });
    expect(bot.can).toEqual({
      update: true,
      run: true,
      secrets: false,
      token: false,
      syncMembers: false,
      delete: true,
      makeCrm: false,
    });
    await officer.ok("PATCH", path(bot.id), { name: "Ranger", version: 1 });
    await officer.ok("PATCH", path(bot.id, "/auto-start"), { autoStart: true, version: 2 });
    for (const [rest, body] of [
      ["/token", { token: "another-token-that-is-long-enough" }],
      ["/invite-url", { inviteUrl: "https://discord.com/invite/scout" }],
    ] as const) {
      expect((await officer.fails("PATCH", path(bot.id, rest), body)).code).toBe("forbidden");
    }
    expect(await rows("select name, auto_start, token_ending, invite_url, version from bots")).toEqual([
      { name: "Ranger", auto_start: 1, token_ending: "cccc", invite_url: null, version: 3 },
    ]);
    expect((await actions()).map(({ action }) => action)).toEqual([
      "bot.created",
      "bot.updated",
      "bot.auto_start",
    ]);
  });

  it("any other role holds secrets with admin.system beside bots.write, not with bots.write alone", async () => {
    const id = await makeBot();
    const manager = await person("crm_manager");
    const give = (permission: string) =>
      raw.DB.prepare(
        `update roles set permissions = json_insert(permissions, '$[#]', ?) where key = 'crm_manager'`,
      )
        .bind(permission)
        .run();
    const body = { token: "another-token-that-is-long-enough" };
    await give("bots.write");
    const refused = await manager.fails("PATCH", path(id, "/token"), body);
    expect([refused.code, refused.detail.includes("admin.system")]).toEqual(["forbidden", true]);
    await manager.ok("PATCH", path(id), { name: "Ranger" });
    await give("admin.system");
    const bot = await manager.ok<Bot>("PATCH", path(id, "/token"), body);
    expect([bot.tokenEnding, bot.can.secrets]).toEqual(["ough", true]);
  });
});

it("officers give a bot without a token one, and do not replace it; a CRM bot's is an administrator's", async () => {
  const { id, version, can } = await officer.ok<Bot>("POST", "/api/discord-bots", { name: "Scout" });
  expect([can.token, can.secrets]).toEqual([true, false]);
  const given = await officer.ok<Bot>("PATCH", path(id, "/token"), { token: TOKEN, version });
  expect([given.tokenEnding, given.can.token]).toEqual([TOKEN.slice(-4), false]);
  const again = await officer.fails("PATCH", path(id, "/token"), { token: TOKEN, version: version + 1 });
  expect([again.status, again.detail.includes("admin.system")]).toEqual([403, true]);
  const crm = await makeBot({ token: null, isCrm: true });
  expect((await officer.fails("PATCH", path(crm, "/token"), { token: TOKEN, version: 1 })).code).toBe(
    "crm_bot_protected",
  );
});

describe("changing a bot", () => {
  it("updates an invite link that was made from the client id, and keeps one that a user set", async () => {
    const bot = await administrator.ok<Bot>("POST", "/api/discord-bots", {
      name: "Scout",
      clientId: "1100000000000000003",
    });
    const moved = await administrator.ok<Bot>("PATCH", path(bot.id), { clientId: "1100000000000000004" });
    expect(moved.inviteUrl).toContain("client_id=1100000000000000004&scope=bot&permissions=2147483648");
    const more = moved.inviteUrl?.replace("2147483648", "17912161176576");
    await administrator.ok("PATCH", path(bot.id, "/invite-url"), { inviteUrl: more });
    const back = await administrator.ok<Bot>("PATCH", path(bot.id), { clientId: "1100000000000000003" });
    expect(back.inviteUrl).toBe(bot.inviteUrl);
    await administrator.ok("PATCH", path(bot.id, "/invite-url"), { inviteUrl: " https://example.org/join " });
    const kept = await administrator.ok<Bot>("PATCH", path(bot.id), { clientId: "" });
    expect(kept).toMatchObject({ clientId: null, inviteUrl: "https://example.org/join", version: 6 });
  });

  it("writes nothing where nothing changes", async () => {
    const id = await makeBot();
    const bot = await officer.ok<Bot>("PATCH", path(id), { name: "Scout", description: "" });
    expect(bot.version).toBe(1);
    expect(await actions()).toEqual([]);
  });

  it("is refused with the current bot when another user changed it meanwhile", async () => {
    const id = await makeBot();
    const changes: [string, Record<string, unknown>][] = [
      ["", { name: "Ranger" }],
      ["/auto-start", { autoStart: true }],
      ["/invite-url", { inviteUrl: "https://example.org/join" }],
    ];
    for (const [rest, body] of changes) {
      const refused = await administrator.fails("PATCH", path(id, rest), { ...body, version: 9 });
      expect(refused).toMatchObject({ code: "stale_version", current: { id, version: 1, name: "Scout" } });
    }
    const both = await Promise.all(
      ["One", "Two"].map((name) => officer.call("PATCH", path(id), { body: { name, version: 1 } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await value("select version from bots")).toBe(2);
    expect(await value("select count(*) from audit_log")).toBe(1);
  });
});

describe("deleting a bot", () => {
  it("stops it at the gateway and deletes its files, runs and log with it", async () => {
    const id = await makeBot();
    await officer.ok("POST", path(id, "/start"));
    await officer.ok("DELETE", path(id));
    for (const table of ["bots", "bot_files", "bot_file_versions", "bot_runs", "bot_logs"]) {
      expect([table, await value(`select count(*) from ${table}`)]).toEqual([table, 0]);
    }
    expect(await gateway<{ bots: unknown[] }>("snapshot")).toMatchObject({ bots: [] });
    expect((await actions()).at(-1)).toMatchObject({
      action: "bot.deleted",
      actor_name: "Otto",
      entity_name: "Scout",
    });
    // The next bot gets a new id.
    const next = await officer.ok<Bot>("POST", "/api/discord-bots", { name: "Ranger" });
    expect(next.id).toBe(id + 1);
  });

  it("succeeds for one of two requests at once, and the other gets 404", async () => {
    const id = await makeBot();
    const both = await Promise.all([1, 2].map(() => officer.call("DELETE", path(id))));
    expect(both.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await value("select count(*) from audit_log")).toBe(1);
  });

  it("succeeds while the gateway cannot be reached, except for a running bot", async () => {
    const [idle, busy] = [await makeBot(), await makeBot({ status: "running" })];
    await gateway("script", { path: "*", mode: "drop", times: 2 });
    expect((await officer.fails("DELETE", path(busy))).code).toBe("gateway_unreachable");
    await officer.ok("DELETE", path(idle));
    expect(await rows("select id from bots")).toEqual([{ id: busy }]);
  });
});

it("another organization's bot does not exist, whatever is asked of it", async () => {
  const elsewhere = await organization();
  const id = await makeBot({ organizationId: elsewhere, status: "running" });
  const before = await rows("select * from bots");
  for (const [method, rest, body] of [
    ["PATCH", "", { name: "Mine" }],
    ["PATCH", "/crm", { version: 1 }],
    ["PATCH", "/token", { token: "another-token-that-is-long-enough" }],
    ["PATCH", "/invite-url", { inviteUrl: "https://example.org" }],
    ["PATCH", "/auto-start", { autoStart: true }],
    ["DELETE", "", undefined],
    ["POST", "/start", undefined],
    ["POST", "/stop", undefined],
    ["POST", "/restart", undefined],
    ["GET", "/files", undefined],
    ["GET", "/logs", undefined],
    ["GET", "/disk-files", undefined],
    ["POST", "/sync-files", undefined],
  ] as const) {
    expect([rest, (await administrator.fails(method, path(id, rest), body)).code]).toEqual([
      rest,
      "not_found",
    ]);
  }
  expect((await administrator.fails("GET", `/api/discord-bots/${elsewhere}/gateway`)).code).toBe("not_found");
  const sync = await administrator.fails("POST", path(id, "/command/syncmembers"));
  expect(sync.code).toBe("crm_bot_not_found");
  expect(await rows("select * from bots")).toEqual(before);
  expect(await gateway("requests")).toEqual([]);
});
