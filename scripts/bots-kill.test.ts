import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type { Bot } from "../worker/features/bots/bots.schema.ts";
import { emulatorSecret } from "./lib/emulator.ts";
import { Running, temporaryData } from "./lib/running.ts";
import { SignedIn, until } from "./lib/signed-in.ts";
import { DEMO_PASSWORD } from "./seed/people.ts";

/** Rounds of kill -9, alternately of a bot and of the gateway, each at least once; KILL_ROUNDS sets more. */
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 2);
/** The page shows true statuses within this time, in milliseconds. */
const TRUE_WITHIN = 10_000;
/** Longer than the five seconds between two logins of a bot. */
const RUNNING_WITHIN = 30_000;
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

/** Kills a process; does nothing when it has already ended. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

const noProc = process.platform === "linux" ? false : "processes are found by /proc";

test("leaves no process and no false status after bots and the gateway were killed", {
  skip: noProc,
}, async () => {
  using data = temporaryData();
  await using product = await Running.start("start", {
    data: data.folder,
    settings: { EMULATOR_SECRET: emulatorSecret },
  });
  await product.waitFor("is ready at");
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
  const made = await admin.call<Bot>("POST", "/api/discord-bots", {
    name: "Killed",
    token: TOKEN,
    clientId: APPLICATION,
  });
  /** Returns what the page shows; it asks the gateway first. */
  const shown = async (): Promise<Bot> => {
    await admin.call("GET", "/api/discord-bots/1/gateway");
    const bots = await admin.call<Bot[]>("GET", "/api/discord-bots/1");
    return bots.find(({ id }) => id === made.id) as Bot;
  };
  const whileShown = (what: string, time: number, is: (bot: Bot) => boolean) =>
    until(what, time, async () => {
      const bot = await shown();
      return is(bot) && bot;
    });
  const running = () => whileShown("the bot runs", RUNNING_WITHIN, ({ status }) => status === "running");
  const botProcesses = () => processesWith("DISCORD_TOKEN=", TOKEN);
  const gateways = () => processesWith("/dist/gateway/index.js", data.folder);

  await admin.call("POST", `/api/discord-bots/${made.id}/start`);
  await running();
  for (let round = 0; round < ROUNDS; round++) {
    const before = await running();
    const killed = round % 2 === 0 ? botProcesses() : gateways();
    assert.ok(killed.length > 0, "there is something to kill");
    const victims = botProcesses();
    for (const pid of killed) kill(pid);
    await until("the bot's processes are gone", 5_000, async () =>
      victims.every((pid) => !botProcesses().includes(pid)),
    );
    const after = await whileShown(
      `round ${round}: the status is true`,
      TRUE_WITHIN,
      (bot) => bot.status !== "running" || bot.restarts > before.restarts,
    );
    if (round % 2 === 1) assert.equal(after.statusReason, "gateway_stopped");
    // After a second crash within a minute the bot is not restarted automatically.
    if (after.status === "error" || after.status === "inactive") {
      await admin.call("POST", `/api/discord-bots/${made.id}/start`);
    }
    await running();
    assert.ok(gateways().length === 1, "one gateway runs");
  }
  const logins = await control<Record<string, { identified: number; overlapped: number }>>("gateway/logins");
  assert.equal(logins[APPLICATION]?.overlapped, 0);
  assert.ok((logins[APPLICATION]?.identified ?? 0) > ROUNDS);

  assert.equal(await product.ended("SIGTERM"), 0);
  assert.deepEqual([...botProcesses(), ...gateways()], []);
});
