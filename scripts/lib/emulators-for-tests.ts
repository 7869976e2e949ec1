import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type DiscordOptions, startDiscord } from "../../emulators/discord/index.ts";
import { startRsi } from "../../emulators/rsi/index.ts";
import { startUex } from "../../emulators/uex/index.ts";
import { consentKey, emulatorSecret } from "./emulator.ts";
import { startGateway } from "./gateway-for-tests.ts";
import { onEnd } from "./lifetime.ts";
import { DEMO_DISCORD } from "./settings.ts";

const demo = {
  clientId: DEMO_DISCORD.DISCORD_CLIENT_ID,
  clientSecret: DEMO_DISCORD.DISCORD_CLIENT_SECRET,
  botToken: DEMO_DISCORD.DISCORD_BOT_TOKEN,
  guildId: DEMO_DISCORD.DISCORD_GUILD_ID,
};

const own = { port: 0, controlSecret: emulatorSecret };

/** Ends something that was started with this process. */
function ending<Started extends { close: () => Promise<void> }>(started: Started): Started {
  onEnd(() => started.close());
  return started;
}

/** Starts a Discord that sends every form which Discord's documentation allows, the same in each run. */
const startStrange = async (more: DiscordOptions = {}) =>
  ending(await startDiscord({ ...own, strangeSeed: 1, consentKey, ...demo, ...more }));

/** Starts larger Discords when they are first asked for, by `GET /2500`, and answers their addresses. */
async function startStarter(): Promise<string> {
  const started = new Map<number, ReturnType<typeof startStrange>>();
  const server = createServer(async ({ url = "" }, response) => {
    const guildSize = Number(url.slice(1));
    const discord = started.get(guildSize) ?? startStrange({ guildSize });
    started.set(guildSize, discord);
    response.end((await discord).url);
  });
  onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Starts, in this process, what the tests of one runtime reach beside it: a Discord, a UEX, an RSI and a bot gateway. Each
 * runtime has its own, because tests control them. `endAll` ends them.
 * @returns the settings that name them
 */
export async function startEmulators(): Promise<Record<string, string>> {
  const [discord, uex, rsi, gateway, starter] = await Promise.all([
    startStrange(),
    startUex(own).then(ending),
    startRsi(own).then(ending),
    startGateway(),
    startStarter(),
  ]);
  return {
    BOT_GATEWAY_URL: gateway,
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
    DISCORD_CLIENT_ID: demo.clientId,
    DISCORD_CLIENT_SECRET: demo.clientSecret,
    DISCORD_GUILD_ID: demo.guildId,
    RSI_URL: rsi.url,
    UEX_API_URL: uex.apiUrl,
    UEX_PHOTO_URL: uex.photoUrl,
    TEST_BOT_TOKEN: demo.botToken,
    TEST_CONTROL_URL: `${discord.url}/__control`,
    TEST_DISCORDS_URL: starter,
    TEST_EMULATOR_SECRET: emulatorSecret,
    TEST_UEX_CONTROL_URL: `${uex.url}/__control`,
  };
}
