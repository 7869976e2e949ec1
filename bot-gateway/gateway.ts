import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import { type Clock, realClock } from "./clock.ts";
import { DISCORD_API, type Env } from "./env.ts";
import { createGatewayServer } from "./http/server.ts";
import { createLog } from "./log.ts";
import { RUN_POLICY, type RunPolicy } from "./policy.ts";
import type { GatewaySnapshot } from "./protocol.ts";
import { Redactor } from "./report/redact.ts";
import { WorkerClient } from "./report/worker-client.ts";
import { adviceOn } from "./sandbox/advice.ts";
import type { Sandbox } from "./sandbox/sandbox.types.ts";
import { BotFiles } from "./supervise/files.ts";
import { IdentifyLimits } from "./supervise/identify.ts";
import { Supervisor } from "./supervise/supervisor.ts";

export type Gateway = {
  /** The address on which it listens. */
  url: string;
  /** Stops every bot, reports that, and ends. Further calls wait for the first one. */
  close(): Promise<void>;
};

type Options = {
  env: Env;
  sandbox: Sandbox;
  write: (line: string) => void;
  clock?: Clock;
  random?: () => number;
  policy?: Partial<RunPolicy>;
};

/** The longest time for the last reports when the gateway ends. */
const LAST_REPORTS_MS = 3_000;

/** Starts the gateway; resolves when it listens. */
export async function startGateway(options: Options): Promise<Gateway> {
  const { env, sandbox, write, clock = realClock, random = Math.random } = options;
  const policy: RunPolicy = {
    ...RUN_POLICY,
    memoryMax: env.memoryMegabytes * 1024 * 1024,
    activitiesEvery: env.activitiesEvery,
    ...options.policy,
  };
  const instance = randomBytes(12).toString("hex");
  const startedAt = new Date(clock.now()).toISOString();
  const secret = new Redactor(env.secret);
  const log = createLog(write, (text) => secret.clean(supervisor.redact(text)));
  const own = join(env.dataDir, "gateway");
  const tools = {
    sandbox,
    files: new BotFiles(join(own, "written")),
    clock,
    random,
    policy,
    identifies: new IdentifyLimits(join(own, "identifies.json"), policy, clock.now()),
    discordApiUrl: env.discordApiUrl === DISCORD_API ? null : env.discordApiUrl,
  };
  const supervisor: Supervisor = new Supervisor(tools, {
    onState: (state) => {
      const { botId, runId, status, reason } = state;
      log("info", "bot_state", { botId, runId, status, reason });
      worker.addState(state);
    },
    onLog: (botId, line) => worker.addLog(botId, line),
    onActivities: (botId, items) => worker.addActivities(botId, items),
  });
  const snapshot = (): GatewaySnapshot => ({
    instance,
    startedAt,
    botId: env.botId,
    memoryBytes: process.memoryUsage.rss(),
    isolation: sandbox.isolation,
    frameworks: sandbox.frameworks,
    ...supervisor.states(),
  });
  const { workerUrl } = env;
  const worker: WorkerClient = new WorkerClient({
    workerUrl,
    secret: env.secret,
    botId: env.botId,
    instance,
    clock,
    random,
    policy,
    log,
    snapshot,
  });

  await sandbox.reap();
  const refused = sandbox.frameworks.flatMap((each) => (each.refused ? each.framework : []));
  log(refused.length > 0 ? "warn" : "info", "isolation", {
    level: sandbox.isolation.level,
    advice: adviceOn(sandbox.isolation),
    refused: refused.join(", "),
  });
  const server = createGatewayServer({
    secret: env.secret,
    botId: env.botId,
    supervisor,
    snapshot,
    clock,
    log,
  });
  server.listen(env.port, env.host);
  await once(server, "listening");
  void worker.begin(env.autoStartDelay);

  let closing: Promise<void> | null = null;
  const close = async () => {
    log("info", "closing");
    await supervisor.close();
    await worker.close(LAST_REPORTS_MS);
    server.close();
    server.closeAllConnections();
    log("info", "closed");
  };
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : env.port;
  return {
    url: `http://${isIPv6(env.host) ? `[${env.host}]` : env.host}:${port}`,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
