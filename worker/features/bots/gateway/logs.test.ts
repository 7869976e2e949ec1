import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, person, rows, value } from "../../../testing/world.ts";
import type { BotLog } from "../bots.schema.ts";
import { fromGateway, gateway, makeBot, report } from "../testing/bots.factory.ts";

let officer: Caller;
let bot: number;
beforeEach(async () => {
  await gateway("reset");
  officer = await person("officer");
  bot = await makeBot();
});

const at = new Date().toISOString();
const line = (message: string) => ({ timestamp: at, level: "info", message });
const log = async (messages: string[], botId = bot) => {
  const answer = await fromGateway("reports", report({ logs: [{ botId, lines: messages.map(line) }] }));
  expect(answer.status).toBe(200);
};
const path = (after?: number, id = bot) =>
  `/api/discord-bots/${id}/logs${after === undefined ? "" : `?after=${after}`}`;
const read = (after?: number, id = bot) => officer.ok<BotLog[]>("GET", path(after, id));
const numbered = (from: number, count: number) => Array.from({ length: count }, (_, n) => `line ${from + n}`);

describe("a bot's log", () => {
  it("is returned oldest first, with ids that rise by one across reports", async () => {
    await log(["one", "two"]);
    await log(["three"]);
    expect(await read()).toEqual(
      ["one", "two", "three"].map((message, n) => ({ id: n + 1, timestamp: at, level: "info", message })),
    );
    expect((await read(2)).map(({ id }) => id)).toEqual([3]);
    expect(await read(3)).toEqual([]);
  });

  it("keeps order and ids in reports with several bots and hundreds of lines", async () => {
    const other = await makeBot();
    await log(["before"], other);
    await fromGateway(
      "reports",
      report({
        logs: [
          { botId: bot, lines: numbered(1, 150).map(line) },
          { botId: other, lines: [line("between")] },
          { botId: bot, lines: numbered(151, 150).map(line) },
          { botId: 99, lines: [line("nobody's")] },
        ],
      }),
    );
    const lines = await read();
    expect(lines.map(({ message }) => message)).toEqual(numbered(1, 300));
    expect(lines.map(({ id }) => id)).toEqual(Array.from({ length: 300 }, (_, n) => n + 1));
    expect((await read(0, other)).map(({ id, message }) => [id, message])).toEqual([
      [1, "before"],
      [2, "between"],
    ]);
  });

  it("keeps the last thousand lines, and deletes older ones", async () => {
    for (let part = 0; part < 6; part++) await log(numbered(part * 450 + 1, 450));
    const lines = await read();
    expect(lines).toHaveLength(1_000);
    expect([lines[0]?.message, lines.at(-1)?.message]).toEqual(["line 1701", "line 2700"]);
    const [{ kept, rows: chunks } = { kept: 0, rows: 0 }] = await rows<{ kept: number; rows: number }>(
      "select sum(last_id - first_id + 1) as kept, count(*) as rows from bot_logs",
    );
    expect(kept).toBeLessThan(1_100);
    expect(chunks).toBeLessThan(15);
    expect((await read(2_699)).map(({ id }) => id)).toEqual([2_700]);
    expect(await read(5)).toHaveLength(1_000);
  });

  it("has plain text and no times in the future", async () => {
    const message = "a\u001b[31mred\u0000\nb\ud800";
    await fromGateway(
      "reports",
      report({ logs: [{ botId: bot, lines: [{ ...line(message), timestamp: "2099-01-01T00:00:00Z" }] }] }),
    );
    const [only] = await read();
    expect(only?.message).toBe("a [31mred  b\ufffd");
    expect((only?.timestamp ?? "") < "2099").toBe(true);
  });

  it("costs one round trip and has no body while nothing is logged", async () => {
    await log(["one"]);
    const first = await officer.call("GET", path(1));
    expect([first.status, first.text, first.meter.trips]).toEqual([200, "[]", 2]);
    const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
    const again = await officer.call("GET", path(1), { headers });
    expect([again.status, again.text, again.meter.trips]).toEqual([304, "", 1]);
    await log(["two"]);
    const third = await officer.call("GET", path(1), { headers });
    expect(JSON.parse(third.text)).toMatchObject([{ id: 2, message: "two" }]);
  });

  it("reads at most as many rows as it returns lines", async () => {
    for (let n = 0; n < 30; n++) await log(numbered(n, 2));
    const answer = await officer.call("GET", path());
    expect(JSON.parse(answer.text)).toHaveLength(60);
    expect(answer.meter.rowsRead).toBeLessThan(3 * 60 + 20);
    expect((await officer.call("GET", path(58))).meter.rowsRead).toBeLessThan(26);
  });

  it("refuses an invalid id", async () => {
    for (const after of ["-1", "1.5", "x", "1e3"]) {
      const { errors } = await officer.fails("GET", `/api/discord-bots/${bot}/logs?after=${after}`);
      expect([after, Object.keys(errors ?? {})]).toEqual([after, ["after"]]);
    }
  });

  it("needs the permission to read bots", async () => {
    await log(["one"]);
    expect(await (await person("crm_manager")).ok<BotLog[]>("GET", path())).toHaveLength(1);
    expect((await (await person("recruiter")).fails("GET", path())).code).toBe("forbidden");
    expect((await officer.fails("GET", path(undefined, 99))).code).toBe("not_found");
    expect(await value("select count(*) from audit_log")).toBe(0);
  });
});
