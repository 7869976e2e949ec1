import { parseArgs } from "node:util";
import { runDeployment } from "./lib/deployment.ts";
import { Failure, runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals } from "./lib/lifetime.ts";

const USAGE = `Deploys to Cloudflare: looks whether everything is there, builds, migrates the database, deploys.

  npm run deploy                    deploys; if anything is missing, says what mends it and deploys nothing
  npm run deploy -- --check         only looks
  npm run deploy -- --prepare       makes the database and the secrets that are missing; asks for what it cannot make
  npm run deploy -- --no-bots       leaves the containers of bots alone, which needs no Docker
  npm run deploy -- --config FILE   uses another file than wrangler.toml`;

function readFlags() {
  try {
    return parseArgs({
      options: {
        check: { type: "boolean" },
        prepare: { type: "boolean" },
        "no-bots": { type: "boolean" },
        config: { type: "string" },
        help: { type: "boolean" },
      },
    }).values;
  } catch {
    throw new Failure(USAGE);
  }
}

endOnSignals(130);
await runCommand(async () => {
  const flags = readFlags();
  if (flags.help) {
    console.log(USAGE);
    return 0;
  }
  try {
    const isTerminal = process.stdin.isTTY === true;
    return await runDeployment(flags, { environment: process.env, say: console.log, isTerminal });
  } finally {
    await endAll();
  }
});
