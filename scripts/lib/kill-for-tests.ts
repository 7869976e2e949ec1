import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import type { Bot, GatewayStatus } from "../../worker/features/bots/bots.schema.ts";
import { DEMO_PASSWORD } from "../seed/people.ts";
import { emulatorSecret } from "./emulator.ts";
import type { Running } from "./running.ts";
import { SignedIn, until } from "./signed-in.ts";

const APPLICATION = "1100000000000000777";
const TOKEN = `${Buffer.from(APPLICATION).toString("base64url")}.Killed.bot-that-is-killed-over-and-over`;

const read = (path: string) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** Returns the ids of living processes whose environment and command line contain all of the texts. */
function processesWith(...texts: string[]): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const about = `${read(`/proc/${pid}/cmdline`)}\0${read(`/proc/${pid}/environ`)}`;
      return !/\nState:\s+Z/.test(read(`/proc/${pid}/status`)) && texts.every((text) => about.includes(text));
    })
    .map(Number);
}

/** Kills processes, of which some may have ended meanwhile, and waits until they are gone. */
async function kill(found: () => number[]): Promise<void> {
  const pids = found();
  assert.ok(pids.length > 0, "there is something to kill");
  for (const pid of pids)
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  await until("the killed processes are gone", async () => !found().some((pid) => pids.includes(pid)));
}

/**
 * Kills a bot of a running demo, then its gateway, and checks after each that the bots page says so, that the bot can run
 * again, and that Discord never saw two of it. The demo has to be started with this process's `EMULATOR_SECRET`; processes
 * are found by /proc.
 * @param folder the demo's data folder
 * @returns the ids of the processes that still run for the bot and as gateway
 */
export async function killBotAndGateway(product: Running, folder: string): Promise<() => number[]> {
  const discord = /emulated at (http:\/\/[^\s;]+)/.exec(product.output)?.[1];
  const control = async <Answer>(path: string, body?: unknown) => {
    const response = await fetch(`${discord}/__control/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "X-Control-Secret": emulatorSecret },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return (await response.json()) as Answer;
  };
  await control("applications", { id: APPLICATION, name: "Killed", botToken: TOKEN, inGuild: true });
  const admin = await SignedIn.as(product.address, "admin", DEMO_PASSWORD);
  const { id } = await admin.call<Bot>("POST", "/api/discord-bots", {
    name: "Killed",
    token: TOKEN,
    clientId: APPLICATION,
  });

  /** Reads the status as the page shows it: the gateway first, and the last known one where that has a problem. */
  const look = async () => {
    const { problem } = await admin.call<GatewayStatus>("GET", "/api/discord-bots/1/gateway");
    const bots = await admin.call<Bot[]>("GET", "/api/discord-bots/1");
    const bot = bots.find((each) => each.id === id);
    assert.ok(bot);
    return { ...bot, isKnown: problem === null };
  };
  type Shown = Awaited<ReturnType<typeof look>>;
  const shown = (what: string, is: (bot: Shown) => boolean) =>
    until(what, async () => {
      const bot = await look();
      return bot.isKnown && is(bot) && bot;
    });
  const start = () => admin.call("POST", `/api/discord-bots/${id}/start`);
  const running = () => shown("the bot runs", ({ status }) => status === "running");
  const botProcesses = () => processesWith("DISCORD_TOKEN=", TOKEN);
  const gateways = () => processesWith("/dist/gateway/index.js", folder);

  await start();
  const before = await running();
  await kill(botProcesses);
  await shown("the killed bot does not count as running", (bot) => bot.restarts > before.restarts);
  await running();

  const victims = botProcesses();
  await kill(gateways);
  // True at once: either no gateway answers, or a new one, which runs no bot.
  const { isKnown, status } = await look();
  assert.ok(!isKnown || status !== "running", "the page shows a bot as running whose gateway was killed");
  const after = await shown(
    "the bot of the killed gateway does not count as running",
    (bot) => bot.status !== "running",
  );
  assert.deepEqual([after.status, after.statusReason], ["inactive", "gateway_stopped"]);
  await until("the bot of the killed gateway is gone", async () =>
    victims.every((pid) => !botProcesses().includes(pid)),
  );
  await start();
  await running();
  assert.equal(gateways().length, 1, "one gateway runs");

  const logins = await control<Record<string, { identified: number; overlapped: number }>>("gateway/logins");
  const { identified = 0, overlapped } = logins[APPLICATION] ?? {};
  assert.equal(overlapped, 0);
  assert.ok(identified >= 3, String(identified));
  return () => [...botProcesses(), ...gateways()];
}
