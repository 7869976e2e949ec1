import { existsSync, globSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { Failure } from "./failure.ts";
import { inRoot, root } from "./paths.ts";
import { withOpenFiles } from "./private.ts";
import { binOf, quietCloudflare, runNode } from "./processes.ts";

/**
 * Returns the newest change, in milliseconds, among files and folders (a folder changes when a file is removed from
 * it).
 */
function newest(patterns: string[]): number {
  const paths = globSync(patterns, {
    cwd: root,
    exclude: ["**/*.test.{ts,tsx}", "worker/**/testing/**", "bot-gateway/testing/**"],
  });
  return Math.max(0, ...paths.map((path) => statSync(inRoot(path), { throwIfNoEntry: false })?.mtimeMs ?? 0));
}

type Build = { name: string; output: string; sources: string[]; run: () => Promise<void> };

/** Runs a build unless its output is newer than every source; returns whether it ran. */
async function buildIfStale({ name, output, sources, run }: Build): Promise<boolean> {
  const stamp = inRoot("dist", `.built-${name}`);
  const builtAt = existsSync(output) ? (statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0) : 0;
  if (builtAt > newest(["package-lock.json", ...sources])) return false;
  rmSync(stamp, { force: true });
  const startedAt = new Date();
  await run();
  writeFileSync(stamp, "");
  // Files that were saved while the build ran are not in it.
  utimesSync(stamp, startedAt, startedAt);
  return true;
}

/**
 * Builds the web app into dist/web.
 * @throws Failure after the bundler's output
 */
export async function buildWeb(): Promise<void> {
  await buildIfStale({
    name: "web",
    output: inRoot("dist/web/index.html"),
    sources: [
      "vite.config.ts",
      "web",
      "web/**",
      "worker/**/*.schema.ts",
      "worker/**/*.fields.ts",
      "bot-gateway/protocol.ts",
    ],
    run: async () => {
      console.error("Building the web app…");
      await build("web app", binOf("vite"), ["build", "--logLevel", "warn"], { NODE_ENV: "production" });
    },
  });
}

export const workerScript = inRoot("dist/worker/index.js");

/**
 * Bundles the worker into dist/worker exactly as a deployment does.
 * @throws Failure after the bundler's output
 */
export async function buildWorker(): Promise<boolean> {
  withOpenFiles(() => mkdirSync(inRoot("dist/web"), { recursive: true }));
  return buildIfStale({
    name: "worker",
    output: workerScript,
    sources: [
      ...["wrangler.toml", "worker", "worker/**", "migrations/meta/_journal.json"],
      ...["bot-gateway/protocol.ts", "bot-gateway/templates/**"],
    ],
    run: async () => {
      const target = ["--outdir", inRoot("dist/worker"), "--containers-rollout", "none"];
      await build("worker", binOf("wrangler"), ["deploy", "--dry-run", ...target], {
        ...quietCloudflare,
        FORCE_COLOR: "0",
      });
    },
  });
}

export const gatewayScript = inRoot("dist/gateway/index.js");

/**
 * Bundles the bot gateway into dist/gateway, with the module that bots import beside it.
 * @throws Failure after the bundler's output
 */
export async function buildGateway(): Promise<void> {
  await buildIfStale({
    name: "gateway",
    output: gatewayScript,
    sources: ["bot-gateway", "bot-gateway/**"],
    run: () => build("bot gateway", inRoot("bot-gateway/build.ts"), [inRoot("dist/gateway")], {}),
  });
}

async function build(what: string, script: string, args: string[], environment: NodeJS.ProcessEnv) {
  // Bots with user ids of their own must be able to read the result.
  const { code, output } = await withOpenFiles(() => runNode(script, args, environment));
  if (code === 0) return;
  console.error(output.trimEnd());
  throw new Failure(`The ${what} could not be built: see above.`);
}
