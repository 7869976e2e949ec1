import type { TestContext } from "node:test";
import { DISCORD_API, type Env } from "../env.ts";
import { type Gateway, startGateway } from "../gateway.ts";
import type { RunPolicy } from "../policy.ts";
import type { StartOrder } from "../protocol.ts";
import { signGatewayRequest } from "../signature.ts";
import { type Behaviour, FakeWorker, SECRET } from "./fake-worker.ts";
import { temporaryFolder } from "./folders.ts";
import { plainSandbox } from "./plain-sandbox.ts";

export type Reply = { status: number; body: unknown };

export type Stand = {
  gateway: Gateway;
  worker: FakeWorker;
  sandbox: ReturnType<typeof plainSandbox>;
  /** Everything that the gateway wrote to its own log. */
  log: string[];
  dataDir: string;
  /** Sends a signed request. */
  call(method: string, path: string, body?: unknown): Promise<Reply>;
};

type Options = {
  policy?: Partial<RunPolicy>;
  env?: Partial<Env>;
  dataDir?: string;
  behave?: () => Behaviour;
};

/** Short delays, so that tests with real processes do not wait long. */
const QUICK: Partial<RunPolicy> = { restartDelay: 10, restartDelayMax: 50, identifyGap: 0, retryFirst: 20 };

/** Starts a whole gateway with real processes over real HTTP; it ends with the test. */
export async function startStand(test: TestContext, options: Options = {}): Promise<Stand> {
  let gateway: Gateway | null = null;
  // Registered first, so that the worker still runs when the gateway ends.
  test.after(() => gateway?.close());
  const worker = await FakeWorker.start(test);
  if (options.behave) worker.behave = options.behave;
  const dataDir = options.dataDir ?? temporaryFolder(test);
  const sandbox = plainSandbox(dataDir);
  const log: string[] = [];
  const env: Env = {
    port: 0,
    host: "127.0.0.1",
    secret: SECRET,
    workerUrl: worker.url,
    discordApiUrl: DISCORD_API,
    dataDir,
    botId: null,
    isolation: "process",
    allowUnconfined: [],
    python: null,
    botHosts: [],
    caFile: null,
    memoryMegabytes: 256,
    autoStartDelay: 3_600_000,
    activitiesEvery: 0,
    ...options.env,
  };
  const write = (line: string) => {
    log.push(line);
  };
  const started = await startGateway({ env, sandbox, write, policy: { ...QUICK, ...options.policy } });
  gateway = started;
  const call = (method: string, path: string, body?: unknown) => callGateway(started.url, method, path, body);
  return { gateway: started, worker, sandbox, log, dataDir, call };
}

/** Sends a signed request to a gateway. */
export async function callGateway(
  base: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const headers = await signGatewayRequest(SECRET, { method, url: base + path, body: text });
  const response = await fetch(base + path, {
    method,
    headers,
    ...(method === "GET" || method === "HEAD" ? {} : { body: text }),
  });
  const answer = await response.text();
  return { status: response.status, body: answer === "" ? undefined : JSON.parse(answer) };
}

let runs = 0;

/** Returns an order whose only file is this source. */
export function order(source: string, more: Partial<StartOrder> = {}): StartOrder {
  runs += 1;
  return {
    runId: runs,
    organizationId: 1,
    name: "Test bot",
    framework: "discord.js",
    token: "MTEwMDAwMDAwMDAwMDAwMDAwMQ.GaBcDe.a-token_that-no-log-may-ever-show-0123456789",
    guildId: "1100000000000000002",
    files: [{ name: "bot.mjs", content: source, isMain: true }],
    ...more,
  };
}
