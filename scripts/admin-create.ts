import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  administratorSql,
  checkPassword,
  checkUsername,
  findUsernameSql,
  type Rules,
  rulesSql,
} from "./lib/administrator.ts";
import { openFile, withDatabase } from "./lib/database.ts";
import { Failure, runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals, onEnd } from "./lib/lifetime.ts";
import { runningOn, take } from "./lib/lock.ts";
import { organizationFolder } from "./lib/paths.ts";
import { binOf, quietCloudflare, runNode } from "./lib/processes.ts";
import { ask, readStandardInput } from "./lib/prompts.ts";

const USAGE = `Makes an administrator: the first one of an organization, or another.

  npm run admin:create                      asks for everything, for the local organization
  npm run admin:create -- --remote          for the deployed one (wrangler must be signed in)
  npm run admin:create -- --demo            for the local demo

Without questions: --username <name> --display-name <name> --password-stdin (the password on standard input).`;

/** A database in which SQL can be run: the local one, or the deployed one through wrangler. */
type Target = {
  find: (sql: string) => Promise<object | undefined>;
  run: (statements: string[]) => Promise<void>;
};

function readFlags() {
  try {
    return parseArgs({
      options: {
        username: { type: "string" },
        "display-name": { type: "string" },
        "password-stdin": { type: "boolean" },
        remote: { type: "boolean" },
        demo: { type: "boolean" },
        help: { type: "boolean" },
      },
    }).values;
  } catch {
    throw new Failure(USAGE);
  }
}

async function createAdministrator(flags: ReturnType<typeof readFlags>, target: Target): Promise<string> {
  const username = (flags.username ?? (await ask("Username"))).trim();
  checkUsername(username);
  if (await target.find(findUsernameSql(username))) {
    throw new Failure(`The username "${username}" is taken: choose another.`);
  }
  const displayName =
    flags["display-name"]?.trim() || (flags.username ? username : await ask("Name to show")) || username;
  if (displayName.length > 64) throw new Failure("The name to show is too long: it may have 64 characters.");
  const password = flags["password-stdin"]
    ? await readStandardInput()
    : await ask("Password", { secret: true });
  const rules = (await target.find(rulesSql)) as Rules;
  checkPassword(password, [username, displayName], rules);
  if (!flags["password-stdin"] && (await ask("Password again", { secret: true })) !== password) {
    throw new Failure("The two passwords differ: nothing was made.");
  }
  await target.run(await administratorSql({ username, displayName, password }));
  if (rules.isFirst) {
    console.log(
      `New passwords need at least ${rules.least} characters here: change it under Admin, Settings.`,
    );
  }
  return username;
}

/** Opens the local database, to which a running worker may be writing. */
function local(folder: string): Target {
  const database = openFile(folder);
  onEnd(() => database.close());
  return {
    find: async (sql) => database.prepare(sql).get(),
    run: async (statements) => {
      database.exec(`begin immediate; ${statements.join(";\n")}; commit`);
    },
  };
}

/** The deployed database. SQL with a password hash is passed in a file that only its owner can read. */
const remote: Target = {
  find: async (sql) => {
    const [answer] = JSON.parse(await wrangler(["--command", sql, "--json"])) as { results: object[] }[];
    return answer?.results[0];
  },
  run: async (statements) => {
    const folder = mkdtempSync(join(tmpdir(), "administrator-"));
    try {
      const file = join(folder, "administrator.sql");
      writeFileSync(file, `${statements.join(";\n")};\n`, { mode: 0o600 });
      await wrangler(["--file", file, "--yes"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function wrangler(args: string[]): Promise<string> {
  const { code, output, stdout } = await runNode(
    binOf("wrangler"),
    ["d1", "execute", "DB", "--remote", ...args],
    quietCloudflare,
  );
  if (code === 0) return stdout;
  console.error(output.trimEnd());
  throw new Failure("The deployed database could not be used (wrangler's own words are above).");
}

endOnSignals(130);
await runCommand(async () => {
  const flags = readFlags();
  if (flags.help) {
    console.log(USAGE);
    return 0;
  }
  if (!flags["password-stdin"] && !process.stdin.isTTY) {
    throw new Failure(
      "There is no terminal to ask at: give --username, --display-name and --password-stdin.",
    );
  }
  try {
    if (flags.remote) {
      const username = await createAdministrator(flags, remote);
      console.log(`Administrator "${username}" is made. Sign in at your deployment's address.`);
      return 0;
    }
    const folder = organizationFolder(flags.demo ? "demo" : "own");
    if (flags.demo && !existsSync(folder)) throw new Failure("There is no demo yet: `npm start` makes it.");
    const start = flags.demo ? "npm start" : "npm start -- --no-demo";
    const giveBack = await take(folder);
    if (giveBack) {
      await withDatabase(folder, `${start}${flags.demo ? " --" : ""} --fresh`, async () => {});
      await giveBack();
    } else if (!(await runningOn(folder))) {
      throw new Failure("Command Centre is just starting from this data: try again when it is ready.");
    }
    const username = await createAdministrator(flags, local(folder));
    console.log(
      `Administrator "${username}" is made. Start with \`${start}\` (if it does not run already) and sign in.`,
    );
    return 0;
  } finally {
    await endAll();
  }
});
