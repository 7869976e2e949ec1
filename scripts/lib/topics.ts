import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type { Trigger } from "../../worker/lib/live/topics.ts";
import { inRoot } from "./paths.ts";
import { temporaryData } from "./running.ts";

/** What the worker imports from its platform, for a look at it outside: nothing of it is called. */
const withoutPlatform: Plugin = {
  name: "without-platform",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cloudflare:/ }, ({ path }) => ({ path, namespace: "platform" }));
    onLoad({ filter: /.*/, namespace: "platform" }, () => ({
      contents: "export class DurableObject {}; export class WorkerEntrypoint {}; export const env = {};",
    }));
    onLoad({ filter: /bot-gateway[\\/]templates[\\/]/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8"),
      loader: "text",
    }));
  },
};

/** The triggers that the topics of all features ask for. */
export async function readTriggers(): Promise<Trigger[]> {
  using data = temporaryData();
  const file = join(data.folder, "topics.mjs");
  await build({
    stdin: {
      contents: `import { TOPICS } from "./worker/features.ts";
        import { triggersOf } from "./worker/lib/live/topics.ts";
        export const triggers = triggersOf(TOPICS);`,
      resolveDir: inRoot("."),
      loader: "ts",
    },
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
    plugins: [withoutPlatform],
  });
  const { triggers } = (await import(pathToFileURL(file).href)) as { triggers: Trigger[] };
  rmSync(file);
  return triggers;
}
