import { beforeEach, describe, expect, it } from "vitest";
import { NOTICE_LIMIT } from "../../lib/notify.ts";
import { everythingStored } from "../../testing/inspect.ts";
import {
  backgroundDone,
  type Caller,
  interrupted,
  organization,
  person,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import { ageProofs } from "../second-factor/testing/second-factor.factory.ts";
import type { Bot } from "./bots.schema.ts";
import { askedOfGateway, gateway, makeBot, makeFile } from "./testing/bots.factory.ts";

let administrator: Caller;
let officer: Caller;
beforeEach(async () => {
  await gateway("reset");
  administrator = await person("administrator", 1, "Ada");
  officer = await person("officer", 1, "Otto");
});

const path = (id: number, rest = "") => `/api/discord-bots/${id}${rest}`;
const marked = () =>
  rows("select id, is_crm_bot, token_ending from bots where organization_id = 1 order by id");

/** The CRM bot with a spare file, and every call that changes, runs or deletes it. */
async function crmBot() {
  const id = await makeBot({ isCrm: true, name: "Keeper" });
  const main = await value<number>("select id from bot_files where bot_id = ?", id);
  const spare = await makeFile(id, "spare.js");
  await gateway("files", { botId: id, files: [{ name: "bot.js", content: "// on disk\n" }] });
  const calls: [string, string, Record<string, unknown>?][] = [
    ["PATCH", path(id), { name: "Mine", version: 1 }],
    ["PATCH", path(id, "/auto-start"), { autoStart: true, version: 1 }],
    ["PATCH", `/api/bot-files/${main}`, { content: "console.log(process.env.DISCORD_TOKEN)", version: 1 }],
    ["PATCH", `/api/bot-files/${main}`, { content: "// nothing yet\n", version: 1 }],
    ["PATCH", `/api/bot-files/${spare}`, { isMainFile: true, version: 1 }],
    ["POST", `/api/bot-files/${main}/revert`, { toVersion: 1, version: 1 }],
    ["POST", "/api/bot-files", { botId: id, fileName: "more.js", content: "" }],
    ["POST", path(id, "/sync-files")],
    ["POST", path(id, "/start")],
    ["POST", path(id, "/restart")],
    ["POST", path(id, "/stop")],
    ["DELETE", `/api/bot-files/${spare}`],
    ["DELETE", path(id)],
  ];
  return { id, main, calls };
}

describe("the CRM bot", () => {
  it("is not deleted by an officer while it is chosen", async () => {
    const id = await makeBot();
    const choose = () => raw.DB.prepare("update bots set is_crm_bot = 1").run();
    const refused = await officer.call("DELETE", path(id), { database: interrupted(3, choose) });
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([403, "crm_bot_protected"]);
    expect(await value("select count(*) from bots")).toBe(1);
  });

  it("refuses a file that an officer adds while the bot is being made the CRM bot", async () => {
    const id = await makeBot();
    const choose = () => raw.DB.prepare("update bots set is_crm_bot = 1").run();
    const body = { botId: id, fileName: "more.js", content: "" };
    const sent = { body, database: interrupted(3, choose) };
    const refused = await officer.call("POST", "/api/bot-files", sent);
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([403, "crm_bot_protected"]);
    expect(await value("select count(*) from bot_files where file_name = 'more.js'")).toBe(0);
  });

  it("requires a recent proof from administrators before each change, run or end, and does nothing without", async () => {
    const { id, calls } = await crmBot();
    calls.push(["PATCH", path(id, "/invite-url"), { inviteUrl: "https://discord.com/invite/x", version: 1 }]);
    calls.push(["POST", "/api/discord-bots", { name: "Second keeper", isCrmBot: true }]);
    await ageProofs(administrator, 31);
    const before = await everythingStored("security_log", "daily_budgets");
    for (const [method, at, sent] of calls) {
      const { status, code } = await administrator.fails(method, at, sent);
      expect([method, at, status, code]).toEqual([method, at, 403, "reauthentication_required"]);
    }
    expect(await everythingStored("security_log", "daily_budgets")).toBe(before);
    expect(await askedOfGateway()).toEqual([]);
  });

  it("is the only bot whose changes and starts require a proof", async () => {
    const id = await makeBot();
    const main = await value<number>("select id from bot_files where bot_id = ?", id);
    await ageProofs(officer, 31);
    await officer.ok("PATCH", `/api/bot-files/${main}`, { content: "// saved", version: 1 });
    await officer.ok("POST", path(id, "/start"));
  });

  it("can be changed, run and deleted only by administrators, as `can` in the answers tells", async () => {
    const { id, calls } = await crmBot();
    const before = await everythingStored("security_log", "daily_budgets");
    for (const [method, at, body] of calls) {
      const refused = await officer.fails(method, at, body);
      expect([method, at, refused.status, refused.code]).toEqual([method, at, 403, "crm_bot_protected"]);
    }
    expect(await everythingStored("security_log", "daily_budgets")).toBe(before);
    expect(await askedOfGateway()).toEqual([]);
    const [bot] = await officer.ok<Bot[]>("GET", "/api/discord-bots/1");
    expect(bot?.can).toEqual({
      update: false,
      run: false,
      secrets: false,
      token: false,
      syncMembers: true,
      delete: false,
      makeCrm: false,
    });
    const files = await officer.ok<{ can: object }[]>("GET", path(id, "/files"));
    expect(files.map(({ can }) => can)).toEqual([
      { update: false, delete: false },
      { update: false, delete: false },
    ]);
    // Another organization's bot does not exist for any role.
    const stranger = await person("officer", await organization());
    for (const [method, at, body] of calls)
      expect([at, (await stranger.fails(method, at, body)).code]).toEqual([at, "not_found"]);
    await administrator.ok("POST", path(id, "/start"));
    const asked = await askedOfGateway();
    // The next call of an administrator who was demoted is refused.
    await raw.DB.prepare(
      "update members set role_id = (select role_id from members where id = ?) where id = ?",
    )
      .bind(officer.memberId, administrator.memberId)
      .run();
    expect((await administrator.fails("POST", path(id, "/restart"))).code).toBe("crm_bot_protected");
    expect(await askedOfGateway()).toEqual(asked);
  });

  it("is never chosen automatically, as the first bot or after the CRM bot was deleted", async () => {
    for (const caller of [officer, administrator])
      expect((await caller.ok<Bot>("POST", "/api/discord-bots", { name: "First" })).isCrmBot).toBe(false);
    const { id } = await crmBot();
    await administrator.ok("DELETE", path(id));
    expect((await officer.ok<Bot>("POST", "/api/discord-bots", { name: "Next" })).isCrmBot).toBe(false);
    const wish = { name: "Next", isCrmBot: true };
    expect((await officer.fails("POST", "/api/discord-bots", wish)).code).toBe("forbidden");
    const made = await administrator.ok<Bot>("POST", "/api/discord-bots", wish);
    expect(made.isCrmBot).toBe(true);
    const second = await administrator.fails("POST", "/api/discord-bots", wish);
    expect([second.status, second.code]).toEqual([409, "crm_bot_taken"]);
    expect(await value("select count(*) from bots where is_crm_bot = 1")).toBe(1);
  });

  it("is chosen by an administrator; the former one loses its token", async () => {
    const [former, next] = [await makeBot({ isCrm: true, name: "Old" }), await makeBot({ name: "New" })];
    expect((await officer.fails("PATCH", path(next, "/crm"), { version: 1 })).code).toBe("forbidden");
    const both = await Promise.all(
      [1, 2].map(() => administrator.call("PATCH", path(next, "/crm"), { body: { version: 1 } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await marked()).toEqual([
      { id: former, is_crm_bot: 0, token_ending: null },
      { id: next, is_crm_bot: 1, token_ending: "cccc" },
    ]);
    expect(await rows("select action, entity_name, details from audit_log")).toEqual([
      { action: "bot.crm_chosen", entity_name: "New", details: '{"from":"Old","to":"New"}' },
    ]);
    // A user with bots.write may run the former one again, with a new token.
    expect((await officer.fails("POST", path(former, "/start"))).code).toBe("bot_token_missing");
    const again = await administrator.call("PATCH", path(next, "/crm"), { body: { version: 2 } });
    expect([again.status, again.meter.rowsWritten]).toEqual([200, 0]);
  });

  it("is stopped and its folder removed when it is chosen or replaced", async () => {
    const next = await makeBot({ name: "New", status: "running" });
    await gateway("state", { botId: next, status: "running" });
    const removal = `DELETE ${path(next).replace("/api/discord-bots", "/bots")}`;
    await gateway("script", { path: removal, mode: "body", status: 500, body: {} });
    expect((await administrator.fails("PATCH", path(next, "/crm"), { version: 1 })).code).toBe(
      "gateway_failed",
    );
    expect(await value("select count(*) from bots where is_crm_bot = 1")).toBe(0);
    const chosen = await administrator.call("PATCH", path(next, "/crm"), { body: { version: 1 } });
    expect((await askedOfGateway()).map((each) => each.path)).toEqual([removal, removal]);
    expect(JSON.parse(chosen.text)).toMatchObject({ isCrmBot: true, status: "inactive" });
    expect([chosen.meter.rowsWritten <= 15, chosen.meter.trips <= 3]).toEqual([true, true]);
  });

  it("notifies all other administrators of a new token, changed files, its end and another choice", async () => {
    const { id, main } = await crmBot();
    const other = await person("administrator", 1, "Alan");
    const manager = await person("crm_manager");
    await raw.DB.prepare(
      `update roles set permissions = json_insert(permissions, '$[#]', 'admin.system') where key = 'crm_manager'`,
    ).run();
    const inactive = await person("administrator");
    await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(inactive.memberId).run();
    await person("administrator", await organization());
    const scout = await makeBot({ name: "Scout" });
    const scouts = await value<number>("select id from bot_files where bot_id = ?", scout);
    // Changes of other bots make no notice.
    await administrator.ok("PATCH", `/api/bot-files/${scouts}`, { content: "// more\n", version: 1 });
    await administrator.ok("PATCH", `/api/bot-files/${main}`, { content: "// nothing yet\n", version: 1 });
    expect(await value("select count(*) from notices")).toBe(0);
    await administrator.ok("PATCH", path(id, "/token"), {
      token: "another-token-that-is-long-enough",
      version: 1,
    });
    await administrator.ok("PATCH", `/api/bot-files/${main}`, { content: "// more\n", version: 1 });
    await administrator.ok("POST", path(id, "/sync-files"));
    await administrator.ok("POST", "/api/bot-files", { botId: id, fileName: "more.js", content: "" });
    await administrator.ok("DELETE", path(id));
    await administrator.ok("PATCH", path(scout, "/crm"), { version: 1 });
    const notices = await rows("select user_id, told, kind, details from notices order by id");
    for (const each of notices)
      expect(each).toMatchObject({ user_id: 0, told: JSON.stringify([other.userId, manager.userId]) });
    expect(notices).toMatchObject([
      { kind: "bots.crm_token_changed", details: '{"actor":"Ada","bot":"Keeper"}' },
      { kind: "bots.crm_files_changed", details: '{"actor":"Ada","bot":"Keeper","file":"more.js"}' },
      { kind: "bots.crm_deleted", details: '{"actor":"Ada","bot":"Keeper"}' },
      { kind: "bots.crm_chosen", details: '{"actor":"Ada","bot":"Scout"}' },
    ]);
    const [newest] = await other.ok<{ text: string; opens: string }[]>("GET", "/api/user/notices");
    expect(newest).toMatchObject({ text: "Ada made Scout the CRM bot.", opens: "/discord-bots" });
  });

  it("sends administrators one notice for each user who changes its files, however many changes", async () => {
    const { id, main } = await crmBot();
    const other = await person("administrator", 1, "Alan");
    const token = { token: "another-token-that-is-long-enough" };
    await other.ok("PATCH", path(id, "/token"), token);
    for (let turn = 1; turn <= NOTICE_LIMIT; turn++)
      for (const each of [administrator, other])
        await each.ok("PATCH", `/api/bot-files/${main}`, { content: `// ${each.userId} ${turn}\n` });
    await administrator.ok("POST", "/api/bot-files", { botId: id, fileName: "last.js", content: "" });
    const shownTo = async (caller: Caller) =>
      (await caller.ok<{ text: string }[]>("GET", "/api/user/notices")).map(({ text }) => text);
    expect(await shownTo(administrator)).toEqual([
      "Alan changed the files of the CRM bot Keeper: bot.js.",
      "Alan replaced the token of the CRM bot Keeper.",
    ]);
    expect(await shownTo(other)).toEqual(["Ada changed the files of the CRM bot Keeper: last.js."]);
  });

  it("writes as many rows for twenty other administrators as for one, and keeps the notice unread for each who has not read it", async () => {
    const others = [await person("administrator")];
    const written: number[][] = [];
    for (const count of [1, 20]) {
      while (others.length < count) others.push(await person("administrator"));
      await raw.DB.batch(["bots", "notices"].map((table) => raw.DB.prepare(`delete from ${table}`)));
      const { id, main } = await crmBot();
      const scout = await makeBot({ name: "Scout" });
      const costs = [];
      for (const [method, at, body] of [
        ["PATCH", path(id, "/token"), { token: "another-token-that-is-long-enough", version: 1 }],
        ["PATCH", `/api/bot-files/${main}`, { content: "// more\n", version: 1 }],
        ["PATCH", path(scout, "/crm"), { version: 1 }],
        ["DELETE", path(scout), undefined],
      ] as const) {
        const { status, meter } = await administrator.call(method, at, { body });
        expect([at, status < 300, meter.trips <= 3]).toEqual([at, true, true]);
        costs.push(meter.rowsWritten);
      }
      written.push(costs);
    }
    const [few, many] = written;
    // The first notice of all adds its topic.
    expect(many?.map((rows, at) => rows - (few?.[at] ?? 0))).toEqual([expect.any(Number), 0, 0, 0]);
    for (const rows of many ?? []) expect(rows).toBeLessThanOrEqual(15);

    const [one, two] = others as [Caller, Caller];
    const list = (caller: Caller) => caller.call("GET", "/api/user/notices");
    const unread = async (caller: Caller) =>
      (JSON.parse((await list(caller)).text) as { isRead: boolean }[]).filter(({ isRead }) => !isRead).length;
    const shown = await list(one);
    const [newest] = JSON.parse(shown.text) as { id: number; isRead: boolean }[];
    expect([JSON.parse(shown.text).length, newest?.isRead, shown.meter.trips]).toEqual([4, false, 2]);
    expect([await unread(one), await unread(two), await unread(administrator)]).toEqual([4, 4, 0]);
    const read = await one.call("PATCH", "/api/user/notices/read", { body: { upTo: newest?.id } });
    expect([read.status, read.meter.rowsWritten]).toEqual([204, 3]); // Includes the row of the user's budget.
    expect([await unread(one), await unread(two)]).toEqual([0, 4]);
    const again = await one.call("PATCH", "/api/user/notices/read", {
      body: { upTo: (newest?.id ?? 0) + 1e12 },
    });
    expect([again.status, again.meter.rowsWritten]).toEqual([204, 1]);
    // A later notice is unread, also when the clock is behind their last reading.
    await raw.DB.prepare("update users set notices_read_to = notices_read_to + 1e6 where id = ?")
      .bind(one.userId)
      .run();
    await administrator.ok("POST", "/api/discord-bots", { name: "Last", isCrmBot: true });
    expect([await unread(one), JSON.parse((await list(officer)).text)]).toEqual([1, []]);
  });

  it("notifies them by e-mail as well, where there is a mail service", async () => {
    const { id } = await crmBot();
    const other = await person("administrator", 1, "Alan");
    await raw.DB.batch([
      raw.DB.prepare(`update users set email = 'al@example.org', language = 'da' where id = ${other.userId}`),
      raw.DB.prepare(
        `insert or replace into organization_settings (organization_id, setting_key, setting_value, updated_at)
         values (1, 'email_notifications', 1, '')`,
      ),
    ]);
    const mail = {
      MAIL_API_URL: `${raw["BOT_GATEWAY_URL"]}/emails`,
      MAIL_API_TOKEN: "t",
      MAIL_FROM: "Command Centre <no-reply@command.example>",
    };
    await gateway("script", { path: "POST /emails", mode: "body", status: 200, body: {} });
    const body = { token: "another-token-that-is-long-enough", version: 1 };
    await administrator.call("PATCH", path(id, "/token"), { body, settings: mail });
    await backgroundDone();
    const sent = (await askedOfGateway()).map(({ path, body }) => [path, body["to"], body["text"]]);
    expect(sent).toEqual([
      [
        "POST /emails",
        "al@example.org",
        expect.stringMatching(/^Ada udskiftede token for CRM-botten Keeper\./),
      ],
    ]);
    expect(JSON.stringify(sent)).not.toContain("another-token");
  });
});
