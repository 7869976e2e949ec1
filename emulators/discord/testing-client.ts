import type { TestContext } from "node:test";
import { Client, type ClientEvents, type ClientOptions, Events, GatewayIntentBits } from "discord.js";
import type { DiscordEmulator } from "./index.ts";

/** Returns a real discord.js client connected to the emulator; it is destroyed with the test. */
export function client(
  test: TestContext,
  emulator: DiscordEmulator,
  options: Partial<ClientOptions> = {},
): Client {
  const made = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMembers,
      GatewayIntentBits.GuildVoiceStates,
      GatewayIntentBits.GuildPresences,
    ],
    ...options,
    rest: { api: `${emulator.url}/api`, ...options.rest },
  });
  test.after(() => made.destroy());
  return made;
}

export async function login(made: Client, emulator: DiscordEmulator): Promise<Client<true>> {
  const ready = next(made, Events.ClientReady);
  await made.login(emulator.botToken);
  const [readyClient] = await ready;
  return readyClient;
}

/** Resolves with the arguments of a client's next event of a kind. */
export function next<Name extends keyof ClientEvents>(made: Client, name: Name): Promise<ClientEvents[Name]> {
  return new Promise((resolve) => made.once(name, (...values) => resolve(values)));
}
