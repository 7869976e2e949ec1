import { join } from "node:path";
import { gatewayScript } from "./builds.ts";
import { type ReadyGateway, readReady } from "./gateway-output.ts";
import { isQuitting, onEnd } from "./lifetime.ts";
import { onLastPort, startService } from "./service.ts";
import type { Values } from "./settings.ts";

/** The longest wait until the gateway is ready, in milliseconds; it probes the isolation of bots first, a busy machine slowly. */
const PATIENCE = 180_000;
/** Waits before a gateway that ended by itself is restarted, in milliseconds; the last one repeats. */
const RESTART_DELAYS = [100, 500, 2_000, 10_000];

/**
 * Runs an organization's bot gateway on its last port or any free one, and restarts it there whenever it ends by itself.
 * Resolves when it is ready for the first time.
 */
export async function runGateway(options: {
  organization: string;
  workerUrl: string;
  settings: Values;
  /** Whether bots with auto-start start as soon as the worker answers, unless the environment says otherwise. */
  startsAtOnce?: boolean;
}): Promise<ReadyGateway> {
  const { settings, organization } = options;
  const { PATH, HOME, TMPDIR, LANG, TZ } = process.env;
  const environment = {
    ...{ PATH, HOME, TMPDIR, LANG, TZ },
    HOST: "127.0.0.1",
    BOT_GATEWAY_SECRET: settings["BOT_GATEWAY_SECRET"],
    WORKER_URL: options.workerUrl,
    DISCORD_API_URL: settings["DISCORD_API_URL"],
    BOT_HOSTS: settings["BOT_HOSTS"],
    DATA_DIR: join(organization, "gateway"),
    ...(options.startsAtOnce ? { AUTO_START_DELAY_MS: "0" } : {}),
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => OWN_SETTINGS.includes(name))),
  };
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  onEnd(() => clearTimeout(timer));

  const start = async (port: number): Promise<ReadyGateway> => {
    const { child, ready } = await startService({
      name: "The bot gateway",
      script: gatewayScript,
      environment: { ...environment, PORT: String(port) },
      read: readReady,
      patience: PATIENCE,
    });
    child.once("exit", () => startAgain(Number(new URL(ready.address).port)));
    failures = 0;
    return ready;
  };
  const startAgain = (port: number) => {
    if (isQuitting()) return;
    console.error("The bot gateway ended unexpectedly and is started again.");
    const delay = RESTART_DELAYS[Math.min(failures++, RESTART_DELAYS.length - 1)];
    timer = setTimeout(() => void start(port).catch(() => startAgain(port)), delay);
  };
  return onLastPort(join(organization, "gateway-port"), start);
}

/** Settings of the gateway that are taken from the environment; docs/settings.md lists them. */
const OWN_SETTINGS = [
  "BOT_ISOLATION",
  "BOT_ALLOW_UNCONFINED",
  "BOT_PYTHON",
  "BOT_MEMORY_MB",
  "AUTO_START_DELAY_MS",
  "ACTIVITIES_EVERY_MS",
];
