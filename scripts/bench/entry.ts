import { build } from "esbuild";
import { inRoot } from "../lib/paths.ts";

/** Bundles an entry of worker/testing, which runs the product's worker with something around it. */
export async function buildEntry(name: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [inRoot("worker/testing", name)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
    logLevel: "error",
  });
}
