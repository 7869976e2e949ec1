import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { isQuitting, quit } from "./lifetime.ts";
import { inRoot } from "./paths.ts";
import { onLastPort, startService } from "./service.ts";
import { DEMO_DISCORD, type Values } from "./settings.ts";

export type EmulatorName = "discord" | "uex" | "rsi";

/** The secret for controlling the emulators of this start; the journeys set it to control them over HTTP. */
export const emulatorSecret = process.env["EMULATOR_SECRET"] ?? randomBytes(24).toString("hex");

/** The first part of the path of the emulated consent page, which bots cannot know. */
export const consentKey = randomBytes(16).toString("hex");

/** Further environment of each emulator: the demo's credentials. */
const ENVIRONMENTS: Partial<Record<EmulatorName, NodeJS.ProcessEnv>> = {
  discord: {
    CLIENT_ID: DEMO_DISCORD.DISCORD_CLIENT_ID,
    CLIENT_SECRET: DEMO_DISCORD.DISCORD_CLIENT_SECRET,
    BOT_TOKEN: DEMO_DISCORD.DISCORD_BOT_TOKEN,
    GUILD_ID: DEMO_DISCORD.DISCORD_GUILD_ID,
    CONSENT_KEY: consentKey,
  },
};

/** The longest wait until an emulator listens, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Runs an emulator; resolves with its address when it listens.
 * @param environment further environment of the emulator; PORT is 0, any free port, by default
 * @param onExit called when the emulator ends by itself afterwards
 */
export async function startEmulatorProcess(
  name: EmulatorName,
  environment: NodeJS.ProcessEnv = {},
  onExit: () => void = () => {},
): Promise<string> {
  const { child, ready } = await startService({
    name: `The ${name} emulator`,
    script: inRoot("emulators", name, "main.ts"),
    environment: {
      ...process.env,
      PORT: "0",
      CONTROL_SECRET: emulatorSecret,
      ...ENVIRONMENTS[name],
      ...environment,
    },
    read: (output) => /ready at (http:\/\/\S+)\s/.exec(output)?.[1] ?? null,
    patience: PATIENCE,
  });
  child.once("exit", () => {
    if (!isQuitting()) onExit();
  });
  return ready;
}

/** Ends everything when an emulator has ended by itself. */
const endWith = (name: EmulatorName) => () => {
  console.error(`The ${name} emulator ended unexpectedly.`);
  void quit(1);
};

/** Emulated services besides Discord: the setting that names each, and the settings for its emulator. */
const SERVICES: readonly {
  name: EmulatorName;
  setting: string;
  settingsOf: (address: string) => Values;
}[] = [
  {
    name: "uex",
    setting: "UEX_API_URL",
    settingsOf: (address) => ({ UEX_API_URL: `${address}/2.0`, UEX_PHOTO_URL: `${address}/photos` }),
  },
  { name: "rsi", setting: "RSI_URL", settingsOf: (address) => ({ RSI_URL: address }) },
];

/** Milliseconds between two activities of people in the demo's Discord. */
const LIFE_INTERVAL = "12000";

/** Starts an emulator of an organization on its last port, if that is free, and with its last state. */
async function startKept(
  name: EmulatorName,
  organization: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const STATE_FILE = join(organization, `${name}.json`);
  const { address } = await onLastPort(join(organization, `${name}-port`), async (port) => ({
    address: await startEmulatorProcess(
      name,
      { PORT: String(port), STATE_FILE, ...environment },
      endWith(name),
    ),
  }));
  return address;
}

export const startDiscord = (organization: string, appUrl: string): Promise<string> =>
  startKept("discord", organization, {
    REDIRECT_URIS: `${appUrl}/api/auth/discord/callback`,
    INTERACTIONS_URL: `${appUrl}/api/discord/interactions`,
    LIFE_INTERVAL: process.env["LIFE_INTERVAL"] ?? LIFE_INTERVAL,
  });

/** Starts an emulator for every service that the settings do not name; returns settings that name the emulators. */
export async function startServices(own: Values, organization: string): Promise<Values> {
  const missing = SERVICES.filter(({ setting }) => own[setting] === undefined);
  const started = missing.map(async ({ name, settingsOf }) =>
    settingsOf(await startKept(name, organization)),
  );
  return Object.assign({}, ...(await Promise.all(started)));
}
