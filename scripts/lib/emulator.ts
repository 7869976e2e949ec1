import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./failure.ts";
import { isQuitting } from "./lifetime.ts";
import { inRoot } from "./paths.ts";
import { freePort } from "./ports.ts";
import { startNode } from "./processes.ts";
import { DEMO_DISCORD } from "./settings.ts";

/**
 * Runs an emulator with the demo's credentials and resolves to its address when it listens.
 * @param environment what else the emulator is told; PORT 0, any free port, unless it says
 * @param onExit called when the emulator ends by itself afterwards
 */
export async function startEmulatorProcess(
  environment: NodeJS.ProcessEnv,
  onExit: () => void = () => {},
  which: "discord" | "rsi" = "discord",
): Promise<string> {
  const child = startNode(inRoot("emulators", which, "main.ts"), [], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=${new URL("end-with-parent.mjs", import.meta.url).href}`,
      PORT: "0",
      CLIENT_ID: DEMO_DISCORD.DISCORD_CLIENT_ID,
      CLIENT_SECRET: DEMO_DISCORD.DISCORD_CLIENT_SECRET,
      BOT_TOKEN: DEMO_DISCORD.DISCORD_BOT_TOKEN,
      GUILD_ID: DEMO_DISCORD.DISCORD_GUILD_ID,
      ...environment,
    },
  });
  const address = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk;
      const found = /ready at (http:\/\/\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Failure(`The emulator of ${which} did not start: see above.`)));
  });
  child.once("exit", () => {
    if (!isQuitting()) onExit();
  });
  return address;
}

/** Milliseconds between two things that people of a demo's Discord do by themselves. */
const LIFE_INTERVAL = "12000";

/** The port that an organization's emulator had last; people may have its address open. */
function rememberedPort(file: string): number {
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10) || 0;
  } catch {
    return 0;
  }
}

/** Starts an organization's emulator where it was last time, with its guild as it was then. */
export async function startEmulator(options: {
  organization: string;
  appUrl: string;
  onExit: () => void;
}): Promise<string> {
  const portFile = join(options.organization, "discord-port");
  const address = await startEmulatorProcess(
    {
      PORT: String(await freePort(rememberedPort(portFile))),
      REDIRECT_URIS: `${options.appUrl}/api/auth/discord/callback`,
      STATE_FILE: join(options.organization, "discord.json"),
      LIFE_INTERVAL: process.env["LIFE_INTERVAL"] ?? LIFE_INTERVAL,
    },
    options.onExit,
  );
  writeFileSync(portFile, new URL(address).port);
  return address;
}

/** Starts an organization's emulated RSI where it was last time, with its citizens as they were then. */
export async function startRsiEmulator(organization: string, onExit: () => void): Promise<string> {
  const portFile = join(organization, "rsi-port");
  const address = await startEmulatorProcess(
    {
      PORT: String(await freePort(rememberedPort(portFile))),
      STATE_FILE: join(organization, "rsi.json"),
    },
    onExit,
    "rsi",
  );
  writeFileSync(portFile, new URL(address).port);
  return address;
}
