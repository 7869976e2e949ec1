import { generateKeyPairSync, randomBytes, sign as signWith } from "node:crypto";
import { globSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { signGatewayRequest } from "../../bot-gateway/signature.ts";
import { hashPassword } from "../../worker/features/auth/passwords.ts";
import { hashToken, newToken, sessionIdOf } from "../../worker/features/sessions/token.ts";
import { takePlace } from "../../worker/lib/scrypt.ts";
import { encryptSecret } from "../../worker/lib/secrets.ts";
import type { Counts } from "../../worker/testing/counting.ts";
import { FIRST_USER, type FillFile, statementsOf } from "../../worker/testing/filling.ts";
import { filesOf } from "../../worker/testing/found.ts";
import { insertRows, withDatabase } from "../lib/database.ts";
import { addOfficers, type InDiscord, interactionOf, signedHeaders, typed } from "../lib/in-discord.ts";
import { type LocalDatabase, startWorker } from "../lib/local-worker.ts";
import { inRoot, root } from "../lib/paths.ts";
import { freePort } from "../lib/ports.ts";
import { temporaryData } from "../lib/running.ts";
import { DEMO_DISCORD, type Values } from "../lib/settings.ts";
import { buildEntry } from "./entry.ts";
import { openIsolate } from "./isolate.ts";

/** The hub gathers changes for 100 ms before it tells of them. */
const QUIET_MS = 300;
/** How often the worker uses the CPU for a known time, to find out what a sample of it stands for. */
const BURNS = 2;

const APP_URL = "http://localhost:8787";
const SECRETS_KEYS = `bench:${randomBytes(32).toString("base64")}`;
const GATEWAY_SECRET = randomBytes(32).toString("hex");

/** The password of every officer. */
export const PASSWORD = "nebula-drift-9";

/** The kinds that are announced in a channel of the emulated Discord. */
const ANNOUNCED = ["contract.posted", "contract.accepted", "event.created", "prospect.assigned"];

/** An emulated Discord, with the ids of its roles and channels by name. */
export type Discord = { address: string; idOf: (name: string) => string };

export type BenchPerson = InDiscord & { userId: number };
export type Size = {
  officers: number;
  members: number;
  /** How many of the members are signed in. */
  signedIn: number;
  /** The features whose tables are filled; all if not given. */
  features?: readonly string[];
};

/** The Discord account of a member, which `prospects.fill.ts` names, too. */
export const accountOf = (userId: number) => String(200_000_000_000_000_000n + BigInt(userId - FIRST_USER));

async function readFills(features?: readonly string[]): Promise<FillFile[]> {
  const paths = globSync(`worker/features/{${features?.join() ?? "*"},}/testing/*.fill.ts`, { cwd: root });
  const files = paths.map(async (path) => [path, (await import(inRoot(path))) as FillFile] as const);
  return filesOf(Object.fromEntries(await Promise.all(files)));
}

/**
 * Fills a database as the tests of cost do; the first officer is an administrator. Everybody has an account in Discord, where
 * two roles give ours.
 */
async function fill(database: LocalDatabase, size: Size, discord?: Discord) {
  const officers = await addOfficers(database, size.officers);
  const assignees = officers.map((_, at) => at + 1);
  const statements = statementsOf(await readFills(size.features), size.members, assignees);
  await database.batch(statements.map((each) => database.prepare(each)));
  // Contracts that take applications: a deadline that has passed refuses them.
  await database.prepare("update contracts set deadline = null where status = 'posted'").run();
  const at = new Date().toISOString();
  const members = Array.from({ length: size.signedIn }, (_, number): BenchPerson => {
    const userId = FIRST_USER + 1 + number;
    return { token: newToken(), discordId: accountOf(userId), userId };
  });
  const token = await encryptSecret(SECRETS_KEYS, DEMO_DISCORD.DISCORD_BOT_TOKEN, {
    table: "bots",
    row: 1,
    column: "token",
  });
  const run = (sql: string, ...values: unknown[]) => database.prepare(sql).bind(...values);
  await database.batch([
    run(`update members set role_id = (select id from roles where key = 'administrator') where user_id = 1`),
    run(
      `update users set sign_in_name = username, password_hash = ? where id <= ?`,
      ...[await hashPassword(takePlace("known", "bench"), PASSWORD), size.officers],
    ),
    ...(discord ? ["Officer", "Crew"] : []).map((name, at) =>
      run(
        `insert into discord_role_mappings (organization_id, role_id, discord_role_id, discord_role_name, priority)
         select 1, id, ?, 'Role', 2 - ?2 from roles where key = iif(?2, 'member', 'officer')`,
        ...[discord?.idOf(name), at],
      ),
    ),
    ...(discord ? ANNOUNCED : []).map((kind) =>
      run(
        `insert into announcement_channels (organization_id, kind, channel_id, channel_name, language)
         values (1, ?, ?, 'operations', 'en')`,
        ...[kind, discord?.idOf("operations")],
      ),
    ),
    // Not bound: D1 binds a number as a float, which has too few digits for this.
    run(
      `update users set discord_id = cast(200000000000000000 + id - ${FIRST_USER} as text) where id > ${FIRST_USER}`,
    ),
    insertRows(
      database,
      "sessions",
      members.map(({ userId, token: own }) => ({
        ...{ id: sessionIdOf(own), user_id: userId, token_hash: hashToken(own), method: "password" },
        ...{ created_at: at, last_seen_at: at, expires_at: "2999-01-01" },
      })),
    ),
    run(
      `insert into bots (id, organization_id, name, token, token_ending, framework, status, auto_start, is_crm_bot,
         created_at, updated_at) values (1, 1, 'CRM bot', ?, ?, 'discord.js', 'inactive', 0, 1, ?, ?)`,
      ...[token, DEMO_DISCORD.DISCORD_BOT_TOKEN.slice(-4), at, at],
    ),
  ]);
  return { officers: officers.map((each, index) => ({ ...each, userId: index + 1 })), members };
}

/** The process of the worker that this command runs. @throws Error where there is no /proc */
export function findWorkerd(): number {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const [, name, fields = ""] = /\((.*)\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
      if (name === "workerd" && Number(fields.split(" ")[1]) === process.pid) return Number(pid);
    } catch {
      // It has ended meanwhile.
    }
  }
  throw new Error("The worker's process was not found below /proc, where its CPU time is read.");
}

/** Milliseconds of CPU that a process has used, in steps of ten. See proc(5): fields 14 and 15. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Milliseconds of CPU that the first thread of a process has used, on which workerd runs every isolate. */
export function threadCpuOf(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}

/**
 * Runs the worker, with what counts its work around it, on a filled database of its own.
 */
export async function startOrganization(size: Size, discord?: Discord) {
  const data = temporaryData();
  const organization = `${data.folder}/bench`;
  mkdirSync(organization);
  const script = `${data.folder}/worker/index.js`;
  await buildEntry("counting.ts", script);
  const people = await withDatabase(organization, "npm run bench", (database) =>
    fill(database, size, discord),
  );
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const sign = (text: string) => signWith(null, Buffer.from(text), privateKey).toString("hex");
  const key = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
  const port = await freePort();
  const settings: Values = {
    ...{ APP_URL, ...DEMO_DISCORD, SECRETS_KEYS, DISCORD_PUBLIC_KEY: key },
    ...{ BOT_GATEWAY_URL: "http://127.0.0.1:9", BOT_GATEWAY_SECRET: GATEWAY_SECRET },
    ...{
      UEX_API_URL: "",
      RSI_URL: "",
      ...(discord ? { DISCORD_API_URL: `${discord.address}/api/v10` } : {}),
    },
  };
  const inspectorPort = await freePort();
  const worker = await startWorker({ organization, port, settings, script, inspectorPort });
  const pid = findWorkerd();
  const isolate = await openIsolate(inspectorPort);
  const address = `http://127.0.0.1:${port}`;
  const sockets: WebSocket[] = [];

  /** @throws Error when the answer is neither 2xx nor what `status` says */
  async function send<Answer>(method: string, path: string, init: RequestInit, status?: number) {
    const response = await fetch(address + path, { method, redirect: "manual", ...init });
    const text = await response.text();
    if (!response.ok && response.status !== status)
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    const isJson = response.headers.get("Content-Type")?.includes("json");
    return { headers: response.headers, answer: (isJson ? JSON.parse(text) : text) as Answer };
  }
  const json = { "Content-Type": "application/json", Origin: APP_URL };
  const cookieOf = ({ token }: InDiscord) => ({ Cookie: `session=${token}`, Origin: APP_URL });

  return {
    ...people,
    organization,
    send,
    /** Sends a request of a signed-in person. */
    async ask<Answer = unknown>({ by, method = "GET", path, body, headers = {}, status }: Asked) {
      const own = { ...cookieOf(by), ...(body ? json : {}), ...headers };
      const init = { headers: own, ...(body ? { body: JSON.stringify(body) } : {}) };
      return send<Answer>(method, path, init, status);
    },
    /** Sends a request without a session, as the sign-in page does. */
    visit: (path: string, body: object) => send("POST", path, { headers: json, body: JSON.stringify(body) }),
    /** Sends a command as Discord does. */
    command(by: InDiscord, name: string) {
      const body = interactionOf(by, typed(name));
      return send("POST", "/api/discord/interactions", { body, headers: signedHeaders(body, sign) });
    },
    /** Sends a report as the bot gateway does. */
    async report(values: object) {
      const path = "/api/bot-gateway/reports";
      const body = JSON.stringify(values);
      const signed = await signGatewayRequest(GATEWAY_SECRET, { method: "POST", url: APP_URL + path, body });
      return send("POST", path, { body, headers: { ...json, ...signed } });
    },
    /** Opens the live connection of a page; resolves when it was greeted. */
    open(by: InDiscord): Promise<void> {
      const socket = new WebSocket(`${address.replace("http", "ws")}/api/live`, { headers: cookieOf(by) });
      sockets.push(socket);
      return new Promise((resolve, reject) => {
        socket.addEventListener("message", () => resolve(), { once: true });
        socket.addEventListener("close", ({ code }) => reject(new Error(`a live connection ended: ${code}`)));
      });
    },
    scheduled: worker.scheduled,
    /** Returns the calls since the last question, once no further ones come. */
    async takeCounts(): Promise<Counts> {
      const ask = async (method: string) => (await send<Counts>(method, "/api/bench/counts", {})).answer;
      for (
        let [before, now] = ["", await ask("GET")];
        before !== JSON.stringify(now);
        now = await ask("GET")
      ) {
        before = JSON.stringify(now);
        await delay(QUIET_MS);
      }
      return ask("POST");
    },
    cpu: () => cpuOf(pid),
    /**
     * Milliseconds of CPU that `work` takes: of the worker's isolate, which is what Cloudflare bills, and of the whole process.
     * What a sample stands for depends on what else the machine does, so that it is measured each time, by work of known CPU.
     */
    async cpuOf(work: () => Promise<unknown>): Promise<{ isolate: number; process: number }> {
      // Read while samples are taken, since beginning and ending that takes CPU, too.
      const used = async (measure: (pid: number) => number, what: () => Promise<unknown>) => {
        let ms = 0;
        const samples = await isolate.sample(async () => {
          const before = measure(pid);
          await what();
          ms = measure(pid) - before;
        });
        return { samples, ms };
      };
      const own = await used(cpuOf, work);
      const known = await used(threadCpuOf, async () => {
        for (let turn = 0; turn < BURNS; turn++) await send("GET", "/api/bench/burn", {});
      });
      return { isolate: (own.samples * known.ms) / known.samples, process: own.ms };
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.close();
      isolate.close();
      await worker.close();
      data[Symbol.dispose]();
    },
  };
}

export type BenchOrganization = Awaited<ReturnType<typeof startOrganization>>;
export type Asked = {
  by: InDiscord;
  method?: string;
  path: string;
  body?: object | undefined;
  headers?: Record<string, string>;
  /** A status beside 2xx that is expected. */
  status?: number;
};
