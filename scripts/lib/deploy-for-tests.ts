import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runDeployment, type Wanted } from "./deployment.ts";
import { Failure } from "./failure.ts";
import { inRoot } from "./paths.ts";
import { temporaryData } from "./running.ts";

type Answer = { code?: number; stdout?: string; stderr?: string };
export type Answers = Record<string, Answer>;

/** A program that answers by the words that a command begins with, and notes each call with its input. */
const fake = (program: string, folder: string, answers: Answers) => `#!/bin/sh
words="${program} $*"
case "$words" in *"secret put"*) input=$(cat) ;; esac
printf '%s\\t%s\\n' "\${words%% --config *}" "$input" >> '${folder}/calls'
case "$words" in
${Object.entries(answers)
  .map(([begin, { code = 0, stdout = "", stderr = "" }], at) => {
    writeFileSync(join(folder, `out${at}`), stdout);
    writeFileSync(join(folder, `err${at}`), stderr);
    return `"${begin}"*) cat '${folder}/out${at}'; cat '${folder}/err${at}' >&2; exit ${code} ;;`;
  })
  .join("\n")}
esac
exit 9
`;

export const json = (value: unknown): Answer => ({ stdout: `\n${JSON.stringify(value, null, 2)}\n` });
export const account = (id: string) => ({ name: `The ${id}`, id });
export const WHO = { loggedIn: true, email: "ada@example.org", accounts: [account("first")] };
export const DATABASES = [{ uuid: "11111111-2222-4333-8444-555555555555", name: "command-centre" }];
export const REQUIRED = ["DISCORD_CLIENT_SECRET", "SECRETS_KEYS", "BOT_GATEWAY_SECRET"];
export const named = (names: string[]) => json(names.map((name) => ({ name, type: "secret_text" })));
const ALL_THERE: Answers = {
  "wrangler whoami": json(WHO),
  "wrangler d1 list": json(DATABASES),
  "wrangler secret list": named(REQUIRED),
  "wrangler d1 migrations list": {
    stdout:
      "Migrations to be applied:\n┌──────┐\n│ Name │\n│ 0041_bell.sql │\n│ 0042_leaving.sql │\n└──────┘\n",
  },
  "wrangler d1 migrations apply": {},
  "wrangler d1 create": {},
  "wrangler secret put": {},
  "wrangler deploy": {},
  "docker info": {},
};
export const VARS: Record<string, string> = {
  APP_URL: "https://command.example.org",
  DISCORD_CLIENT_ID: "1100000000000000001",
  DISCORD_PUBLIC_KEY: "0".repeat(64),
  DISCORD_GUILD_ID: "1100000000000000002",
};

/** Runs a deployment with an answer for each program's call; returns what it says, and the calls with their input. */
export async function deploy(
  change: {
    answers?: Answers;
    wanted?: Wanted;
    vars?: Record<string, string>;
    config?: (text: string) => string;
    environment?: Record<string, string>;
    /** How the bill of materials is written; by default it is not. */
    writeBill?: () => Promise<number>;
  } = {},
) {
  using data = temporaryData();
  const { folder } = data;
  for (const program of ["wrangler", "docker"])
    writeFileSync(join(folder, program), fake(program, folder, { ...ALL_THERE, ...change.answers }), {
      mode: 0o755,
    });
  let text = readFileSync(inRoot("wrangler.toml"), "utf8").replace("./bot-gateway", inRoot("bot-gateway"));
  for (const [name, value] of Object.entries({ ...VARS, ...change.vars }))
    text = text.replace(`[vars]\n`, `[vars]\n${name} = "${value}"\n`).replace(`\n${name} = ""`, "");
  const config = join(folder, "wrangler.toml");
  writeFileSync(config, (change.config ?? String)(text));
  const printed: string[] = [];
  const code = await runDeployment(
    { ...change.wanted, config },
    {
      environment: { PATH: `${folder}:/usr/bin:/bin`, ...change.environment },
      say: (line) => printed.push(line),
      isTerminal: false,
      writeBill: change.writeBill ?? (async () => 0),
    },
  ).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    printed.push(error.message);
    return 1;
  });
  const calls = join(folder, "calls");
  const lines = existsSync(calls) ? readFileSync(calls, "utf8").trimEnd().split("\n") : [];
  const made = lines.map((line) => line.split("\t") as [words: string, input: string]);
  return { code, output: printed.join("\n"), calls: made.map(([words]) => words), inputs: made };
}
