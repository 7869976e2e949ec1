import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Miniflare, V4MiniflareOptions, V4WorkerOptionsShape } from "miniflare";
import { workerScript } from "./builds.ts";
import { endOnSignals, onEnd } from "./lifetime.ts";
import { inRoot } from "./paths.ts";
import type { Values } from "./settings.ts";

/** The local D1 database as Miniflare returns it. */
export type LocalDatabase = Awaited<ReturnType<Miniflare["getD1Database"]>>;

/** The id after which the file of every local database is named, whatever database wrangler.toml names. */
const LOCAL_DATABASE = "00000000-0000-0000-0000-000000000000";

/** Options of every local run: nothing is sent to Cloudflare, and storage is where `wrangler dev` has it. */
const shared = (organization: string) => ({
  host: "127.0.0.1",
  cf: false,
  telemetry: { enabled: false },
  resourcePersistencePath: `${organization}/v3`,
});

/**
 * Returns the bindings of wrangler.toml for a local run; `isRemote` when it binds the deployed database even locally.
 */
export async function readBindings() {
  // Loaded here, like Miniflare below, because loading takes a second that a refused start need not wait for.
  const { unstable_readConfig: readConfig, unstable_getMiniflareWorkerOptions: readWorkerOptions } =
    await import("wrangler");
  const config = readConfig({ config: inRoot("wrangler.toml") });
  const workerOptions = readWorkerOptions(config).workerOptions as V4WorkerOptionsShape;
  const databases = config.d1_databases as { remote?: boolean }[];
  return {
    workerOptions: { ...workerOptions, d1Databases: { DB: LOCAL_DATABASE } },
    crons: workerOptions.cronTriggers ?? [],
    vars: config.vars as Values,
    isRemote: databases.some((database) => database.remote === true),
  };
}

/** Has Miniflare run workerd by a script with which it ends when this process is killed, too. */
function tieRuntime(): void {
  if (process.platform === "win32" || process.env["WORKERD"]) return;
  const { resolve } = createRequire(import.meta.url);
  const { default: workerd } = createRequire(resolve("miniflare"))("workerd") as { default: string };
  process.env["WORKERD"] = process.env["MINIFLARE_WORKERD_PATH"] ?? workerd;
  process.env["MINIFLARE_WORKERD_PATH"] = inRoot("scripts/lib/workerd.sh");
}

/** Starts Miniflare, which prints only errors; it ends with this command. */
async function startRuntime(configure: () => Promise<V4MiniflareOptions>) {
  tieRuntime();
  const { convertV4MiniflareOptions, Log, LogLevel, Miniflare } = await import("miniflare");
  const options = async () =>
    convertV4MiniflareOptions({ log: new Log(LogLevel.ERROR), ...(await configure()) });
  const runtime = new Miniflare(await options());
  const close = onEnd(() => runtime.dispose());
  // By itself Miniflare ends the process on signals, before everything else could end.
  endOnSignals();
  return { runtime, close, reload: async () => runtime.setOptions(await options()) };
}

/** Opens an organization's database while its worker is not running; `close` releases it. */
export async function openDatabase(organization: string) {
  const { compatibilityDate, d1Databases } = (await readBindings()).workerOptions;
  const { runtime, close } = await startRuntime(async () => ({
    ...shared(organization),
    workers: [
      {
        name: "database",
        modules: true,
        script: "export default {}",
        ...(compatibilityDate ? { compatibilityDate } : {}),
        ...(d1Databases ? { d1Databases } : {}),
      },
    ],
  }));
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
  /** Loads the newest build of the worker. */
  reload: () => Promise<void>;
  /** Ends it before the command does. */
  close: () => Promise<void>;
  crons: string[];
};

/**
 * Runs the built worker on a loopback port, with wrangler.toml's bindings under the given settings.
 * @param options.script another build of the worker
 * @param options.inspectorPort where V8's inspector listens
 */
export async function startWorker(options: {
  organization: string;
  port: number;
  settings: Values;
  script?: string;
  inspectorPort?: number;
}): Promise<LocalWorker> {
  const script = options.script ?? workerScript;
  const { runtime, close, reload } = await startRuntime(async () => {
    const { workerOptions, vars } = await readBindings();
    return {
      ...shared(options.organization),
      port: options.port,
      ...(options.inspectorPort ? { inspectorPort: options.inspectorPort } : {}),
      handleStructuredLogs: ({ level, message }) => {
        if (level === "error" || level === "warn") console.error(message);
      },
      workers: [
        {
          ...workerOptions,
          // wrangler.toml binds none, so that a deployment needs none.
          r2Buckets: { BACKUPS: "backups", ...workerOptions.r2Buckets },
          name: "worker",
          modules: [{ type: "ESModule", path: script }],
          modulesRoot: dirname(script),
          bindings: { ...vars, ...options.settings },
        },
      ],
    };
  });
  await runtime.ready;
  return {
    crons: (await readBindings()).crons,
    scheduled: async (cron, at) => (await runtime.getWorker()).scheduled({ cron, scheduledTime: at }),
    reload,
    close,
  };
}
