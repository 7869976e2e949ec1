import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BOT_BUDGET } from "../../../../bot-gateway/protocol.ts";
import { secretOfBot } from "../../../../bot-gateway/signature.ts";
import { call, raw, rows, settings, value } from "../../../testing/world.ts";
import { fromGateway, makeBot, report, signed } from "../testing/bots.factory.ts";

let bot: number;
/** The beginning of a minute. */
const MINUTE = Math.ceil(Date.now() / 60_000) * 60_000;
beforeEach(async () => {
  bot = await makeBot({ isCrm: true });
  vi.useFakeTimers({ toFake: ["Date"], now: MINUTE });
});
afterEach(() => {
  vi.useRealTimers();
});

const count = (what: string) => value<number>(`select count(*) from ${what}`);
const line = (message: string) => ({ timestamp: new Date().toISOString(), level: "info", message });
const logsOf = async (id: number) =>
  (await rows<{ lines: string }>("select lines from bot_logs where bot_id = ? order by last_id", id)).flatMap(
    ({ lines }) => JSON.parse(lines) as { message: string }[],
  );

it("100,000 activities and 7 MB of log, posted with the gateway's secret, store no more than the budget", async () => {
  await raw.DB.prepare(
    `insert into prospects (organization_id, display_name, username, status, discord_id, stage_changed_at, created_at, updated_at)
     select 1, 'Person', 'person' || value, 'intro', cast(300000000000000000 + value as text), '', '', ''
     from (with recursive n(value) as (select 1 union all select value + 1 from n where value < 2000) select value from n)`,
  ).run();
  const neighbour = await makeBot();
  let sent = 0;
  const timestamp = new Date(MINUTE - 60_000).toISOString();
  const items = () =>
    Array.from({ length: 200 }, () => ({
      guildId: settings().DISCORD_GUILD_ID,
      discordId: String(300000000000000001n + BigInt(sent++ % 2_000)),
      username: "",
      type: "voice_move",
      details: null,
      timestamp,
    }));
  const lines = Array.from({ length: 500 }, () => line("x".repeat(2_000)));
  for (let post = 0; post < 7; post++) {
    const activities = Array.from({ length: 72 }, () => ({ botId: bot, items: items() }));
    expect((await fromGateway("reports", report({ activities }))).status).toBe(200);
    expect((await fromGateway("reports", report({ logs: [{ botId: bot, lines }] }))).status).toBe(200);
  }
  expect(sent).toBeGreaterThan(100_000);
  // The worker accepts twice what a gateway sends.
  expect(await count("discord_activities")).toBe(2 * BOT_BUDGET.activities);
  expect(await value("select sum(log_bytes) from bot_usage")).toBeLessThanOrEqual(2 * BOT_BUDGET.logBytes);
  await fromGateway("reports", report({ logs: [{ botId: neighbour, lines: [line("Still here.")] }] }));
  expect(await logsOf(neighbour)).toMatchObject([{ message: "Still here." }]);
  // The next minute has a new budget, and the log counts the dropped items.
  vi.setSystemTime(MINUTE + 60_000);
  await fromGateway("reports", report({ logs: [{ botId: bot, lines: [line("Anew.")] }] }));
  const leftOut = sent - 2 * BOT_BUDGET.activities;
  expect((await logsOf(bot)).slice(-2).map(({ message }) => message)).toEqual([
    expect.stringMatching(new RegExp(`^Left out within a minute: ${leftOut} activities and \\d+ lines`)),
    "Anew.",
  ]);
});

it("two reports at the same time do not use one budget twice", async () => {
  const reports = [1, 2].map(() => report({ logs: [{ botId: bot, lines: [line("One")] }] }));
  const answers = await Promise.all(reports.map((each) => fromGateway("reports", each)));
  const taken = answers.filter(({ status }) => status === 200).length;
  for (const { status } of answers) expect([200, 503]).toContain(status);
  expect(await value("select reports from bot_usage")).toBe(taken);
  expect(await logsOf(bot)).toHaveLength(taken);
});

it("a bot's own gateway that reports too often gets 429, and nothing is written", async () => {
  const path = "/api/bot-gateway/reports";
  const secret = await secretOfBot(settings().BOT_GATEWAY_SECRET ?? "", bot);
  const own = async () => {
    const body = report();
    const headers = { Origin: "", ...(await signed(path, body, secret)), "X-Gateway-Bot": String(bot) };
    return call("POST", path, { body, headers });
  };
  expect((await own()).status).toBe(200);
  await raw.DB.prepare("update bot_usage set reports = ?")
    .bind(2 * BOT_BUDGET.reports)
    .run();
  vi.setSystemTime(MINUTE + 18_000);
  const refused = await own();
  expect([refused.status, refused.headers.get("Retry-After"), refused.meter.rowsWritten]).toEqual([
    429,
    "42",
    0,
  ]);
  vi.setSystemTime(MINUTE + 60_000);
  expect((await own()).status).toBe(200);
});
