import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type DiscordOptions, startDiscord } from "./discord/index.ts";
import { startRsi } from "./rsi/index.ts";
import { startUex } from "./uex/index.ts";

type Credentials = Required<
  Pick<DiscordOptions, "controlSecret" | "consentKey" | "clientId" | "clientSecret" | "botToken" | "guildId">
>;

/** Registers how to end what was started. */
type OnEnd = (ending: () => unknown) => unknown;

/** Starts larger Discords when they are first asked for, by `GET /2500`, and answers their addresses. */
async function startStarter(
  start: (guildSize: number) => Promise<{ url: string }>,
  onEnd: OnEnd,
): Promise<string> {
  const started = new Map<number, Promise<{ url: string }>>();
  const server = createServer(async ({ url = "" }, response) => {
    const guildSize = Number(url.slice(1));
    const discord = started.get(guildSize) ?? start(guildSize);
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
 * Starts, in this process, what the worker's tests in one runtime reach beside it: a Discord, a UEX and an RSI. Each runtime
 * has its own, because tests control them.
 * @returns the worker's settings and the tests' that name them
 */
export async function startEmulators(
  credentials: Credentials,
  onEnd: OnEnd,
): Promise<Record<string, string>> {
  const ending = <Started extends { close: () => Promise<void> }>(started: Started): Started => {
    onEnd(() => started.close());
    return started;
  };
  const { controlSecret } = credentials;
  // They send every form that Discord's documentation allows, the same in each run.
  const start = (more: DiscordOptions = {}) =>
    startDiscord({ port: 0, strangeSeed: 1, ...credentials, ...more }).then(ending);
  const [discord, uex, rsi, starter] = await Promise.all([
    start(),
    startUex({ port: 0, controlSecret }).then(ending),
    startRsi({ port: 0, controlSecret }).then(ending),
    startStarter((guildSize) => start({ guildSize }), onEnd),
  ]);
  return {
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
    DISCORD_CLIENT_ID: credentials.clientId,
    DISCORD_CLIENT_SECRET: credentials.clientSecret,
    DISCORD_GUILD_ID: credentials.guildId,
    RSI_URL: rsi.url,
    UEX_API_URL: uex.apiUrl,
    UEX_PHOTO_URL: uex.photoUrl,
    TEST_BOT_TOKEN: credentials.botToken,
    TEST_CONTROL_URL: `${discord.url}/__control`,
    TEST_DISCORDS_URL: starter,
    TEST_EMULATOR_SECRET: controlSecret,
    TEST_UEX_CONTROL_URL: `${uex.url}/__control`,
  };
}
