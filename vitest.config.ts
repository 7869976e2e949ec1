import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statfsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { startEmulators } from "./emulators/for-tests.ts";
import { consentKey, emulatorSecret } from "./scripts/lib/emulator.ts";
import { startGateway } from "./scripts/lib/gateway-for-tests.ts";
import { endAll, onEnd } from "./scripts/lib/lifetime.ts";
import { DEMO_DISCORD } from "./scripts/lib/settings.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// wrangler.toml names the built web app, which these tests do not need.
mkdirSync(here("dist/web"), { recursive: true });

// The databases of these tests are in memory where there is room for them.
const MEMORY = "/dev/shm";
if (existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize > 2 ** 31) process.env["TMPDIR"] = MEMORY;
}

/** Signs what Discord sends in these tests. */
const signer = generateKeyPairSync("ed25519");
const publicKey = Buffer.from(signer.publicKey.export({ format: "jwk" }).x ?? "", "base64url");

/** Settings of the worker under test, besides those that name the services beside it. */
const settings = {
  APP_URL: "http://localhost:8787",
  DISCORD_PUBLIC_KEY: publicKey.toString("hex"),
  UEX_API_TOKEN: "",
  BOT_GATEWAY_SECRET: "gateway-secret-of-the-tests-0123456789",
  SECRETS_KEYS: `tests:${Buffer.alloc(32, 7).toString("base64")}`,
};

/** Of the emulated services. */
const credentials = {
  controlSecret: emulatorSecret,
  consentKey,
  clientId: DEMO_DISCORD.DISCORD_CLIENT_ID,
  clientSecret: DEMO_DISCORD.DISCORD_CLIENT_SECRET,
  botToken: DEMO_DISCORD.DISCORD_BOT_TOKEN,
  guildId: DEMO_DISCORD.DISCORD_GUILD_ID,
};

/** Seed and number of what is generated, see worker/testing/runs.ts. */
const fuzz = process.env["FUZZ"] ?? JSON.stringify({ seed: 20261122, runs: 200, isFull: false });

/** The most that a test or a hook takes on the slowest machine. */
const LIMIT_MS = 600_000;

/** Packages that the worker and its tests import most, and packages that import these, so that each class exists once. */
const PACKAGES = [
  ...["drizzle-orm", "drizzle-orm/d1", "drizzle-orm/sqlite-core", "fast-check", "zod/mini", "zod/v4/core"],
  ...["hono", "hono/body-limit", "hono/cookie", "hono/language", "hono/route"],
  ...["hono/secure-headers"],
];

/** Imports the templates of new bots as texts, like wrangler's bundler. */
const templatesAsTexts: Plugin = {
  name: "templates-as-texts",
  enforce: "pre",
  load(id) {
    const path = id.replace(/[?#].*$/, "");
    if (!path.startsWith(here("bot-gateway/templates/"))) return null;
    return `export default ${JSON.stringify(readFileSync(path, "utf8"))}`;
  },
};

/** What is hashed slowly, with its cost. */
const SLOW = {
  "worker/features/auth/passwords.ts": "{ N: 2 ** 14, r: 8, p: 5 }",
  "worker/features/second-factor/recovery-codes.ts": "{ N: 2 ** 14, r: 8, p: 1 }",
};

/**
 * Hashes passwords and recovery codes at low cost, because hundreds of requests store some. Tests of the hashing itself
 * import the unchanged module as `passwords.ts?as-it-is`.
 */
const cheapHashes: Plugin = {
  name: "cheap-hashes",
  enforce: "pre",
  transform(code, id) {
    const cost = Object.entries(SLOW).find(([path]) => id === here(path))?.[1];
    if (!cost) return null;
    if (!code.includes(cost)) throw new Error(`${id} has another cost than ${cost}.`);
    return code.replace(cost, "{ N: 2 ** 4, r: 1, p: 1 }");
  },
};

/** The test files that take longest. */
const LONGEST = [
  "budgets",
  "access",
  "ways-in",
  "cursors",
  "write-budget",
  "log",
  "hammered",
  "declared-rows",
];
const isLong = ({ moduleId }: TestSpecification) =>
  LONGEST.some((name) => moduleId === here(`worker/${name}.test.ts`));

/** Begins with the longest files, so that both runtimes are busy to the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

/** Ends the services beside the worker, after its runtimes. */
const ends: Plugin = {
  name: "ends",
  configureVitest({ vitest }) {
    vitest.onClose(endAll);
  },
};

export default defineConfig({
  plugins: [
    templatesAsTexts,
    cheapHashes,
    ends,
    // Called for each runtime.
    cloudflareTest(async () => {
      return {
        wrangler: { configPath: here("wrangler.toml") },
        miniflare: {
          r2Buckets: { BACKUPS: "backups" },
          bindings: {
            ...settings,
            ...(await startEmulators(credentials, onEnd)),
            BOT_GATEWAY_URL: await startGateway(),
            TEST_SIGNING_KEY: signer.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
            TEST_FUZZ: fuzz,
            TEST_COST_ROUTES: process.env["COST_ROUTES"] ?? "",
            TEST_MIGRATIONS: await readD1Migrations(here("migrations")),
          },
        },
      };
    }),
  ],
  test: {
    include: ["worker/**/*.test.ts"],
    setupFiles: [here("worker/testing/setup.ts")],
    // Bundled packages take a quarter less processor time to load and run.
    deps: { optimizer: { ssr: { enabled: true, include: PACKAGES } } },
    // The set-up empties the storage before each test, so that test files can share one runtime.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // What hangs ends; no test is decided by time.
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
  },
});
