import { consentKey, emulatorSecret, startEmulatorProcess } from "./emulator.ts";
import { endAll } from "./lifetime.ts";
import { DEMO_DISCORD } from "./settings.ts";

type Project = { provide: (key: never, value: never) => void };

/** The Discords of the tests send every form that Discord's documentation allows, the same in each run. */
const STRANGE = { STRANGE_SEED: "1" };

/**
 * Starts Discords of three sizes, a UEX and an RSI for the worker's tests, which reach them only by their base
 * addresses.
 */
export default async function setup(project: Project): Promise<() => Promise<void>> {
  const provide = project.provide as (key: string, value: string) => void;
  const discord = await startEmulatorProcess("discord", STRANGE);
  provide("discordUrl", discord);
  provide("discordAuthorizeUrl", `${discord}/${consentKey}/oauth2/authorize`);
  provide("discordOf2500Url", await startEmulatorProcess("discord", { ...STRANGE, GUILD_SIZE: "2500" }));
  provide("discordOf10000Url", await startEmulatorProcess("discord", { ...STRANGE, GUILD_SIZE: "10000" }));
  provide("uexUrl", await startEmulatorProcess("uex"));
  provide("rsiUrl", await startEmulatorProcess("rsi"));
  provide("emulatorSecret", emulatorSecret);
  provide("discordClientId", DEMO_DISCORD.DISCORD_CLIENT_ID);
  provide("discordClientSecret", DEMO_DISCORD.DISCORD_CLIENT_SECRET);
  provide("discordGuildId", DEMO_DISCORD.DISCORD_GUILD_ID);
  provide("discordBotToken", DEMO_DISCORD.DISCORD_BOT_TOKEN);
  return endAll;
}
