import { randomBytes } from "node:crypto";
import { parseSettings, SettingsError } from "../../worker/lib/settings.schema.ts";
import type { Values } from "./settings.ts";

// What `npm run deploy` reads out of wrangler's answers. Nothing here runs anything.

/** How a command ended; `output` is both of its streams. */
export type Ended = { code: number; stdout: string; output: string };

/** Something that a deployment lacks. */
export type Missing = {
  what: string;
  /** The command that mends it, or what to edit. */
  mend: string;
  /** The arguments of wrangler by which `--prepare` mends it, and their input; null where the user is asked for it. */
  prepare?: { args: string[]; input?: (() => string) | null };
};

export const isMissing = (found: unknown): found is Missing =>
  typeof found === "object" && found !== null && "mend" in found;

/** Lines of wrangler's own words that are shown. */
const WORDS = 6;

/** A command whose answer says nothing, such as without a network. */
function unanswered(command: string, { code, output }: Ended): Missing {
  const words = output.split("\n").filter((line) => line.trim());
  const shown = words.slice(0, WORDS).map((line) => `\n     | ${line.trim()}`);
  return {
    what: `\`wrangler ${command}\` gave no usable answer (exit code ${code}).${shown.join("")}`,
    mend: "Check the network and the rights of your sign-in, then `npm run deploy -- --check`.",
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the rows of a JSON list; undefined for anything else. */
function readRows(text: string): Record<string, unknown>[] | undefined {
  const list = readJson(text);
  return Array.isArray(list) && list.every(isRow) ? list : undefined;
}

/**
 * Reads `wrangler whoami --json`: null when wrangler is signed in, and knows for which account.
 * @param chosen the account id that the configuration or the environment names
 */
export function readSignIn(ended: Ended, chosen: string | undefined): Missing | null {
  const answer = readJson(ended.stdout);
  if (!isRow(answer) || typeof answer["loggedIn"] !== "boolean") return unanswered("whoami", ended);
  if (!answer["loggedIn"])
    return {
      what: "wrangler is not signed in to Cloudflare, so what is there could not be looked up.",
      mend: "npx wrangler login   (without a browser: set CLOUDFLARE_API_TOKEN)",
    };
  const accounts = Array.isArray(answer["accounts"]) ? answer["accounts"].filter(isRow) : [];
  if (chosen || accounts.length < 2) return null;
  const names = accounts.map(({ name, id }) => `\n     ${String(id)}  ${String(name)}`);
  return {
    what: `You can use several accounts:${names.join("")}`,
    mend: `export CLOUDFLARE_ACCOUNT_ID=${String(accounts[0]?.["id"])}   (or the id of another)`,
  };
}

/** Reads `wrangler d1 list --json`: null when the database of the configuration is there. */
export function readDatabase(
  ended: Ended,
  database: { database_name?: string | undefined; database_id?: string | undefined },
): Missing | null {
  const rows = ended.code === 0 ? readRows(ended.stdout) : undefined;
  if (!rows) return unanswered("d1 list", ended);
  const { database_name: name = "command-centre", database_id: id } = database;
  if (rows.some((row) => (id ? row["uuid"] === id : row["name"] === name))) return null;
  if (id)
    return {
      what: `Your account has no D1 database with the database_id ${id}.`,
      mend: "Remove `database_id` from wrangler.toml: the database is then found by its name.",
    };
  const args = ["d1", "create", name];
  return {
    what: `The D1 database ${name} does not exist.`,
    mend: `npx wrangler ${args.join(" ")}`,
    prepare: { args },
  };
}

/** Reads `wrangler secret list`: the names of the secrets, none for a worker that was never deployed. */
export function readSecrets(ended: Ended): string[] | Missing {
  if (ended.code !== 0 && /Worker ".*" not found/.test(ended.output)) return [];
  const rows = ended.code === 0 ? readRows(ended.stdout) : undefined;
  return rows?.map(({ name }) => String(name)) ?? unanswered("secret list", ended);
}

/** Reads `wrangler d1 migrations list DB --remote`: the files that were not applied yet. */
export function readMigrations(ended: Ended): string[] | Missing {
  if (ended.code === 0 && ended.stdout.includes("No migrations to apply")) return [];
  const names = ended.stdout.match(/\b\d{4}_[\w-]+\.sql\b/g) ?? [];
  return ended.code === 0 && names.length ? names : unanswered("d1 migrations list", ended);
}

/** The secret settings: a stand-in of the right form for each, and how to make a new one where that is up to us. */
export const SECRETS: Record<string, { form: string; make?: { run: () => string; shown: string } }> = {
  DISCORD_CLIENT_SECRET: { form: "-" },
  SECRETS_KEYS: {
    form: `-:${"A".repeat(43)}=`,
    make: {
      run: () => `k1:${randomBytes(32).toString("base64")}`,
      shown: `node -e "console.log('k1:' + require('crypto').randomBytes(32).toString('base64'))"`,
    },
  },
  BOT_GATEWAY_SECRET: {
    form: "-".repeat(32),
    make: {
      run: () => randomBytes(32).toString("hex"),
      shown: `node -e "console.log(require('crypto').randomBytes(32).toString('hex'))"`,
    },
  },
  UEX_API_TOKEN: { form: "-" },
  MAIL_API_TOKEN: { form: "-" },
  PUSH_PRIVATE_KEY: { form: "A".repeat(43) },
};

/** Returns what is wrong with settings, each sentence by the setting's name. */
function faultsOf(values: Values): [name: string, sentence: string][] {
  try {
    parseSettings(values);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message.split("\n").map((sentence) => [sentence.split(" ")[1] ?? "", sentence]);
  }
}

/**
 * Compares `[vars]` and the names of the secrets with what the worker needs.
 * @param runsBots whether bots can be started, which takes BOT_GATEWAY_SECRET
 */
export function readSettings(vars: Values, secrets: readonly string[], runsBots: boolean): Missing[] {
  const values = { ...vars };
  for (const name of secrets) if (SECRETS[name]) values[name] = SECRETS[name].form;
  // Any other setting may be kept as a secret, too; its value cannot be looked at.
  const faults = faultsOf(values).filter(([name]) => SECRETS[name] || !secrets.includes(name));
  if (runsBots && !secrets.includes("BOT_GATEWAY_SECRET"))
    faults.push([
      "BOT_GATEWAY_SECRET",
      "Setting BOT_GATEWAY_SECRET is missing: without it no bot runs, which `--no-bots` accepts.",
    ]);
  if (
    values["PUSH_PUBLIC_KEY"] &&
    !values["PUSH_PRIVATE_KEY"] &&
    !faults.some(([name]) => name.startsWith("PUSH_"))
  )
    faults.push([
      "PUSH_PRIVATE_KEY",
      "Setting PUSH_PRIVATE_KEY is missing: PUSH_PUBLIC_KEY needs its other half.",
    ]);
  return faults.map(([name, what]) => {
    const secret = SECRETS[name];
    if (!secret) return { what, mend: `Put ${name} = "…" into [vars] of wrangler.toml.` };
    const args = ["secret", "put", name];
    const put = `npx wrangler ${args.join(" ")}`;
    const { make } = secret;
    return { what, mend: make ? `${make.shown} | ${put}` : put, prepare: { args, input: make?.run ?? null } };
  });
}

/**
 * Returns what is missing for the container image of the bots; null where nothing is.
 * @param isFile whether wrangler.toml names a Dockerfile, and not an address of a registry, which needs no Docker here
 * @param docker how `docker info` ended
 */
export function readContainer(isFile: boolean, docker: () => Ended): Missing | null {
  if (!isFile || docker().code === 0) return null;
  return {
    what: "Docker does not run here, and the image of the bots is built with it.",
    mend: "Start Docker, or `npm run deploy -- --no-bots`, or see “Without Docker” in docs/deploying.md.",
  };
}

/** Returns one list of everything that is missing, each with what mends it. */
export const listMissing = (missing: readonly Missing[]): string =>
  missing.map(({ what, mend }, at) => `${String(at + 1).padStart(2)}. ${what}\n    → ${mend}`).join("\n\n");
