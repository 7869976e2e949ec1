import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { hashPassword } from "../../worker/features/auth/passwords.ts";
import { takePlace } from "../../worker/lib/scrypt.ts";
import { buildWorker } from "../lib/builds.ts";
import { withDatabase } from "../lib/database.ts";
import { addOfficers } from "../lib/in-discord.ts";
import { startWorker } from "../lib/local-worker.ts";
import { freePort } from "../lib/ports.ts";
import { temporaryData } from "../lib/running.ts";
import { DEMO_DISCORD } from "../lib/settings.ts";
import { findWorkerd, threadCpuOf } from "./organization.ts";
import { below, type Measured } from "./report.ts";

/** The longest median of other requests while sign-ins are refused, relative to that of a quiet minute. */
const BUDGET = 3;
/** Milliseconds between two requests of those whose times are compared, whether or not the one before is answered, and their least number. */
const EVERY_MS = 250;
const LEAST = 20;

const APP_URL = "http://localhost:8787";
const PASSWORD = "nebula-drift-9";
const OTHERS = { "the health answer": "/api/health", "a list": "/api/prospects/1" };

/** How long an answer took, in milliseconds, and what CPU the worker used meanwhile, whatever else the machine did. */
type Time = { ms: number; cpu: number };

const percentile = (times: readonly Time[], field: keyof Time, part: number): number =>
  times.map((each) => each[field]).toSorted((a, b) => a - b)[
    Math.min(times.length - 1, Math.floor(times.length * part))
  ] ?? 0;
const shown = (times: readonly Time[], field: keyof Time) =>
  [0.5, 0.95, 1].map((part) => percentile(times, field, part).toFixed(0)).join(", ");

/** The requests that are sent at once: the path and body of each, by its number, and the network that it comes from. */
type Burst = {
  what: string;
  count: number;
  path: string;
  body: (at: number) => object;
  from: (at: number) => string;
};

const BURSTS: Burst[] = [
  {
    what: "60 wrong sign-ins from 60 networks",
    count: 60,
    path: "/api/login",
    body: (at) => ({ username: `nobody ${at}`, password: PASSWORD }),
    from: (at) => `203.0.113.${at}`,
  },
  {
    what: "40 wrong sign-ins from one network",
    count: 40,
    path: "/api/login",
    body: (at) => ({ username: `somebody ${at}`, password: PASSWORD }),
    from: () => "198.51.100.1",
  },
  {
    what: "60 registrations from 60 networks",
    count: 60,
    path: "/api/register",
    body: (at) => ({ username: `pilot ${at}`, password: PASSWORD }),
    from: (at) => `192.0.2.${at}`,
  },
];

/** Sends bursts of requests that hash a password each, and compares the times of other requests with those of a quiet minute. */
export async function measureSignIns(): Promise<Measured[]> {
  await buildWorker();
  using data = temporaryData();
  const organization = `${data.folder}/bench`;
  mkdirSync(organization);
  const officers = await withDatabase(organization, "npm run bench", async (database) => {
    const added = await addOfficers(database, 1);
    await database
      .prepare("update users set username = 'owner', sign_in_name = 'owner', password_hash = ?")
      .bind(await hashPassword(takePlace("known", "bench"), PASSWORD))
      .run();
    return added;
  });
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const SECRETS_KEYS = `bench:${randomBytes(32).toString("base64")}`;
  const worker = await startWorker({
    organization,
    port,
    settings: { APP_URL, ...DEMO_DISCORD, DISCORD_PUBLIC_KEY: "00".repeat(32), SECRETS_KEYS },
  });
  const post = (path: string, body: object, from: string, cookie = "") =>
    fetch(address + path, {
      method: "POST",
      headers: {
        ...{ "Content-Type": "application/json", Origin: APP_URL, "CF-Connecting-IP": from },
        ...(cookie ? { Cookie: cookie } : {}),
      },
      body: JSON.stringify(body),
    });
  const headers = { Cookie: `session=${officers[0]?.token}` };
  const pid = findWorkerd();
  async function timeOf(path: string): Promise<Time> {
    const [from, cpu] = [performance.now(), threadCpuOf(pid)];
    const answer = await fetch(address + path, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return { ms: performance.now() - from, cpu: threadCpuOf(pid) - cpu };
  }
  /** Asks for the others until `work` has ended, and LEAST of each. @returns their times, by the order of OTHERS */
  async function beside(work: Promise<unknown>): Promise<Time[][]> {
    let isOver = false;
    void work.finally(() => {
      isOver = true;
    });
    const asked: Promise<Time>[][] = Object.keys(OTHERS).map(() => []);
    for (let count = 0; !isOver || count < LEAST; count++) {
      for (const [at, path] of Object.values(OTHERS).entries()) asked[at]?.push(timeOf(path));
      await delay(EVERY_MS);
    }
    return Promise.all(asked.map((each) => Promise.all(each)));
  }
  try {
    const first = await post("/api/login", { username: "owner", password: PASSWORD }, "198.51.100.9");
    const device = /device=[^;]+/.exec(first.headers.getSetCookie().join("\n"))?.[0] ?? "";
    await beside(Promise.resolve());
    const measured: Measured[] = [];
    for (const { what, count, path, body, from } of BURSTS) {
      const quiet = await beside(Promise.resolve());
      const begun = performance.now();
      const burst = Promise.all(
        Array.from({ length: count }, async (_, at) => (await post(path, body(at), from(at))).status),
      );
      await delay(1);
      const own = post("/api/login", { username: "owner", password: PASSWORD }, "198.51.100.9", device);
      const [times, statuses, owner] = await Promise.all([beside(burst), burst, own]);
      const lasted = ((performance.now() - begun) / 1000).toFixed(1);
      const refused = statuses.filter((status) => status === 429).length;
      for (const [at, name] of Object.keys(OTHERS).entries()) {
        const [now = [], before = []] = [times[at], quiet[at]];
        measured.push({
          what: `${name} during ${what} (p50, p95, most: ${shown(now, "ms")} ms, quiet ${shown(before, "ms")} ms; CPU ${shown(now, "cpu")} ms, quiet ${shown(before, "cpu")} ms; ${refused} refused, ${lasted} s)`,
          ...below({
            most: BUDGET,
            is: percentile(now, "cpu", 0.5) / percentile(before, "cpu", 0.5),
            unit: "×",
            digits: 2,
          }),
        });
      }
      measured.push({
        what: "a known device signs in meanwhile",
        ...below({ most: 200, is: owner.status, unit: "" }),
      });
    }
    return measured;
  } finally {
    await worker.close();
  }
}
