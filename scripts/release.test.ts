import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, matchesGlob } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { VERSION } from "../worker/lib/version.ts";
import { buildWorker, workerScript } from "./lib/builds.ts";
import { databaseFiles } from "./lib/damage.ts";
import { endAll } from "./lib/lifetime.ts";
import { openDatabase } from "./lib/local-worker.ts";
import { inRoot, root } from "./lib/paths.ts";
import { temporaryData } from "./lib/running.ts";

after(endAll);

/** Most kilobytes of the deployed worker, gzip, a little above what it has. Cloudflare takes 3 MB. */
const WORKER_KB = 970;

test(`bundles the worker to at most ${WORKER_KB} kB`, async () => {
  await buildWorker();
  const size = gzipSync(readFileSync(workerScript)).byteLength / 1_000;
  assert.ok(size <= WORKER_KB, `${Math.round(size)} kB`);
});

test("keeps local data in the file that it was in when wrangler.toml named a database", async () => {
  using data = temporaryData();
  const { database, close } = await openDatabase(data.folder);
  await database.prepare("create table things (name text)").run();
  await close();
  const file = "9ba2b04bf514d9facfd57ed57d849e77241a7adc99d1c1545d06688b43d84248.sqlite";
  assert.deepEqual(
    databaseFiles(data.folder).map((path) => basename(path)),
    [file],
  );
});

test("the worker's version is that of package.json", () => {
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { version: string };
  assert.equal(VERSION, version);
});

const dockerfile = readFileSync(inRoot("bot-gateway/Dockerfile"), "utf8");
/** The files of the repository that the image's build gets. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = ""]) =>
  paths.split(" "),
);
const ignored = readFileSync(inRoot("bot-gateway/Dockerfile.dockerignore"), "utf8").trim().split("\n");

/** Whether a file reaches the build: its last line in the list of what Docker ignores decides, as Docker reads it. */
const reachesBuild = (path: string) => {
  const isIn = (pattern: string) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`);
  const last = ignored.findLast((line) => isIn(line.replace(/^!/, "")) || line === "*");
  return (
    last?.startsWith("!") === true && copied.some((from) => path === from || path.startsWith(`${from}/`))
  );
};

test("the gateway's image is built of files that are there, and of all that the gateway imports", async () => {
  assert.ok(copied.length >= 5);
  assert.deepEqual(
    copied.filter((path) => !existsSync(inRoot(path))),
    [],
  );
  const { metafile } = await build({
    ...{ entryPoints: [inRoot("bot-gateway/index.ts")], absWorkingDir: root, bundle: true, write: false },
    ...{ platform: "node", format: "esm", target: "node24", metafile: true, outdir: "dist/gateway" },
  });
  const inputs = Object.keys(metafile.inputs);
  const isPackage = (path: string) => path.startsWith("node_modules/");
  const files = inputs.filter((path) => !isPackage(path));
  const runtime = globSync("bot-gateway/runtime/{node,python}/*", { cwd: root });
  const built = ["bot-gateway/build.ts", "bot-gateway/pick-packages.mjs", "bot-gateway/requirements.txt"];
  assert.deepEqual(
    [...files, ...runtime, ...built].filter((path) => !reachesBuild(path)),
    [],
  );
  assert.ok(files.length > 20);
  const picked = [...dockerfile.matchAll(/pick-packages\.mjs (.*?) &&/g)].flatMap(([, names = ""]) =>
    names.split(" "),
  );
  assert.deepEqual(
    inputs.filter(
      (path) => isPackage(path) && !picked.some((name) => path.startsWith(`node_modules/${name}/`)),
    ),
    [],
  );
});

const IMAGE = "builds the gateway's image";
if (spawnSync("docker", ["info"], { stdio: "ignore" }).status === 0)
  test(IMAGE, () => {
    const file = ["--platform", "linux/amd64", "--file", "bot-gateway/Dockerfile"];
    const { status, stderr } = spawnSync("docker", ["build", ...file, "."], { cwd: root, encoding: "utf8" });
    assert.equal(status, 0, stderr);
  });
else console.log(`Left out: “${IMAGE}”. Docker does not run here.`);
