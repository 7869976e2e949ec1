// The module through which a bot reports to the command centre and receives its commands.
// bot-gateway/runtime/README.md documents it for users who edit bots.
import { setTimeout as sleep } from "node:timers/promises";
import {
  Events,
  GatewayIntentBits,
  IntentsBitField,
  Options,
  Partials,
  SimpleIdentifyThrottler,
  SimpleShardingStrategy,
} from "discord.js";
import { ITEMS_PER_LINE, Line, orders } from "./line.js";
import { Patience } from "./patience.js";
import { People } from "./people.js";

const LOGOUT_MS = 2_000;
/** How often the bot says that it still sees who is in voice. */
const STILL_MS = 300_000;

/** Close codes after which Discord refuses to reconnect a client. */
const FINAL_CODES = new Map([
  [4004, ["token_refused", "Discord refused the token."]],
  [4010, ["closed_by_discord", "Discord refused the shard."]],
  [4011, ["closed_by_discord", "Discord wants this bot to be sharded."]],
  [4012, ["closed_by_discord", "Discord no longer speaks this version of its gateway."]],
  [4013, ["intents_refused", "Discord does not know one of the intents."]],
  [
    4014,
    [
      "intents_refused",
      "Discord refused the intents: switch on Presence Intent and Server Members Intent (and Message Content " +
        "Intent if the bot asks for it) under Bot in the Developer Portal.",
    ],
  ],
]);

const MISSING = "The token is missing: the bot has none, or DISCORD_TOKEN is empty.";
const MISTYPED =
  "The token has a character that no token has, such as a space, a quotation mark or a line break: copy it again from " +
  "Bot in the Developer Portal.";

const { DISCORD_API_URL, DISCORD_GUILD_ID, COMMAND_CENTRE_FD } = process.env;
const people = new People(DISCORD_GUILD_ID ?? "");
const line = new Line();
/** @type {import("discord.js").Client | null} */
let attached = null;
let isLeaving = false;

/** Logs out, sends the waiting reports, and ends the process. */
async function leave(exitCode) {
  if (isLeaving) return;
  isLeaving = true;
  await Promise.race([attached?.destroy(), sleep(LOGOUT_MS)]).catch(() => undefined);
  await Promise.race([line.written(), sleep(LOGOUT_MS / 2)]);
  process.exit(exitCode);
}

function giveUp(reason, code, detail) {
  if (isLeaving) return;
  console.error(code === null ? detail : `${detail} (close code ${code})`);
  line.send({ type: "fatal", reason, code, detail });
  leave(1);
}

/** Fills in fields that Discord may leave out and without which discord.js fails. */
function complete(name, data) {
  // Discord does not check the types of this event's user.
  if (name === "PRESENCE_UPDATE" && !Number.isInteger(data.user?.public_flags))
    delete data.user?.public_flags;
  // Channels inside events of a guild need not name their guild.
  if (name === "THREAD_LIST_SYNC") for (const thread of data.threads) thread.guild_id ??= data.guild_id;
}

/** Kinds of events that could not be read; each is logged once. */
const unread = new Set();

/** Errors of the bot's own listeners, which discord.js calls while it reads an event. */
const thrownByBot = new WeakSet();

/** Runs what reads an event; logs what it cannot read instead of ending the bot. */
function reading(name, read) {
  try {
    return read();
  } catch (error) {
    if (thrownByBot.has(error)) throw error;
    if (unread.has(name)) return undefined;
    unread.add(name);
    console.error(`discord.js could not read ${name}; the bot goes on without it.`, error);
    return undefined;
  }
}

/** Makes a client go on after an event that discord.js cannot read. Errors of the bot's own code still end it. */
function guardReading(client) {
  const { ws } = client;
  const emit = client.emit.bind(client);
  client.emit = (event, ...values) => {
    try {
      return emit(event, ...values);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
      thrownByBot.add(error);
      throw error;
    }
  };
  const handlePacket = ws.handlePacket.bind(ws);
  ws.handlePacket = (packet, shard) => reading(packet?.t, () => handlePacket(packet, shard));
}

async function syncMembers(id) {
  if (!people.isSeeded)
    return line.send({ type: "command_failed", id, detail: "The bot does not see the server yet." });
  let items = [];
  for (const item of people.present()) {
    items.push(item);
    if (items.length < ITEMS_PER_LINE) continue;
    line.add(items);
    items = [];
    await line.written();
  }
  line.add(items);
  await line.written();
  line.send({ type: "command_done", id });
}

function obey(order) {
  if (order?.type === "stop") leave(0);
  else if (order?.type === "command" && Number.isInteger(order.id)) {
    if (order.command === "syncmembers") syncMembers(order.id);
    else line.send({ type: "command_failed", id: order.id, detail: "The bot knows no such command." });
  }
}

/** Carries out each command from standard input. Its end means that the gateway has ended, so the bot ends too. */
function listen() {
  process.stdin.setEncoding("utf8").on("data", orders(obey));
  process.stdin.on("end", () => leave(1)).on("error", () => leave(1));
  process.stdin.unref?.();
}

/** Reports each new login before it happens, and each lost connection; retries with growing delays. */
function watchConnection(client) {
  const { ws } = client.options;
  const buildThrottler =
    ws.buildIdentifyThrottler ??
    (async (manager) => {
      const { session_start_limit: limit } = await manager.fetchGatewayInformation();
      return new SimpleIdentifyThrottler(limit.max_concurrency);
    });
  ws.buildIdentifyThrottler = async (manager) => {
    const throttler = await buildThrottler(manager);
    return {
      async waitForIdentify(shardId, signal) {
        await throttler.waitForIdentify(shardId, signal);
        line.send({ type: "identify" });
      },
    };
  };
  const buildStrategy = ws.buildStrategy ?? ((manager) => new SimpleShardingStrategy(manager));
  ws.buildStrategy = (manager) => {
    waitBetween(manager);
    return buildStrategy(manager);
  };
  client.on(Events.ShardDisconnect, ({ code }) => {
    const [reason, detail] = FINAL_CODES.get(code) ?? ["closed_by_discord", "Discord closed the connection."];
    giveUp(reason, code, detail);
  });
}

/** Reports the lost connections of a manager of @discordjs/ws, which itself always waits half a second. */
function waitBetween(manager) {
  const patience = new Patience();
  let pause = Promise.resolve();
  let heardAt = Date.now();
  for (const event of ["dispatch", "heartbeat"])
    manager.on(event, () => {
      heardAt = Date.now();
    });
  setInterval(() => line.add(people.still(heardAt)), STILL_MS).unref();
  manager.on("closed", ({ code }) => {
    line.add(people.lost(heardAt));
    if (isLeaving || FINAL_CODES.has(code)) return;
    const wait = patience.lost();
    pause = sleep(wait);
    line.send({ type: "disconnected", code, ...(wait > 0 ? { wait: Math.round(wait / 1000) } : {}) });
  });
  for (const event of ["ready", "resumed"]) manager.on(event, () => patience.letIn());
  // The manager asks for a session before each connection.
  const { retrieveSessionInfo } = manager.options;
  manager.options.retrieveSessionInfo = async (shardId) => {
    await pause;
    return retrieveSessionInfo(shardId);
  };
}

/**
 * Returns options for `new Client(…)` with the intents and small caches that the command centre needs. `more` is
 * added; its intents are joined with the needed ones.
 * @param {Partial<import("discord.js").ClientOptions>} more
 * @returns {import("discord.js").ClientOptions}
 */
export function clientOptions(more = {}) {
  const needed = [
    GatewayIntentBits.Guilds,
    GatewayIntentBits.GuildMembers,
    GatewayIntentBits.GuildVoiceStates,
    GatewayIntentBits.GuildPresences,
  ];
  const isItself = ({ id, client }) => id === client.user?.id;
  return {
    partials: [Partials.GuildMember, Partials.User],
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      GuildMemberManager: { maxSize: 0, keepOverLimit: isItself },
      // One user beside the bot: discord.js 14 puts the user of a presence update into this cache and, when a field
      // differs, removes it again without checking that it is there (PresenceUpdate.js, UserUpdate.js).
      UserManager: { maxSize: 1, keepOverLimit: isItself },
      MessageManager: 0,
      PresenceManager: 0,
      ReactionManager: 0,
    }),
    ...more,
    ws: { large_threshold: 250, ...more.ws },
    intents: new IntentsBitField(needed).add(more.intents ?? []),
  };
}

export const commandCentre = {
  /** The Discord server that this bot works for. */
  guildId: DISCORD_GUILD_ID ?? "",

  /**
   * Connects a client with the command centre: from now on presence, voice, joining and leaving are reported, and
   * Stop and Sync members are obeyed. Call it before the login and with one client only; a second call with the same
   * client does nothing.
   * @param {import("discord.js").Client} client
   */
  attach(client) {
    if (attached === client) return;
    if (attached) throw new Error("commandCentre.attach: a bot has one client.");
    attached = client;
    if (DISCORD_API_URL) {
      const [, api, version] = /^(.*?)(?:\/v(\d+))?\/*$/.exec(DISCORD_API_URL) ?? [];
      Object.assign(client.rest.options, { api, ...(version ? { version } : {}) });
    }
    if (COMMAND_CENTRE_FD) {
      line.open(Number(COMMAND_CENTRE_FD), () => isLeaving || process.exit(1));
      listen();
    }
    watchConnection(client);
    guardReading(client);
    client.on(Events.Raw, ({ t: name, d: data }) => {
      if (name === "READY") {
        people.signIn(data.user);
        line.send({ type: "ready", user: { id: data.user.id, username: data.user.username } });
      } else if (name) reading(name, () => line.add(people.take(name, data)));
      reading(name, () => complete(name, data));
    });
    client.on(Events.Error, (error) => console.error(error));
    client.on(Events.ShardError, (error) => console.error(`Connection: ${error.message}`));
    for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => leave(0));
    process.on("exit", () => line.flush());
  },

  /**
   * Signs the bot in with the token that was saved for it. When Discord refuses it, the process ends, and the bot's
   * page says why.
   * @param {import("discord.js").Client} client
   */
  async login(client) {
    commandCentre.attach(client);
    // A header with another character fails long before Discord sees it.
    const token = (process.env["DISCORD_TOKEN"] ?? "").trim();
    if (!/^[\w.-]+$/.test(token)) return giveUp("token_refused", null, token ? MISTYPED : MISSING);
    try {
      await client.login(token);
    } catch (error) {
      if (error.code === "TokenInvalid" || error.status === 401)
        return giveUp("token_refused", null, "Discord refused the token.");
      if (!isLeaving) console.error(error);
      await leave(1);
    }
  },

  /**
   * Adds slash commands to the server, or changes those of the same name; other commands of the bot's application
   * stay.
   * @param {import("discord.js").Client<true>} client a client that is ready
   * @param {import("discord.js").ApplicationCommandDataResolvable[]} commands
   */
  async registerCommands(client, commands) {
    for (const command of commands) await client.application.commands.create(command, commandCentre.guildId);
  },
};
