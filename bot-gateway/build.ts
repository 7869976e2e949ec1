import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// `node bot-gateway/build.ts <folder>` bundles the service into one file, and copies the module that bots import
// beside it.
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const target = process.argv[2];
if (!target) throw new Error("Name the folder to build into.");

rmSync(target, { recursive: true, force: true });
await build({
  entryPoints: [here("index.ts")],
  outfile: join(target, "index.js"),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  legalComments: "none",
  logLevel: "warning",
});
cpSync(here("runtime"), join(target, "runtime"), {
  recursive: true,
  filter: (path) => !/\.test\.ts$|__pycache__/.test(path),
});
