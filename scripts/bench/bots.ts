import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GatewayReport, GatewaySnapshot, StartOrder } from "../../bot-gateway/protocol.ts";
import { buildGateway, gatewayScript } from "../lib/builds.ts";
import { startEmulatorProcess } from "../lib/emulator.ts";
import { inRoot } from "../lib/paths.ts";
import { freePort } from "../lib/ports.ts";
import { endChild, startNode } from "../lib/processes.ts";
import { temporaryData } from "../lib/running.ts";
import { DEMO_DISCORD } from "../lib/settings.ts";
import { until } from "../lib/signed-in.ts";
import { addApplication, callerOf, MARK, MB, standIn } from "./gateway-parts.ts";
import { below, type Measured } from "./report.ts";

/** The longest time from start to READY through the gateway, relative to discord.js alone. */
const START_BUDGET = 1.2;
const MEMORY_BUDGET_MB = 80;
const ROUNDS = 7;
/** Lines per second that a bot may write permanently, and how many of them are written here. */
const LOG_RATE = 200;
const LOG_LINES = 1_000;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** discord.js alone, with the same intents. */
const BARE = `import { Client } from "discord.js";
const client = new Client({ intents: 387, rest: { api: process.env.DISCORD_API_URL.replace(/\\/v\\d+$/, "") } });
client.once("clientReady", () => console.log("READY"));
await client.login(process.env.DISCORD_TOKEN);
`;

/** Counts to LOG_LINES at LOG_RATE after it has logged in. */
const COUNTING = `import { clientOptions, commandCentre } from "command-centre";
import { Client } from "discord.js";
const client = new Client(clientOptions());
commandCentre.attach(client);
client.once("clientReady", () => {
  let line = 0;
  const timer = setInterval(() => {
    for (let each = 0; each < ${LOG_RATE / 10} && line < ${LOG_LINES}; each++) console.log("line " + ++line);
    if (line >= ${LOG_LINES}) clearInterval(timer);
  }, 100);
});
await commandCentre.login(client);
`;

/** Returns the resident memory of a process in bytes, from /proc; null on systems without it. */
function residentBytes(pid: number): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes ? Number(kilobytes) * 1024 : null;
  } catch {
    return null;
  }
}

/** Returns the processes of the bench's bots, on systems with /proc. */
function botProcesses(): number[] {
  if (!existsSync("/proc")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").includes(MARK);
      } catch {
        return false;
      }
    });
}

async function timeBare(folder: string, environment: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(folder, "bare.mjs")], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      if (chunk.includes("READY")) resolve();
    });
    child.once("exit", () => reject(new Error("discord.js alone ended before it was ready")));
  });
  const time = performance.now() - startedAt;
  child.removeAllListeners("exit");
  child.kill("SIGKILL");
  await once(child, "close");
  return time;
}

/** Starts bots through the bundled gateway and without it, and compares the medians of the rounds. */
export async function measureBots(): Promise<Measured[]> {
  await buildGateway();
  using data = temporaryData();
  const discord = await startEmulatorProcess("discord");
  const apiUrl = `${discord}/api/v10`;
  const reports: GatewayReport[] = [];
  const arrivals = new EventEmitter();
  const worker = await standIn((report) => {
    reports.push(report);
    arrivals.emit("report");
  });
  const secret = randomBytes(32).toString("hex");
  const port = await freePort();
  const gateway = startNode(gatewayScript, [], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      BOT_GATEWAY_SECRET: secret,
      WORKER_URL: worker.url,
      DISCORD_API_URL: apiUrl,
      DATA_DIR: join(data.folder, "gateway"),
    },
  });
  const call = callerOf(`http://127.0.0.1:${port}`, secret);
  const snapshot = () => call<GatewaySnapshot>("GET", "/health");
  /** Returns when the bot was first running, as the gateway reported it. */
  const readyAt = (botId: number) =>
    reports
      .flatMap(({ states }) => states ?? [])
      .find((state) => state.botId === botId && state.status === "running")?.since;
  const start = async (botId: number, content: string) => {
    const order: StartOrder = {
      runId: botId,
      organizationId: 1,
      name: `Bench ${botId}`,
      framework: "discord.js",
      token: await addApplication(discord, botId),
      guildId: DEMO_DISCORD.DISCORD_GUILD_ID,
      files: [{ name: "bot.js", content, isMain: true }],
    };
    const startedAt = Date.now();
    await call("POST", `/bots/${botId}/start`, JSON.stringify(order));
    const patience = AbortSignal.timeout(30_000);
    for (;;) {
      const ready = readyAt(botId);
      if (ready) return Date.parse(ready) - startedAt;
      await once(arrivals, "report", { signal: patience });
    }
  };
  try {
    await until("the gateway is up", () => snapshot().catch(() => null));
    const bareFolder = join(data.folder, "bare");
    mkdirSync(bareFolder);
    symlinkSync(inRoot("node_modules"), join(bareFolder, "node_modules"));
    writeFileSync(join(bareFolder, "bare.mjs"), BARE);
    const template = readFileSync(inRoot("bot-gateway/templates/discord-js/bot.js"), "utf8");
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      bare.push(
        await timeBare(bareFolder, {
          PATH: process.env["PATH"],
          DISCORD_API_URL: apiUrl,
          DISCORD_TOKEN: await addApplication(discord, 50 + round),
        }),
      );
      ours.push(await start(round, template));
    }
    // Compares each start with the one just before it, because the speed of the machine varies over time.
    const ratio = median(ours.map((time, round) => time / (bare[round] ?? Number.NaN)));
    const idle = await snapshot();
    const gatewayBytes = residentBytes(gateway.pid ?? 0) ?? idle.memoryBytes;
    const botBytes = botProcesses().map((pid) => residentBytes(pid) ?? 0);

    await start(40, COUNTING);
    const received = () =>
      reports
        .flatMap(({ logs }) => logs ?? [])
        .filter(({ botId }) => botId === 40)
        .flatMap(({ lines }) => lines)
        .filter(({ message }) => /^line \d+$/.test(message));
    await until(
      "the bot's last line arrives",
      async () => received().some(({ message }) => message === `line ${LOG_LINES}`),
      60_000,
    ).catch(() => null);
    const lines = received();
    const seconds =
      (Date.parse(lines.at(-1)?.timestamp ?? "") - Date.parse(lines[0]?.timestamp ?? "")) / 1000;
    const perSecond = Math.round(lines.length / Math.max(seconds, 0.001));
    return [
      {
        what: `bot start to READY against discord.js alone (${Math.round(median(ours))} ms against ${Math.round(median(bare))} ms)`,
        ...below({ most: START_BUDGET, is: ratio, unit: "×", digits: 2 }),
      },
      {
        what: `the gateway's own memory, ${ROUNDS} bots running`,
        ...below({ most: MEMORY_BUDGET_MB, is: gatewayBytes / MB, unit: "MB" }),
      },
      {
        what: "memory of an idle bot on discord.js, in a guild of 120",
        is: botBytes.length ? `${Math.round(Math.max(...botBytes) / MB)} MB` : "not measured here",
        budget: "none",
        holds: true,
      },
      {
        what: `log lines that arrive of those written at ${LOG_RATE} a second (${perSecond}/s measured)`,
        ...below({ least: LOG_LINES, is: new Set(lines.map(({ message }) => message)).size, unit: "lines" }),
      },
    ];
  } finally {
    await endChild(gateway);
    worker.close();
  }
}
