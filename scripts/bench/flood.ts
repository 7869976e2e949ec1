import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GatewaySnapshot, StartOrder } from "../../bot-gateway/protocol.ts";
import { buildGateway } from "../lib/builds.ts";
import { startEmulatorProcess } from "../lib/emulator.ts";
import { runGateway } from "../lib/gateway.ts";
import { inRoot } from "../lib/paths.ts";
import { temporaryData } from "../lib/running.ts";
import { DEMO_DISCORD } from "../lib/settings.ts";
import { addApplication, callerOf, MB, standIn } from "./gateway-parts.ts";
import { below, type Measured } from "./report.ts";

const MEMORY_BUDGET_MB = 120;
const LASTS_MS = 60_000;
/** Milliseconds that the worker waits for the gateway's state (`readSnapshot`), and between two such requests here. */
const [PATIENCE_MS, EVERY_MS] = [2_000, 100];
/** Milliseconds after which bots that have ended are started again, and those that ignore SIGTERM are restarted. */
const [AGAIN_MS, RESTART_MS] = [2_000, 20_000];

const hostile = (name: string) => readFileSync(inRoot("bot-gateway/hostile", name), "utf8");

/** One line that never ends. */
const HUGE_LINES = `const { writeSync } = require("node:fs");
const part = "x".repeat(65_536);
for (;;) {
  try {
    writeSync(1, part);
  } catch (error) {
    if (error.code !== "EAGAIN") throw error;
  }
}
`;

/** Keeps and uses memory below the 256 MB that a bot may have, outside of the heap that V8 limits. */
const MEMORY = `const kept = Buffer.alloc(120 * 1024 * 1024, 1);
setInterval(() => kept.fill(Date.now() % 256), 500);
`;

const CRASHES = `throw new Error("not today ${"and not tomorrow ".repeat(2_000)}");
`;

/** The misbehaving bots, and how many of each. */
const KINDS: { content: string; count: number; ignoresEnd?: true }[] = [
  { content: hostile("floods-log.js"), count: 4 },
  { content: HUGE_LINES, count: 3 },
  { content: hostile("floods-reports.js"), count: 2 },
  { content: hostile("floods-activities.js"), count: 2 },
  { content: MEMORY, count: 3 },
  { content: hostile("busy-loop.js"), count: 3, ignoresEnd: true },
  { content: CRASHES, count: 3 },
];
const BOTS = KINDS.flatMap(({ count, ...kind }) => Array.from({ length: count }, () => kind));

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs the gateway as `npm start` does, under bots that misbehave; it and they end with this command. */
export async function measureFlood(): Promise<Measured[]> {
  await buildGateway();
  const data = temporaryData();
  const organization = join(data.folder, "flood");
  mkdirSync(organization, { recursive: true, mode: 0o711 });
  const discord = await startEmulatorProcess("discord");
  let lines = 0;
  const worker = await standIn(({ logs = [] }) => {
    for (const each of logs) lines += each.lines.length;
  });
  const secret = randomBytes(32).toString("hex");
  const { address } = await runGateway({
    organization,
    workerUrl: worker.url,
    settings: { BOT_GATEWAY_SECRET: secret, DISCORD_API_URL: `${discord}/api/v10` },
  });
  const call = callerOf(address, secret);
  const snapshot = () => call<GatewaySnapshot>("GET", "/health", "", PATIENCE_MS);

  let runId = 0;
  const tokens = await Promise.all(BOTS.map((_, at) => addApplication(discord, at + 1)));
  const order = (at: number, how: "start" | "restart") => {
    runId += 1;
    const sent: StartOrder = {
      ...{ runId, organizationId: 1, name: `Flood ${at + 1}`, framework: "discord.js" },
      token: tokens[at] ?? "",
      guildId: DEMO_DISCORD.DISCORD_GUILD_ID,
      files: [{ name: "bot.js", content: BOTS[at]?.content ?? "", isMain: true }],
    };
    return call("POST", `/bots/${at + 1}/${how}`, JSON.stringify(sent));
  };
  // A busy gateway may refuse an order; the next round gives it again.
  const tryTo = (work: Promise<unknown>) => work.catch(() => undefined);
  await Promise.all(BOTS.map((_, at) => order(at, "start")));

  const begun = performance.now();
  const isOver = () => performance.now() - begun > LASTS_MS;
  let newest: GatewaySnapshot | null = null;
  let ends = 0;
  const startAgain = async () => {
    for (await wait(AGAIN_MS); !isOver(); await wait(AGAIN_MS)) {
      const ended = (newest?.bots ?? []).filter(({ status }) => status === "error" || status === "inactive");
      ends += ended.length;
      await Promise.all(ended.map(({ botId }) => tryTo(order(botId - 1, "start"))));
    }
  };
  const restart = async () => {
    for (await wait(RESTART_MS); !isOver(); await wait(RESTART_MS))
      await Promise.all(BOTS.map(({ ignoresEnd }, at) => ignoresEnd && tryTo(order(at, "restart"))));
  };
  const [times, instances]: [number[], Set<string>] = [[], new Set()];
  let [asked, most, running] = [0, 0, 0];
  const ask = async () => {
    for (; !isOver(); await wait(EVERY_MS)) {
      asked += 1;
      const from = performance.now();
      const answer = await snapshot().catch(() => null);
      if (!answer) continue;
      times.push(performance.now() - from);
      newest = answer;
      instances.add(answer.instance);
      most = Math.max(most, answer.memoryBytes);
      running = Math.max(running, answer.bots.filter(({ status }) => status !== "error").length);
    }
  };
  await Promise.all([ask(), startAgain(), restart()]);
  await Promise.all(BOTS.map((_, at) => tryTo(call("POST", `/bots/${at + 1}/stop`))));
  worker.close();

  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
  return [
    {
      what: `the gateway's own memory at most, ${BOTS.length} misbehaving bots for a minute (${running} at once, ${ends} ends, ${lines} lines reported)`,
      ...below({ most: MEMORY_BUDGET_MB, is: most / MB, unit: "MB" }),
    },
    {
      what: `its status answered within ${PATIENCE_MS / 1000} s, meanwhile`,
      ...below({ least: asked, is: times.length, unit: "requests" }),
    },
    { what: "gateways that answered", ...below({ most: 1, is: instances.size, unit: "gateways" }) },
    {
      what: "its status meanwhile, p50 and p99",
      is: `${at(0.5)} and ${at(0.99)} ms`,
      budget: "none",
      holds: true,
    },
  ];
}
