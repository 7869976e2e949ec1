import { beforeEach, describe, expect, it } from "vitest";
import { everythingStored } from "../../../testing/inspect.ts";
import { type Caller, organization, person, raw, rows, value } from "../../../testing/world.ts";
import type { Bot, BotFile, BotFileVersion } from "../bots.schema.ts";
import { gateway, makeBot, makeFile } from "../testing/bots.factory.ts";
import { MAIN_FILES } from "./main-file.ts";

let officer: Caller;
let bot: number;
let main: number;
beforeEach(async () => {
  await gateway("reset");
  officer = await person("officer", 1, "Otto");
  bot = await makeBot();
  main = await value("select id from bot_files where bot_id = ?", bot);
});

const files = (id = bot) => officer.ok<BotFile[]>("GET", `/api/discord-bots/${id}/files`);
const save = (id: number, body: Record<string, unknown>) =>
  officer.ok<BotFile>("PATCH", `/api/bot-files/${id}`, body);
const create = (body: Record<string, unknown>) =>
  officer.ok<BotFile>("POST", "/api/bot-files", { botId: bot, ...body });

describe("a new bot", () => {
  it("begins with its framework's main file", async () => {
    for (const framework of ["discord.js", "discord.py"] as const) {
      const { id } = await officer.ok<Bot>("POST", "/api/discord-bots", { name: "New", framework });
      const { fileName, content } = MAIN_FILES[framework];
      expect(content.length).toBeGreaterThan(500);
      expect(await files(id)).toMatchObject([
        {
          botId: id,
          fileName,
          content,
          isMainFile: true,
          version: 1,
          updatedBy: "Otto",
          lastGoodVersion: null,
        },
      ]);
    }
  });

  it("gets one main file later when it is older than files", async () => {
    const old = await makeBot({ files: {} });
    const both = await Promise.all([files(old), files(old)]);
    expect(both.map((each) => each.map(({ fileName }) => fileName))).toEqual([["bot.js"], ["bot.js"]]);
    expect(await value("select count(*) from bot_files where bot_id = ?", old)).toBe(1);
  });

  it("has the user who added the bot as author of its first file, not its first reader", async () => {
    const ofAda = await makeBot({ files: {} });
    const { userId } = await person("administrator", 1, "Ada");
    await raw.DB.prepare("update bots set created_by = ? where id = ?").bind(userId, ofAda).run();
    const unknown = await makeBot({ files: {} });
    const savers = async (bot: number) => (await files(bot)).map(({ updatedBy }) => updatedBy);
    expect([await savers(ofAda), await savers(unknown)]).toEqual([["Ada"], ["Command Centre"]]);
  });
});

describe("saving a file", () => {
  it("adds an audited version, and none where nothing changed", async () => {
    const saved = await save(main, { content: "console.log(1);\n", version: 1 });
    expect(saved).toMatchObject({ version: 2, updatedBy: "Otto", can: { update: true, delete: false } });
    expect((await save(main, { content: "console.log(1);\n", version: 2 })).version).toBe(2);
    expect(
      await rows("select version, content, origin, saved_by from bot_file_versions order by version"),
    ).toEqual([
      { version: 1, content: "// nothing yet\n", origin: "created", saved_by: "Ada" },
      { version: 2, content: "console.log(1);\n", origin: "saved", saved_by: "Otto" },
    ]);
    expect(await rows("select action, entity_id, details from audit_log")).toEqual([
      { action: "bot.file_saved", entity_id: bot, details: '{"file":"bot.js"}' },
    ]);
  });

  it("is refused with the current file when another user saved it meanwhile", async () => {
    const both = await Promise.all(
      ["one", "two"].map((content) =>
        officer.call("PATCH", `/api/bot-files/${main}`, { body: { content, version: 1 } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const problem = JSON.parse(both.find(({ status }) => status === 409)?.text ?? "{}");
    const [now] = await files();
    expect(problem).toMatchObject({ code: "stale_version", current: { id: main, version: 2 } });
    expect(problem.current.content).toBe(now?.content);
    expect(await value("select count(*) from bot_file_versions")).toBe(2);
  });

  it("keeps the newest hundred versions", async () => {
    for (let at = 2; at <= 103; at++) await save(main, { content: `// ${at}\n` });
    const history = await officer.ok<BotFileVersion[]>("GET", `/api/bot-files/${main}/history`);
    expect(history).toHaveLength(100);
    expect([history[0]?.version, history.at(-1)?.version]).toEqual([103, 4]);
  });

  it("accepts only text within the limits", async () => {
    const wrong = ["a".repeat(256 * 1024 + 1), "å".repeat(128 * 1024 + 1), "nul \u0000", "escape \u001b[31m"];
    for (const content of wrong) {
      const { errors } = await officer.fails("PATCH", `/api/bot-files/${main}`, { content });
      expect(Object.keys(errors ?? {})).toEqual(["content"]);
    }
    const full = "å".repeat(128 * 1024);
    for (const name of ["a.js", "b.js", "c.js"]) await create({ fileName: name, content: full });
    await create({ fileName: "d.js", content: "d".repeat(255 * 1024) });
    const more = { content: "m".repeat(2 * 1024) };
    expect((await officer.fails("PATCH", `/api/bot-files/${main}`, more)).code).toBe("bot_files_limit");
    const another = { botId: bot, fileName: "e.js", ...more };
    expect((await officer.fails("POST", "/api/bot-files", another)).code).toBe("bot_files_limit");
    expect(await value("select count(*) from bot_file_versions")).toBe(5);
  });
});

describe("adding a file", () => {
  it("accepts names that are inside the bot's folder on any disk", async () => {
    await create({ fileName: "lib/words.js", content: "export {};\n" });
    const wrong = [
      "../up.js",
      "/etc/passwd",
      ".env",
      "lib/.hidden",
      "a//b",
      "a\\b",
      "",
      "a".repeat(65),
      "ø.js",
    ];
    for (const fileName of wrong) {
      const { errors } = await officer.fails("POST", "/api/bot-files", { botId: bot, fileName });
      expect([fileName, Object.keys(errors ?? {})]).toEqual([fileName, ["fileName"]]);
    }
    for (const fileName of ["bot.js", "BOT.JS", "lib", "Lib/Words.js", "bot.js/more.js"]) {
      const { code } = await officer.fails("POST", "/api/bot-files", { botId: bot, fileName });
      expect([fileName, code]).toEqual([fileName, "bot_file_exists"]);
    }
    expect((await files()).map(({ fileName }) => fileName)).toEqual(["bot.js", "lib/words.js"]);
  });

  it("succeeds for one of two requests with the same name at once, and for at most fifty files", async () => {
    const both = await Promise.all(
      [1, 2].map(() => officer.call("POST", "/api/bot-files", { body: { botId: bot, fileName: "a.js" } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    for (let at = 2; at < 50; at++) await makeFile(bot, `file${at}.js`);
    const { code } = await officer.fails("POST", "/api/bot-files", { botId: bot, fileName: "last.js" });
    expect(code).toBe("bot_files_limit");
    expect(await value("select count(*) from bot_files")).toBe(50);
  });
});

it("there is always exactly one main file, which cannot be deleted", async () => {
  const other = await create({ fileName: "other.js", isMainFile: true });
  const mains = () => rows("select file_name from bot_files where is_main_file = 1");
  expect([other.isMainFile, await mains()]).toEqual([true, [{ file_name: "other.js" }]]);
  await save(main, { isMainFile: true });
  expect(await mains()).toEqual([{ file_name: "bot.js" }]);
  expect((await officer.fails("PATCH", `/api/bot-files/${main}`, { isMainFile: false })).code).toBe(
    "invalid_input",
  );
  expect((await officer.fails("DELETE", `/api/bot-files/${main}`)).code).toBe("main_file_needed");
  await officer.ok("DELETE", `/api/bot-files/${other.id}`);
  expect(await rows("select file_id from bot_file_versions")).toEqual([{ file_id: main }]);
  expect(await rows("select action from audit_log order by id")).toEqual(
    ["bot.file_created", "bot.file_main", "bot.file_deleted"].map((action) => ({ action })),
  );
});

describe("renaming a file", () => {
  it("keeps its text, versions and other users' edits, and is audited", async () => {
    const made = await create({ fileName: "old.js", content: "one" });
    await save(made.id, { content: "two" });
    const renamed = await save(made.id, { fileName: "lib/new.js", version: 2 });
    expect(renamed).toMatchObject({ fileName: "lib/new.js", content: "two", version: 2 });
    expect(await save(made.id, { content: "three", version: 2 })).toMatchObject({ version: 3 });
    expect(await save(made.id, { fileName: "LIB/new.js" })).toMatchObject({ fileName: "LIB/new.js" });
    const started = await save(main, { fileName: "start.js", content: "four", version: 1 });
    expect(started).toMatchObject({ fileName: "start.js", content: "four", isMainFile: true, version: 2 });
    expect(await rows("select details from audit_log where action = 'bot.file_renamed' order by id")).toEqual(
      [
        { details: JSON.stringify({ file: "old.js", from: "old.js", to: "lib/new.js" }) },
        { details: JSON.stringify({ file: "lib/new.js", from: "lib/new.js", to: "LIB/new.js" }) },
        { details: JSON.stringify({ file: "bot.js", from: "bot.js", to: "start.js" }) },
      ],
    );
  });

  it("is refused for a name that is taken and for a stale version", async () => {
    await create({ fileName: "lib/one.js" });
    const other = await create({ fileName: "other.js" });
    for (const fileName of ["LIB/One.js", "lib", "lib/one.js/more", "bot.js"]) {
      const refused = await officer.fails("PATCH", `/api/bot-files/${other.id}`, { fileName });
      expect([fileName, refused.code]).toEqual([fileName, "bot_file_exists"]);
    }
    const stale = await officer.fails("PATCH", `/api/bot-files/${other.id}`, {
      fileName: "x.js",
      version: 9,
    });
    expect(stale.code).toBe("stale_version");
    const outside = await officer.fails("PATCH", `/api/bot-files/${other.id}`, { fileName: "../x.js" });
    expect(Object.keys(outside.errors ?? {})).toEqual(["fileName"]);
    expect((await files()).map(({ fileName }) => fileName).sort()).toEqual([
      "bot.js",
      "lib/one.js",
      "other.js",
    ]);
  });
});

describe("renaming and saving a file at once", () => {
  const both = { fileName: "start.js", isMainFile: true };

  it("is one edit with an audit entry for each change", async () => {
    const other = await create({ fileName: "other.js", content: "one" });
    const saved = await save(other.id, { ...both, content: "two", version: 1 });
    expect(saved).toMatchObject({ fileName: "start.js", content: "two", isMainFile: true, version: 2 });
    expect(await rows("select action, details from audit_log where id > 1 order by id")).toEqual([
      { action: "bot.file_renamed", details: '{"file":"other.js","from":"other.js","to":"start.js"}' },
      { action: "bot.file_saved", details: '{"file":"start.js"}' },
      { action: "bot.file_main", details: '{"file":"start.js"}' },
    ]);
  });

  it("happens completely or not at all", async () => {
    const full = "f".repeat(256 * 1024);
    for (const name of ["a.js", "b.js", "c.js"]) await create({ fileName: name, content: full });
    const other = await create({ fileName: "other.js", content: "one" });
    const before = await everythingStored();
    for (const [code, body] of [
      ["bot_files_limit", { ...both, content: full }],
      ["stale_version", { ...both, content: "two", version: 9 }],
      ["bot_file_exists", { ...both, fileName: "A.js", content: "two" }],
    ] as const) {
      const refused = await officer.fails("PATCH", `/api/bot-files/${other.id}`, body);
      expect(refused.code).toBe(code);
      expect(await everythingStored()).toBe(before);
    }
  });
});

describe("a file's history", () => {
  it("shows each version and saves an earlier one as the newest", async () => {
    await save(main, { content: "second" });
    await raw.DB.prepare("update bot_file_versions set stayed_up = 1 where version = 1").run();
    const history = await officer.ok<BotFileVersion[]>("GET", `/api/bot-files/${main}/history`);
    expect(history).toMatchObject([
      { version: 2, origin: "saved", size: 6, stayedUp: false },
      { version: 1, origin: "created", size: 15, stayedUp: true },
    ]);
    expect(history[0]).not.toHaveProperty("content");
    const first = await officer.ok<{ content: string }>("GET", `/api/bot-files/${main}/history/1`);
    expect(first).toMatchObject({ version: 1, content: "// nothing yet\n" });
    const back = await officer.ok<BotFile>("POST", `/api/bot-files/${main}/revert`, {
      toVersion: 1,
      version: 2,
    });
    expect(back).toMatchObject({ version: 3, content: "// nothing yet\n", lastGoodVersion: 1 });
    expect(await value("select origin from bot_file_versions where version = 3")).toBe("reverted");
    expect(await rows("select details from audit_log where action = 'bot.file_reverted'")).toEqual([
      { details: '{"file":"bot.js","version":1}' },
    ]);
  });

  it("refuses deleted versions, and a revert of a stale version", async () => {
    expect((await officer.fails("GET", `/api/bot-files/${main}/history/7`)).code).toBe("not_found");
    const revert = (body: unknown) => officer.fails("POST", `/api/bot-files/${main}/revert`, body);
    expect((await revert({ toVersion: 7 })).code).toBe("not_found");
    expect((await revert({ toVersion: 1, version: 9 })).code).toBe("stale_version");
    expect(await value("select count(*) from bot_file_versions")).toBe(1);
  });

  it("refuses to bring back a version that no longer fits beside the bot's other files", async () => {
    const full = "f".repeat(256 * 1024);
    await save(main, { content: full });
    await save(main, { content: "short" });
    for (const name of ["a.js", "b.js", "c.js"]) await create({ fileName: name, content: full });
    const last = await create({ fileName: "d.js", content: "d" });
    const revert = { toVersion: 2, version: 3 };
    const before = await everythingStored();
    const { code } = await officer.fails("POST", `/api/bot-files/${main}/revert`, revert);
    expect([code, await everythingStored()]).toEqual(["bot_files_limit", before]);
    await officer.ok("DELETE", `/api/bot-files/${last.id}`);
    expect(await officer.ok("POST", `/api/bot-files/${main}/revert`, revert)).toMatchObject({ version: 4 });
  });
});

it("another organization's files do not exist", async () => {
  const foreign = await makeBot({ organizationId: await organization() });
  const id = await value<number>("select id from bot_files where bot_id = ?", foreign);
  for (const [method, rest, body] of [
    ["PATCH", "", { content: "mine" }],
    ["DELETE", "", undefined],
    ["GET", "/history", undefined],
    ["GET", "/history/1", undefined],
    ["POST", "/revert", { toVersion: 1 }],
  ] as const) {
    expect((await officer.fails(method, `/api/bot-files/${id}${rest}`, body)).code).toBe("not_found");
  }
  const into = { botId: foreign, fileName: "mine.js" };
  expect((await officer.fails("POST", "/api/bot-files", into)).code).toBe("not_found");
  expect(await value("select count(*) from bot_file_versions where file_id = ?", id)).toBe(1);
});

it("asking again for files costs one round trip and no body, until one is saved", async () => {
  const path = `/api/discord-bots/${bot}/files`;
  const tag = (await officer.call("GET", path)).headers.get("ETag") ?? "";
  const again = () => officer.call("GET", path, { headers: { "If-None-Match": tag } });
  const { status, meter } = await again();
  expect([status, meter.trips]).toEqual([304, 1]);
  await save(main, { content: "other" });
  expect((await again()).status).toBe(200);
});
