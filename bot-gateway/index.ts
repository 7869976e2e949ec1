import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { claimFolder } from "./claim.ts";
import { readEnv } from "./env.ts";
import { errorText } from "./errors.ts";
import { startGateway } from "./gateway.ts";
import { hostsOf } from "./network/hosts.ts";
import { closeInherited } from "./sandbox/descriptors.ts";
import { probeSandbox } from "./sandbox/sandbox.ts";

/** Longer than a gateway takes to end its bots and to report that. */
const PREDECESSOR_MS = 15_000;

async function main(): Promise<void> {
  closeInherited();
  // Prefers memory over speed, because the service computes little: collects garbage early (while 20 bots flood it 92 MB are in
  // use instead of 149 MB), and leaves out the optimizing compilers (6 MB).
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--optimize-for-size");
  setFlagsFromString("--no-opt");
  const env = readEnv(process.env);
  mkdirSync(env.dataDir, { recursive: true, mode: 0o711 });
  // Files that this process writes are readable by its own user only.
  process.umask(0o077);
  await claimFolder(env.dataDir, PREDECESSOR_MS);
  const sandbox = await probeSandbox({
    root: env.dataDir,
    runtime: join(import.meta.dirname, "runtime"),
    ...(env.python === null ? {} : { python: env.python }),
    // The container of a single bot holds nothing that this bot may not see.
    ownMachine: env.botId !== null,
    require: env.isolation,
    allowUnconfined: env.allowUnconfined,
    ...(env.caFile === null ? {} : { caFile: env.caFile }),
    hosts: hostsOf(env.discordApiUrl, env.botHosts),
    limits: { memoryMegabytes: env.memoryMegabytes },
  });
  const gateway = await startGateway({ env, sandbox, write: (line) => process.stdout.write(line) });
  const end = () => void gateway.close().then(() => process.exit(0));
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  // Ends when the process that started the service and read its log has ended.
  process.stdout.on("error", end);
  process.stdout.write(`Bot gateway is ready at ${gateway.url}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : errorText(error)}\n`);
  process.exit(1);
});
