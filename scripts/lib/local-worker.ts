import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from "miniflare";
import {
  unstable_readConfig as readConfig,
  unstable_getMiniflareWorkerOptions as readWorkerOptions,
} from "wrangler";
import { workerScript } from "./builds.ts";
import { onEnd } from "./lifetime.ts";
import { inRoot } from "./paths.ts";
import type { Values } from "./settings.ts";

/** The local D1 database as Miniflare hands it out. */
export type LocalDatabase = Awaited<ReturnType<Miniflare["getD1Database"]>>;

/** Options common to every local run: nothing is sent to Cloudflare, storage is where `wrangler dev` has it. */
const shared = (organization: string) => ({
  host: "127.0.0.1",
  cf: false,
  telemetry: { enabled: false },
  resourcePersistencePath: `${organization}/v3`,
});

/** What wrangler.toml binds, for a local run; `isRemote` when it asks for the deployed database all the same. */
export function readBindings() {
  const config = readConfig({ config: inRoot("wrangler.toml") });
  const { workerOptions } = readWorkerOptions(config);
  return {
    workerOptions,
    crons: workerOptions.cronTriggers ?? [],
    vars: config.vars as Values,
    isRemote: config.d1_databases.some((database) => database.remote === true),
  };
}

/** Opens an organization's database while its worker is not running; `close` lets go of it. */
export async function openDatabase(organization: string) {
  const { workerOptions } = readBindings();
  const databases = (workerOptions as V4WorkerOptions).d1Databases;
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      ...shared(organization),
      log: new Log(LogLevel.NONE),
      workers: [
        {
          name: "database",
          modules: true,
          script: "export default {}",
          ...(workerOptions.compatibilityDate ? { compatibilityDate: workerOptions.compatibilityDate } : {}),
          ...(databases ? { d1Databases: databases } : {}),
        },
      ],
    }),
  );
  const close = onEnd(() => runtime.dispose());
  try {
    return { database: await runtime.getD1Database("DB"), close };
  } catch (error) {
    await close();
    throw error;
  }
}

export type LocalWorker = {
  /** Runs the scheduled handler as a cron trigger does. */
  scheduled: (cron: string, at: Date) => Promise<unknown>;
  /** Takes up the worker as it was last built. */
  reload: () => Promise<void>;
  crons: string[];
};

/** Runs the built worker on a loopback port, with wrangler.toml's bindings under the given settings. */
export async function startWorker(options: {
  organization: string;
  port: number;
  settings: Values;
}): Promise<LocalWorker> {
  const configure = () => {
    const { workerOptions, crons, vars } = readBindings();
    const converted = convertV4MiniflareOptions({
      ...shared(options.organization),
      port: options.port,
      log: new Log(LogLevel.ERROR),
      handleStructuredLogs: ({ level, message }) => {
        if (level === "error" || level === "warn") console.error(message);
      },
      workers: [
        {
          ...workerOptions,
          name: "worker",
          modules: [{ type: "ESModule", path: workerScript }],
          modulesRoot: inRoot("dist/worker"),
          bindings: { ...vars, ...options.settings },
        },
      ],
    });
    return { converted, crons };
  };
  const { converted, crons } = configure();
  const runtime = new Miniflare(converted);
  onEnd(() => runtime.dispose());
  await runtime.ready;
  return {
    crons,
    scheduled: async (cron, at) => (await runtime.getWorker()).scheduled({ cron, scheduledTime: at }),
    reload: () => runtime.setOptions(configure().converted),
  };
}
