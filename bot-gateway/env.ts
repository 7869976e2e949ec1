import { resolve } from "node:path";
import * as z from "zod/mini";
import { readHosts } from "./network/hosts.ts";
import {
  ACTIVITIES_EVERY_MS,
  BOT_FRAMEWORKS,
  type BotFramework,
  ISOLATION_LEVELS,
  type IsolationLevel,
} from "./protocol.ts";

const baseUrl = z.pipe(
  z.url({ protocol: /^https?$/ }),
  z.transform((text: string) => text.replace(/\/+$/, "")),
);
const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/)),
      z.transform((text: string) => Number(text)),
    ),
    z.number().check(z.gte(least), z.lte(most)),
  );

/** Parses a comma-separated list of host names or addresses, each with or without a port. */
const hostList = z.pipe(
  z.string().check(z.maxLength(2_000), z.regex(/^\s*[\w.*-]+(:\d{1,5})?(\s*,\s*[\w.*-]+(:\d{1,5})?)*\s*$/)),
  z.transform(readHosts),
);

export const DISCORD_API = "https://discord.com/api/v10";

const settings = z.object({
  PORT: z._default(wholeNumber(0, 65_535), 8791),
  HOST: z._default(z.string().check(z.minLength(1)), "127.0.0.1"),
  BOT_GATEWAY_SECRET: z.string().check(z.minLength(32)),
  WORKER_URL: baseUrl,
  DISCORD_API_URL: z._default(baseUrl, DISCORD_API),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), "bot-data"),
  BOT_GATEWAY_BOT_ID: z.optional(wholeNumber(1, 999_999_999)),
  BOT_ISOLATION: z.optional(z.enum(ISOLATION_LEVELS)),
  BOT_ALLOW_UNCONFINED: z.pipe(
    z.pipe(
      z._default(z.string(), ""),
      z.transform((text: string) => text.split(/[,\s]+/).filter((name) => name !== "")),
    ),
    z.array(z.enum(BOT_FRAMEWORKS)),
  ),
  BOT_PYTHON: z.optional(z.string().check(z.minLength(1))),
  BOT_HOSTS: z._default(hostList, []),
  NODE_EXTRA_CA_CERTS: z.optional(z.string().check(z.minLength(1))),
  BOT_MEMORY_MB: z._default(wholeNumber(64, 65_536), 256),
  AUTO_START_DELAY_MS: z._default(wholeNumber(0, 3_600_000), 15_000),
  ACTIVITIES_EVERY_MS: z._default(wholeNumber(0, 3_600_000), ACTIVITIES_EVERY_MS),
});

/** Describes each setting, for the error that names a wrong one. */
const EXPECTED: Record<keyof z.infer<typeof settings>, string> = {
  PORT: "a port number, 0 for any free one",
  HOST: "the address to listen on",
  BOT_GATEWAY_SECRET: "at least 32 characters, the same as the worker's",
  WORKER_URL: "the address of the worker, such as https://command.example.org",
  DISCORD_API_URL: `the base of Discord's REST API, such as ${DISCORD_API}`,
  DATA_DIR: "the directory for the bots' files",
  BOT_GATEWAY_BOT_ID: "the number of the one bot that this gateway runs, or nothing",
  BOT_ISOLATION: `one of ${ISOLATION_LEVELS.join(", ")}, and in production not process`,
  BOT_ALLOW_UNCONFINED: `nothing, or with commas some of ${BOT_FRAMEWORKS.join(", ")}`,
  BOT_PYTHON: "the path of a Python interpreter, or nothing",
  BOT_HOSTS: "hosts with commas between, such as api.example.org, 203.0.113.7:8443",
  NODE_EXTRA_CA_CERTS: "the path of a file with certificates, or nothing",
  BOT_MEMORY_MB: "the memory of one bot in megabytes, 64 or more",
  AUTO_START_DELAY_MS: "milliseconds",
  ACTIVITIES_EVERY_MS: "milliseconds",
};

export type Env = {
  port: number;
  host: string;
  secret: string;
  workerUrl: string;
  discordApiUrl: string;
  /** An absolute path. */
  dataDir: string;
  /** The only bot that this gateway runs; null for all bots. */
  botId: number | null;
  /** The lowest isolation level at which bots run. */
  isolation: IsolationLevel;
  /** Frameworks whose bots run even where nothing keeps them from the gateway's own files. */
  allowUnconfined: BotFramework[];
  python: string | null;
  /** Hosts besides Discord's that bots may connect to, each with or without a port. */
  botHosts: readonly string[];
  /** A file with additional certificates that bots trust. */
  caFile: string | null;
  memoryMegabytes: number;
  /** Milliseconds. */
  autoStartDelay: number;
  /** See RunPolicy. */
  activitiesEvery: number;
};

/**
 * Reads the gateway's settings. An empty one counts as missing; in production bots need at least a user id of their
 * own.
 * @throws Error with one sentence for each wrong setting, by name and without its value
 */
export function readEnv(environment: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const isProduction = environment["NODE_ENV"] === "production";
  const result = settings.safeParse(given);
  const wrong = new Set(result.error?.issues.map((issue) => String(issue.path[0])) ?? []);
  if (isProduction && given["BOT_ISOLATION"] === "process") wrong.add("BOT_ISOLATION");
  if (!result.success || wrong.size > 0) {
    const sentences = [...wrong].map((name) => {
      const state = given[name] === undefined ? "is missing" : "is not right";
      return `Setting ${name} ${state}: it must be ${EXPECTED[name as keyof typeof EXPECTED]}.`;
    });
    throw new Error(sentences.join("\n"));
  }
  const read = result.data;
  return {
    port: read.PORT,
    host: read.HOST,
    secret: read.BOT_GATEWAY_SECRET,
    workerUrl: read.WORKER_URL,
    discordApiUrl: read.DISCORD_API_URL,
    dataDir: resolve(read.DATA_DIR),
    botId: read.BOT_GATEWAY_BOT_ID ?? null,
    isolation: read.BOT_ISOLATION ?? (isProduction ? "own_uid" : "process"),
    allowUnconfined: read.BOT_ALLOW_UNCONFINED,
    python: read.BOT_PYTHON ?? null,
    botHosts: read.BOT_HOSTS,
    caFile: read.NODE_EXTRA_CA_CERTS ?? null,
    memoryMegabytes: read.BOT_MEMORY_MB,
    autoStartDelay: read.AUTO_START_DELAY_MS,
    activitiesEvery: read.ACTIVITIES_EVERY_MS,
  };
}
