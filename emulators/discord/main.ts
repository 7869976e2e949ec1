import { type DiscordOptions, startDiscord } from "./index.ts";
import { startLife } from "./life.ts";

function whole(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === "") return undefined;
  if (!/^\d+$/.test(text)) throw new Error(`${name} must be a whole number`);
  return Number(text);
}

function options(): DiscordOptions {
  const {
    CLIENT_ID,
    CLIENT_SECRET,
    BOT_TOKEN,
    GUILD_ID,
    REDIRECT_URIS,
    STATE_FILE,
    CONTROL_SECRET,
    CONSENT_KEY,
    INTERACTIONS_URL,
  } = process.env;
  const port = whole("PORT");
  const guildSize = whole("GUILD_SIZE");
  const strangeSeed = whole("STRANGE_SEED");
  return {
    ...(port === undefined ? {} : { port }),
    ...(guildSize === undefined ? {} : { guildSize }),
    ...(strangeSeed === undefined ? {} : { strangeSeed }),
    ...(CLIENT_ID ? { clientId: CLIENT_ID } : {}),
    ...(CLIENT_SECRET ? { clientSecret: CLIENT_SECRET } : {}),
    ...(BOT_TOKEN ? { botToken: BOT_TOKEN } : {}),
    ...(GUILD_ID ? { guildId: GUILD_ID } : {}),
    ...(REDIRECT_URIS ? { redirectUris: REDIRECT_URIS.split(",").map((address) => address.trim()) } : {}),
    ...(STATE_FILE ? { stateFile: STATE_FILE } : {}),
    ...(CONTROL_SECRET ? { controlSecret: CONTROL_SECRET } : {}),
    ...(CONSENT_KEY ? { consentKey: CONSENT_KEY } : {}),
    ...(INTERACTIONS_URL ? { interactionsUrl: INTERACTIONS_URL } : {}),
  };
}

try {
  const emulator = await startDiscord(options());
  const life = whole("LIFE_INTERVAL");
  if (life) startLife(() => emulator.guild, life);
  const stop = (): void => {
    emulator.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  const { seed } = emulator.strange;
  const strange = seed === null ? "" : `, strange with seed ${seed}`;
  console.log(
    `Discord emulator ready at ${emulator.url} (guild ${emulator.guildId}, ${emulator.guild.state.members.size} members${strange})`,
  );
  console.log(`PUBLIC_KEY=${emulator.publicKey}`);
  if (!process.env["CONSENT_KEY"])
    console.log(`Sign-in page at ${emulator.authorizeUrl}\nChat at ${emulator.chatUrl}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
