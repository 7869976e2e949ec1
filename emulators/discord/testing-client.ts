import type { TestContext } from "node:test";
import { Client, type ClientEvents, type ClientOptions, Events, GatewayIntentBits } from "discord.js";
import type { DiscordEmulator } from "./index.ts";

/** A real discord.js client against the emulator; it is destroyed with the test. */
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

/** Logs in and waits until the client says that it is ready. */
export async function login(made: Client, emulator: DiscordEmulator): Promise<Client<true>> {
  const ready = next(made, Events.ClientReady);
  await made.login(emulator.botToken);
  const [readyClient] = await ready;
  return readyClient;
}

/** The arguments of a client's next event of a kind. */
export function next<Name extends keyof ClientEvents>(made: Client, name: Name): Promise<ClientEvents[Name]> {
  return new Promise((resolve) => made.once(name, (...values) => resolve(values)));
}
