import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gatewayScript } from "./builds.ts";
import { Failure } from "./failure.ts";
import { followOutput, type Isolation } from "./gateway-output.ts";
import { isQuitting, onEnd } from "./lifetime.ts";
import { freePort } from "./ports.ts";
import { startNode } from "./processes.ts";
import type { Values } from "./settings.ts";

/** The longest wait until the gateway is ready, in milliseconds; it probes the isolation of bots first. */
const PATIENCE = 60_000;
/** Waits before a gateway that ended by itself is restarted, in milliseconds; the last one repeats. */
const RESTART_DELAYS = [100, 500, 2_000, 10_000];

/** Returns the gateway's address for an organization, with its last port if that is free. */
export async function gatewayAddress(organization: string): Promise<string> {
  const file = join(organization, "gateway-port");
  let remembered = 0;
  try {
    remembered = Number.parseInt(readFileSync(file, "utf8"), 10) || 0;
  } catch {
    // The first start.
  }
  const port = await freePort(remembered);
  writeFileSync(file, String(port));
  return `http://127.0.0.1:${port}`;
}

/**
 * Runs the bot gateway at the address in the settings, and restarts it whenever it ends by itself. Resolves when it
 * is ready for the first time, with how well it isolates bots.
 */
export async function runGateway(options: {
  organization: string;
  workerUrl: string;
  settings: Values;
}): Promise<Isolation | null> {
  const { settings, organization } = options;
  const address = new URL(settings["BOT_GATEWAY_URL"] ?? "");
  const { PATH, HOME, TMPDIR, LANG, TZ } = process.env;
  const environment = {
    ...{ PATH, HOME, TMPDIR, LANG, TZ },
    NODE_OPTIONS: `--import=${new URL("end-with-parent.mjs", import.meta.url).href}`,
    HOST: address.hostname,
    PORT: address.port,
    BOT_GATEWAY_SECRET: settings["BOT_GATEWAY_SECRET"],
    WORKER_URL: options.workerUrl,
    DISCORD_API_URL: settings["DISCORD_API_URL"],
    BOT_HOSTS: settings["BOT_HOSTS"],
    DATA_DIR: join(organization, "gateway"),
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => OWN_SETTINGS.includes(name))),
  };
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  onEnd(() => clearTimeout(timer));

  const start = (): Promise<Isolation | null> =>
    new Promise((resolve, reject) => {
      const child = startNode(gatewayScript, [], {
        stdio: ["ignore", "pipe", "inherit", "ipc"],
        env: environment,
      });
      const patience = setTimeout(() => {
        reject(new Failure(`The bot gateway was not ready within ${PATIENCE / 1000} seconds.`));
      }, PATIENCE);
      const output = followOutput((isolation) => {
        clearTimeout(patience);
        resolve(isolation);
      });
      child.stdout?.on("data", output.take);
      child.once("error", reject);
      child.once("exit", () => {
        clearTimeout(patience);
        reject(new Failure(`The bot gateway did not start:\n${output.newest()}`));
        if (isQuitting()) return;
        const delay = RESTART_DELAYS[Math.min(failures++, RESTART_DELAYS.length - 1)];
        console.error("The bot gateway ended unexpectedly and is started again.");
        timer = setTimeout(() => {
          start().then(
            () => {
              failures = 0;
            },
            () => {},
          );
        }, delay);
      });
    });
  return start();
}

/** Settings of the gateway that are taken from the environment; docs/settings.md lists them. */
const OWN_SETTINGS = [
  "BOT_ISOLATION",
  "BOT_ALLOW_UNCONFINED",
  "BOT_PYTHON",
  "BOT_MEMORY_MB",
  "AUTO_START_DELAY_MS",
];
