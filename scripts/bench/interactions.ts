import { generateKeyPairSync, randomBytes, sign as signWith } from "node:crypto";
import { mkdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { buildWorker } from "../lib/builds.ts";
import { withDatabase } from "../lib/database.ts";
import { addOfficers, type InDiscord, interactionOf, signedHeaders, typed } from "../lib/in-discord.ts";
import { startWorker } from "../lib/local-worker.ts";
import { freePort } from "../lib/ports.ts";
import { temporaryData } from "../lib/running.ts";
import { DEMO_DISCORD } from "../lib/settings.ts";
import { below, type Measured } from "./report.ts";

/** Commands that users send in a minute, evenly, whether or not earlier ones are answered. */
const COMMANDS = 1_000;
const USERS = 20;
/** The list is asked for by a session beside every fifth command: more would be most of what is measured. */
const EACH = 5;
/** The number of events that `/events` shows. */
const EVENTS = 6;
/** Milliseconds that Discord waits. */
const PATIENCE = 3_000;
/** The longest time of a command, which is stored, relative to the same list in the web app. */
const BUDGET = 3;

const APP_URL = "http://localhost:8787";

type Timed = { milliseconds: number; text: string };

/** @throws Error when the answer is not 2xx */
async function timed(url: string, init: RequestInit): Promise<Timed> {
  const startedAt = performance.now();
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return { milliseconds: performance.now() - startedAt, text };
}

/** Runs `work` COMMANDS times within a minute. */
function evenly<Result>(work: (turn: number) => Promise<Result>): Promise<Result[]> {
  const startedAt = performance.now();
  const turns = Array.from({ length: COMMANDS }, async (_, turn) => {
    await delay(Math.max(1, startedAt + (turn * 60_000) / COMMANDS - performance.now()));
    return work(turn);
  });
  return Promise.all(turns);
}

/** The time that a part of the answers takes at most, in milliseconds. */
function percentile(answers: Timed[], part: number): number {
  const sorted = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Sends the list of events as signed commands for a minute, and some as requests of the same users' sessions. */
export async function measureInteractions(): Promise<Measured[]> {
  await buildWorker();
  using data = temporaryData();
  const organization = `${data.folder}/bench`;
  mkdirSync(organization);
  const officers = await withDatabase(organization, "npm run bench", (database) =>
    addOfficers(database, USERS),
  );
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const sign = (text: string) => signWith(null, Buffer.from(text), privateKey).toString("hex");
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const worker = await startWorker({
    organization,
    port,
    settings: {
      APP_URL,
      ...DEMO_DISCORD,
      DISCORD_PUBLIC_KEY: Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString(
        "hex",
      ),
      SECRETS_KEYS: `bench:${randomBytes(32).toString("base64")}`,
    },
  });
  const command = (officer: InDiscord) => {
    const body = interactionOf(officer, typed("events"));
    const url = `${address}/api/discord/interactions`;
    return timed(url, { method: "POST", body, headers: signedHeaders(body, sign) });
  };
  const list = ({ token }: InDiscord) =>
    timed(`${address}/api/events/1?limit=${EVENTS}`, { headers: { Cookie: `session=${token}` } });
  try {
    for (const officer of officers.slice(0, EVENTS)) {
      const headers = {
        "Content-Type": "application/json",
        Origin: APP_URL,
        Cookie: `session=${officer.token}`,
      };
      const event = { title: "Patrol", type: "mission", startsAt: "2199-01-01T20:00:00.000Z" };
      await timed(`${address}/api/events`, { method: "POST", body: JSON.stringify(event), headers });
    }
    for (const officer of officers) await Promise.all([command(officer), list(officer)]);
    const lists: Timed[] = [];
    const commands = await evenly(async (turn) => {
      const officer = officers[turn % USERS] as InDiscord;
      // Both at once, so that what else the machine does holds up one as it does the other.
      const beside = turn % EACH === 0 ? list(officer).then((each) => lists.push(each)) : null;
      const [answer] = await Promise.all([command(officer), beside]);
      return answer;
    });
    const [ours, theirs] = [percentile(commands, 0.5), percentile(lists, 0.5)];
    const figures = (answers: Timed[]) =>
      `p50 ${percentile(answers, 0.5).toFixed(1)} ms, p99 ${percentile(answers, 0.99).toFixed(1)} ms`;
    return [
      {
        what: `${COMMANDS} commands a minute of ${USERS} users in Discord: the slowest (${figures(commands)})`,
        ...below({ most: PATIENCE, is: percentile(commands, 1), unit: "ms" }),
      },
      {
        what: "commands that are answered at once, and not deferred",
        ...below({
          least: COMMANDS,
          is: commands.filter(({ text }) => text.includes("Patrol")).length,
          unit: "",
        }),
      },
      {
        what: `a command against the same list by a session (${figures(lists)})`,
        ...below({ most: BUDGET, is: ours / theirs, unit: "×", digits: 2 }),
      },
    ];
  } finally {
    await worker.close();
  }
}
