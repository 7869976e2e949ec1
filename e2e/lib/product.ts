import { spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Milliseconds after which a product that is not ready counts as one that never will be. */
const PATIENCE = 600_000;

export type Product = {
  address: string;
  discord: string;
  /** The secret that controls the emulators. */
  secret: string;
  /** Where its data is. */
  folder: string;
  /** The token of the emulated Discord's bot, which the output names where there is no demo. */
  botToken: string;
  /** Ends the product and removes its data. */
  end: () => Promise<void>;
};

const SCRIPT = fileURLToPath(new URL("../../scripts/run.mjs", import.meta.url));

/** Builds what has changed, so that several products can start at a time. */
export async function build(): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, "test", "build"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error("The product could not be built: `npm test -- build` says why.");
}

/** Returns a free port below those of outgoing connections, one of which could take it before the product listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.once("listening", () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/**
 * Runs `npm start` with the demo, or without it and people, in a data folder of its own, and resolves when it is ready. It
 * gets no settings of this machine.
 * @throws Error with its whole output when it ends or is not ready within ten minutes
 */
export async function startProduct({ isDemo = true } = {}): Promise<Product> {
  const secret = randomBytes(24).toString("hex");
  const folder = mkdtempSync(join(tmpdir(), "command-centre-e2e-"));
  const { PATH, HOME, TMPDIR, SystemRoot, APPDATA, LOCALAPPDATA, USERPROFILE } = process.env;
  const child = spawn(process.execPath, [SCRIPT, "start", ...(isDemo ? [] : ["--no-demo"])], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...{ PATH, HOME, TMPDIR, SystemRoot, APPDATA, LOCALAPPDATA, USERPROFILE },
      DATA_DIR: folder,
      VARS_FILE: join(folder, "no.vars"),
      // People in Discord act, and bots start, only when a journey makes them.
      LIFE_INTERVAL: "0",
      ACTIVITIES_EVERY_MS: "0",
      AUTO_START_DELAY_MS: "3600000",
      STRANGE_SEED: "1",
      PORT: String(await freePort()),
      EMULATOR_SECRET: secret,
    },
  });
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await gone;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  let output = "";
  const ready = new Promise<Pick<Product, "address" | "discord" | "botToken">>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The product was not ready in time:\n${output}`)),
      PATIENCE,
    );
    const look = (chunk: Buffer) => {
      output += chunk;
      const address = /is ready at (http:\/\/localhost:\d+)/.exec(output)?.[1];
      const discord = /emulated at (http:\/\/[^\s;]+)/.exec(output)?.[1];
      if (!address || !discord) return;
      clearTimeout(timer);
      resolve({ address, discord, botToken: /bot's token, .*\n\s+(\S+)/.exec(output)?.[1] ?? "" });
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    void gone.then(() => {
      clearTimeout(timer);
      reject(new Error(`The product did not start:\n${output}`));
    });
  });
  try {
    return { ...(await ready), secret, folder, end };
  } catch (error) {
    await end();
    throw error;
  }
}
