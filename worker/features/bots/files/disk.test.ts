import { beforeEach, describe, expect, it } from "vitest";
import type { Problem } from "../../../lib/errors.ts";
import { type Caller, interrupted, person, rows, value } from "../../../testing/world.ts";
import type { BotFile, DiskDifference, SyncFilesAnswer } from "../bots.schema.ts";
import { gateway, makeBot, makeFile } from "../testing/bots.factory.ts";

let officer: Caller;
let bot: number;
beforeEach(async () => {
  await gateway("reset");
  officer = await person("officer", 1, "Otto");
  bot = await makeBot({ files: { "bot.js": "old\n", "same.js": "same\n", "gone.js": "gone\n" } });
});

const disk = (files: Record<string, string>) =>
  gateway("files", {
    botId: bot,
    files: Object.entries(files).map(([name, content]) => ({ name, content })),
  });
const differences = () => officer.ok<DiskDifference[]>("GET", `/api/discord-bots/${bot}/disk-files`);
const sync = () => officer.ok<SyncFilesAnswer>("POST", `/api/discord-bots/${bot}/sync-files`);
const everything = async () => JSON.stringify(await rows("select * from bot_file_versions, bot_files"));

describe("files on the gateway's disk", () => {
  it("are compared, then saved, and then equal except for missing ones", async () => {
    await disk({ "bot.js": "new\n", "same.js": "same\n", "lib/more.js": "more\n" });
    const before = await everything();
    expect(await differences()).toEqual([
      { fileName: "bot.js", record: "old\n", disk: "new\n" },
      { fileName: "gone.js", record: "gone\n", disk: null },
      { fileName: "lib/more.js", record: null, disk: "more\n" },
    ]);
    expect(await everything()).toBe(before);
    const answer = await sync();
    expect(answer).toMatchObject({ updated: 1, added: 1, unchanged: 1 });
    expect(answer.files.map(({ fileName, version }) => [fileName, version])).toEqual([
      ["bot.js", 2],
      ["gone.js", 1],
      ["lib/more.js", 1],
      ["same.js", 1],
    ]);
    expect(
      await rows("select origin, saved_by from bot_file_versions where content in ('new\n', 'more\n')"),
    ).toEqual([
      { origin: "synced", saved_by: "Otto" },
      { origin: "synced", saved_by: "Otto" },
    ]);
    expect(await differences()).toEqual([{ fileName: "gone.js", record: "gone\n", disk: null }]);
    expect(await rows("select action, details from audit_log")).toEqual([
      { action: "bot.files_synced", details: '{"count":2}' },
    ]);
    // A second click finds nothing to bring.
    expect(await sync()).toMatchObject({ updated: 0, added: 0, unchanged: 3 });
    expect(await value("select count(*) from audit_log")).toBe(1);
  });

  it("are not saved over a file that changes meanwhile, and the refusal has no current record", async () => {
    await disk({ "bot.js": "new\n" });
    const main = await value<number>("select id from bot_files where file_name = 'bot.js'");
    const edit = () => officer.ok("PATCH", `/api/bot-files/${main}`, { content: `${Math.random()}\n` });
    const database = interrupted("each", edit);
    const refused = await officer.call("POST", `/api/discord-bots/${bot}/sync-files`, { database });
    const { code, current } = JSON.parse(refused.text) as Problem;
    expect([code, current]).toEqual(["stale_version", undefined]);
  });

  it("do not exist before the first start of the bot", async () => {
    for (const [method, rest] of [
      ["GET", "disk-files"],
      ["POST", "sync-files"],
    ] as const) {
      expect((await officer.fails(method, `/api/discord-bots/${bot}/${rest}`)).code).toBe("no_disk_files");
    }
  });

  it("are refused when they exceed the limits, are not text, or have conflicting names", async () => {
    const before = await everything();
    const large = "a".repeat(256 * 1024);
    const refused: [Record<string, string>, string][] = [
      [{ "bot.js": "a".repeat(256 * 1024 + 1) }, "gateway_failed"],
      [{ "../up.js": "" }, "gateway_failed"],
      [{ "Bot.js": "", "bot.js": "" }, "gateway_failed"],
      [Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`file${at}.js`, ""])), "gateway_failed"],
      [{ "bot.js": "nul \u0000" }, "bot_files_limit"],
      [{ "a.js": large, "b.js": large, "c.js": large, "d.js": large }, "bot_files_limit"],
      [{ "Same.js": "other case\n" }, "bot_file_exists"],
    ];
    for (const [files, code] of refused) {
      await disk(files);
      expect((await officer.fails("POST", `/api/discord-bots/${bot}/sync-files`)).code).toBe(code);
    }
    expect(await everything()).toBe(before);
    expect(await value("select count(*) from audit_log")).toBe(0);
  });

  it("cannot be read from a gateway that does not answer", async () => {
    await gateway("script", { path: `GET /bots/${bot}/files`, mode: "half" });
    expect((await officer.fails("GET", `/api/discord-bots/${bot}/disk-files`)).code).toBe(
      "gateway_unreachable",
    );
  });
});

it("fifty files of the largest size are saved in three round trips, within D1's limits", async () => {
  const big = await makeBot();
  for (let at = 1; at < 50; at++) await makeFile(big, `file${at}.js`);
  const content = "å".repeat(10_000);
  await gateway("files", {
    botId: big,
    files: Array.from({ length: 49 }, (_, at) => ({ name: `file${at + 1}.js`, content })),
  });
  const { status, text, meter } = await officer.call("POST", `/api/discord-bots/${big}/sync-files`);
  expect([status, JSON.parse(text).updated, meter.trips]).toEqual([200, 49, 3]);
  const files = await officer.ok<BotFile[]>("GET", `/api/discord-bots/${big}/files`);
  expect(files.filter((each) => each.content === content)).toHaveLength(49);
});
