import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { buildWeb } from "./builds.ts";
import {
  type Ended,
  isMissing,
  listMissing,
  type Missing,
  readContainer,
  readDatabase,
  readMigrations,
  readSecrets,
  readSettings,
  readSignIn,
} from "./deploy-checks.ts";
import { Failure } from "./failure.ts";
import { inRoot, root } from "./paths.ts";
import { quietCloudflare, showNode } from "./processes.ts";
import { ask } from "./prompts.ts";
import type { Values } from "./settings.ts";

/** Milliseconds that wrangler may take to look something up. */
const PATIENCE = 60_000;

export type Wanted = {
  /** Looks, and deploys nothing. */
  check?: boolean | undefined;
  /** Makes what is missing and can be made, and deploys nothing. */
  prepare?: boolean | undefined;
  /** Deploys no container. */
  "no-bots"?: boolean | undefined;
  /** The configuration file; by default wrangler.toml. */
  config?: string | undefined;
};

/** Where a deployment runs: how it finds programs by PATH, and where it says what it does. */
export type Surroundings = {
  environment: NodeJS.ProcessEnv;
  say: (text: string) => void;
  isTerminal: boolean;
  /** Writes the bill of materials; returns the exit code. */
  writeBill?: () => Promise<number>;
};

/** Writes the bill of materials as `npm run sbom` does. */
export const writeBill = () => showNode(inRoot("scripts/sbom.ts"), []);

type Programs = {
  /** Runs a program to its end, which has a minute. */
  look: (program: string, args: readonly string[], input?: string) => Ended;
  /** The same for wrangler, with the configuration file. */
  wrangler: (args: readonly string[], input?: string) => Ended;
  /** Runs wrangler with its output shown. @throws Failure with `otherwise` unless it ends well */
  step: (args: readonly string[], otherwise: string) => void;
};

function programsOf(configFile: string, { environment, say }: Surroundings): Programs {
  const options = {
    cwd: root,
    encoding: "utf8",
    env: { ...environment, ...quietCloudflare, FORCE_COLOR: "0" },
    // Programs of npm are scripts of the shell there.
    shell: process.platform === "win32",
  } as const;
  const config = ["--config", configFile];
  const look: Programs["look"] = (program, args, input = "") => {
    const ended = spawnSync(program, args, { ...options, input, timeout: PATIENCE });
    const [stdout, stderr] = [ended.stdout ?? "", ended.stderr ?? ""];
    const output = `${stdout}${stderr}${ended.error ? `\n${ended.error.message}` : ""}`;
    return { code: ended.status ?? 1, stdout: stdout.trim(), output };
  };
  return {
    look,
    wrangler: (args, input) => look("wrangler", [...args, ...config], input),
    step: (args, otherwise) => {
      say(`\n— wrangler ${args.join(" ")}`);
      const stdio = ["ignore", "inherit", "inherit"] as const;
      const { status } = spawnSync("wrangler", [...args, ...config], { ...options, stdio: [...stdio] });
      if (status !== 0) throw new Failure(`\n${otherwise}`);
    },
  };
}

type Checked = {
  missing: Missing[];
  /** Missing things that do not stop a deployment. */
  notes: Missing[];
  /** The files of the migrations to come. */
  migrations: string[];
  hasContainers: boolean;
  address: string;
};

/** Looks at everything that a deployment needs. */
async function check(
  configFile: string,
  isWithoutBots: boolean,
  { look, wrangler }: Programs,
  environment: NodeJS.ProcessEnv,
): Promise<Checked> {
  // Loaded here because it takes a second, which the help need not wait for.
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const config = readConfig({ config: configFile });
  const vars = config.vars as Values;
  const missing: Missing[] = [];
  const found = <Found>(answer: Found | Missing): answer is Found => {
    if (isMissing(answer)) missing.push(answer);
    return !isMissing(answer);
  };

  const account = config.account_id ?? environment["CLOUDFLARE_ACCOUNT_ID"];
  let migrations: string[] = [];
  let secrets: string[] | undefined;
  if (found(readSignIn(wrangler(["whoami", "--json"]), account))) {
    if (found(readDatabase(wrangler(["d1", "list", "--json"]), config.d1_databases[0] ?? {}))) {
      const listed = readMigrations(wrangler(["d1", "migrations", "list", "DB", "--remote"]));
      if (found(listed)) migrations = listed;
    }
    const listed = readSecrets(wrangler(["secret", "list"]));
    if (found(listed)) secrets = listed;
  }

  const image = String(config.containers?.[0]?.image ?? "");
  const hasGateway = Boolean(vars["BOT_GATEWAY_URL"]);
  const hasContainers = !isWithoutBots && !hasGateway && image !== "";
  const settings = readSettings(vars, secrets ?? [], !isWithoutBots && (hasGateway || hasContainers));
  // The first build of a deploy button may come before the secrets that were typed there.
  const isFirstBuild = Boolean(environment["WORKERS_CI"]) && secrets?.length === 0;
  const notes = settings.filter(({ prepare }) => prepare && isFirstBuild);
  // Secrets that could not be looked up are not said to be missing.
  missing.push(...settings.filter(({ prepare }) => !prepare || (secrets && !isFirstBuild)));
  if (hasContainers) {
    const isFile = existsSync(resolve(dirname(configFile), image));
    found(readContainer(isFile, () => look("docker", ["info"])));
  }
  return { missing, notes, migrations, hasContainers, address: vars["APP_URL"] ?? "" };
}

/** Makes what is missing and can be made, asking at a terminal for secrets that only their owner knows. */
async function prepare(
  missing: readonly Missing[],
  { wrangler }: Programs,
  { say, isTerminal }: Surroundings,
): Promise<void> {
  for (const { mend, prepare: means } of missing) {
    if (!means || (means.input === null && !isTerminal)) continue;
    const { args, input } = means;
    const given = input === null ? await ask(args.at(-1) ?? "", { secret: true }) : input?.();
    const { code, output } = wrangler(args, given);
    if (code !== 0) throw new Failure(`${output.trim()}\n\nThis did not work: ${mend}`);
    say(`Done: wrangler ${args.join(" ")}`);
  }
}

async function deploy(
  { migrations, hasContainers, address }: Checked,
  { step }: Programs,
  { say, writeBill: write = writeBill }: Surroundings,
): Promise<void> {
  await buildWeb();
  if ((await write()) !== 0)
    throw new Failure("The bill of materials could not be written: nothing was deployed.");
  if (migrations.length)
    step(
      ["d1", "migrations", "apply", "DB", "--remote"],
      "A migration failed, and nothing was deployed. Those before it stay: the version that runs works with them.",
    );
  step(
    ["deploy", ...(hasContainers ? [] : ["--containers-rollout=none"])],
    "The deployment failed (wrangler's own words are above). The version before runs on, with the new migrations.",
  );
  say(`\nDeployed: ${address}`);
  say(
    migrations.some((name) => name.startsWith("0000"))
      ? "Next: `npm run admin:create -- --remote` makes the first administrator."
      : "Next: look at Admin, API Management. It shows whether all is up, and which commands in Discord to register again.",
  );
}

/** Deploys, or does less where that is wanted; returns the exit code. @throws Failure when a step fails */
export async function runDeployment(wanted: Wanted, surroundings: Surroundings): Promise<number> {
  const { environment, say } = surroundings;
  const configFile = resolve(wanted.config ?? inRoot("wrangler.toml"));
  const programs = programsOf(configFile, surroundings);
  const look = () => check(configFile, wanted["no-bots"] === true, programs, environment);
  let checked = await look();
  if (wanted.prepare && checked.missing.some((each) => each.prepare)) {
    await prepare(checked.missing, programs, surroundings);
    checked = await look();
  }
  const { missing, notes, migrations } = checked;
  if (missing.length) {
    say(`Nothing was deployed. Missing:\n\n${listMissing(missing)}`);
    return 1;
  }
  say(`Migrations to come: ${migrations.join(", ") || "none"}.`);
  if (notes.length) say(`To set after this first build:\n\n${listMissing(notes)}`);
  if (wanted.check || wanted.prepare) say("Nothing is missing: `npm run deploy` deploys.");
  else await deploy(checked, programs, surroundings);
  return 0;
}
