import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type { DiscordEmulator } from "../../emulators/discord/index.ts";
import type { ReportedActivity } from "../protocol.ts";
import { TIME_LIMIT } from "./time-limit.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The interpreter that Debian's python3-discord is installed for. */
const PYTHON = process.env["BOT_PYTHON"] ?? "/usr/bin/python3";
const hasPython =
  existsSync(PYTHON) && spawnSync(PYTHON, ["-c", "import discord"], { stdio: "ignore" }).status === 0;

type Framework = "discord.js" | "discord.py";

/** Both frameworks, with options that skip the tests of one that is not installed, by name. */
export const FRAMEWORKS: { framework: Framework; options: { skip: string | false; timeout: number } }[] = [
  { framework: "discord.js", options: { skip: false, ...TIME_LIMIT } },
  {
    framework: "discord.py",
    options: { skip: hasPython ? false : `discord.py is not installed for ${PYTHON}`, ...TIME_LIMIT },
  },
];

export type Report = { type: string } & Record<string, unknown>;

const isOfWatch = ({ type }: ReportedActivity) => type === "watch" || type === "voice_present";
const storyOf = ({ discordId, username, type, details }: ReportedActivity) =>
  type === "watch" ? `watch ${details}` : `${username || discordId} ${type} ${details ?? "-"}`;

/** The process of a template, as the gateway sees it. */
export class RunningBot {
  readonly process: ChildProcess;
  readonly reports: Report[] = [];
  longestLine = 0;
  stdout = "";
  stderr = "";
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly #waiting = new Set<() => void>();
  #hasEnded = false;

  constructor(child: ChildProcess) {
    this.process = child;
    createInterface(child.stdio[3] as Readable).on("line", (line) => {
      this.longestLine = Math.max(this.longestLine, Buffer.byteLength(line));
      this.reports.push(JSON.parse(line) as Report);
      this.#wake();
    });
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    this.exited = once(child, "close").then(([code, signal]) => {
      this.#hasEnded = true;
      this.#wake();
      return { code, signal };
    });
  }

  /** Reports other than activities, which are sent together a moment later. */
  get otherReports(): Report[] {
    return this.reports.filter(({ type }) => type !== "activity");
  }

  get activities(): ReportedActivity[] {
    return this.reports.flatMap(({ type, items }) =>
      type === "activity" ? (items as ReportedActivity[]) : [],
    );
  }

  /** Returns the activities without time and server, except those with which the bot reports on voice itself. */
  get stories(): string[] {
    return this.activities.filter((each) => !isOfWatch(each)).map(storyOf);
  }

  /** Returns the activities about receiving voice events, and those about users in voice at its start. */
  get watches(): string[] {
    return this.activities.filter(isOfWatch).map(storyOf);
  }

  /** Waits until a condition on the reports holds; fails when the bot ends before. */
  async until<Value>(find: (bot: this) => Value | undefined | false): Promise<Value> {
    for (;;) {
      const found = find(this);
      if (found !== undefined && found !== false) return found;
      assert.ok(!this.#hasEnded, `the bot ended: ${this.stdout}${this.stderr}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  report(type: string, count = 1): Promise<Report> {
    return this.until((bot) => bot.reports.filter((report) => report.type === type)[count - 1]);
  }

  story(text: string): Promise<boolean> {
    return this.until((bot) => bot.stories.includes(text));
  }

  count(type: string): number {
    return this.reports.filter((report) => report.type === type).length;
  }

  order(line: object | string): void {
    (this.process.stdin as Writable).write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

/** Runs a framework's template against the emulator, in a folder of its own; it ends with the test. */
export function runBot(
  test: TestContext,
  emulator: DiscordEmulator,
  framework: Framework,
  environment: Record<string, string> = {},
): RunningBot {
  const folder = mkdtempSync(join(tmpdir(), "bot-"));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  const isNode = framework === "discord.js";
  const file = isNode ? "bot.js" : "bot.py";
  copyFileSync(here(`../templates/${isNode ? "discord-js" : "discord-py"}/${file}`), join(folder, file));
  if (isNode) {
    mkdirSync(join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    symlinkSync(here("../../node_modules/discord.js"), join(folder, "node_modules/discord.js"));
    symlinkSync(here("../runtime/node"), join(folder, "node_modules/command-centre"));
  }
  const child = spawn(isNode ? process.execPath : PYTHON, [file], {
    cwd: folder,
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      HOME: folder,
      LANG: "C.UTF-8",
      TZ: "UTC",
      DISCORD_TOKEN: emulator.botToken,
      DISCORD_GUILD_ID: emulator.guildId,
      DISCORD_API_URL: emulator.apiUrl,
      BOT_ID: "1",
      BOT_NAME: "Test bot",
      COMMAND_CENTRE_FD: "3",
      ...(isNode
        ? {}
        : {
            PYTHONPATH: process.env["BOT_PYTHONPATH"] ?? here("../runtime/python"),
            PYTHONDONTWRITEBYTECODE: "1",
          }),
      ...environment,
    },
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  const bot = new RunningBot(child);
  child.stdin?.on("error", () => undefined);
  test.after(async () => {
    child.kill("SIGKILL");
    await bot.exited;
  });
  return bot;
}
