import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { Snowflake } from "discord-api-types/v10";
import { type Application, createApplication } from "./applications.ts";
import { Clock } from "./clock.ts";
import type { Core } from "./core.ts";
import { defaults } from "./defaults.ts";
import type { DiscordEmulator } from "./emulator.ts";
import { Failures } from "./failures.ts";
import { Gateway } from "./gateway.ts";
import { GuildControl } from "./guild.ts";
import { ControlError } from "./guild-inputs.ts";
import { deliver, verifyEndpoint } from "./interaction-delivery.ts";
import { Interactions } from "./interactions.ts";
import { Messages } from "./messages.ts";
import { OAuthStore } from "./oauth-store.ts";
import { RateLimits } from "./rate-limits.ts";
import { filterRequests } from "./request-log.ts";
import { seedGuild } from "./seed-guild.ts";
import { seedMessages } from "./seed-messages.ts";
import { createDiscordServer } from "./server.ts";
import { snowflakeSource } from "./snowflake.ts";
import { packGuild, readState, unpackGuild, writeState } from "./state-file.ts";
import { Strangeness } from "./strange.ts";

export { botTokenFor, channelDefaults, defaults, plainRoles, roleDefaults } from "./defaults.ts";
export type { DiscordEmulator, ExtraApplication } from "./emulator.ts";
export type { FailureInput, FailureMode } from "./failures.ts";
export type { ChannelInput } from "./guild-channels.ts";
export type { JoinInput, PresenceInput, RenameInput, RoleInput } from "./guild-inputs.ts";
export type { Install, InteractionInput, InteractionRecord, Place } from "./interaction-records.ts";
export type { RecordedRequest, RequestFilter } from "./request-log.ts";

/** Options with the defaults of `defaults`. */
export interface DiscordOptions {
  /** 0 takes any free port. */
  port?: number;
  /** The number of members, including the bot. */
  guildSize?: number;
  /** Whether most users have an avatar, whose picture only Discord's own CDN could serve; false by default. */
  avatars?: boolean;
  seed?: number;
  /** The seed of the strange mode; without it objects are complete. */
  strangeSeed?: number | null;
  guildId?: Snowflake;
  clientId?: Snowflake;
  clientSecret?: string;
  botToken?: string;
  /** Announced as verify_key instead of the key of the signing seed. */
  publicKey?: string;
  /** 32 bytes in hexadecimal: the Ed25519 seed with which interactions over HTTP are signed. */
  signingSeed?: string;
  /** When missing, any http address on this machine is accepted. */
  redirectUris?: readonly string[];
  /** The secret of control calls over HTTP; without it they are refused. */
  controlSecret?: string;
  /** The first part of the consent page's path; a random one by default. */
  consentKey?: string;
  /** Where interactions are sent from the start, without being verified: what answers there may start later. */
  interactionsUrl?: string;
  /** A file that keeps changes to the guild for the next start. */
  stateFile?: string;
  /** Milliseconds. */
  heartbeatInterval?: number;
  sessionLifetime?: number;
  codeLifetime?: number;
  maxConcurrency?: number;
  globalLimit?: number;
}

/** Starts an emulator on the loopback interface and resolves when it listens. */
export async function startDiscord(options: DiscordOptions = {}): Promise<DiscordEmulator> {
  const clientId = options.clientId ?? defaults.clientId;
  const guildSize = options.guildSize ?? defaults.guildSize;
  if (!Number.isInteger(guildSize) || guildSize < 1)
    throw new Error("guildSize must be a whole number from 1 on");
  const seedOptions = {
    guildId: options.guildId ?? defaults.guildId,
    guildSize,
    avatars: options.avatars ?? false,
    seed: options.seed ?? defaults.seed,
    botUserId: clientId,
    botName: defaults.applicationName,
  };
  const origin = JSON.stringify({ ...seedOptions, version: 1 });
  const saved = options.stateFile ? readState(options.stateFile, origin) : undefined;
  const main = (): Application => ({
    ...createApplication({
      ...options,
      id: clientId,
      name: defaults.applicationName,
      botRoleId: defaults.botRoleId,
    }),
    interactionsEndpoint: options.interactionsUrl ?? null,
  });
  const applications = new Map([[clientId, main()]]);
  for (const { commands, interactionsEndpoint, ...kept } of saved?.applications ?? []) {
    const known = applications.get(kept.id) ?? createApplication(kept);
    applications.set(known.id, {
      ...known,
      commands: new Map(commands),
      interactionsEndpoint: known.interactionsEndpoint ?? interactionsEndpoint,
    });
  }

  let saveTimer: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(saveTimer);
    saveTimer = undefined;
    if (!options.stateFile) return;
    writeState(options.stateFile, {
      origin,
      guild: packGuild(guild.state),
      applications: [...applications.values()].map((kept) => ({
        id: kept.id,
        name: kept.name,
        botRoleId: kept.botRoleId,
        botToken: kept.botToken,
        clientSecret: kept.clientSecret,
        commands: [...kept.commands],
        interactionsEndpoint: kept.interactionsEndpoint,
      })),
    });
  };
  const changed = (): void => {
    if (options.stateFile) saveTimer ??= setTimeout(save, 300);
  };

  const nextId = snowflakeSource();
  const strange = new Strangeness(options.strangeSeed ?? null);
  const guild = new GuildControl(
    saved ? unpackGuild(saved.guild) : seedGuild(seedOptions),
    nextId,
    (event) => {
      gateway.dispatch({ ...event, data: strange.event(event.name, event.data) });
      changed();
    },
  );
  const gateway = new Gateway(
    {
      heartbeatInterval: options.heartbeatInterval ?? defaults.heartbeatInterval,
      sessionLifetime: options.sessionLifetime ?? defaults.sessionLifetime,
      maxConcurrency: options.maxConcurrency ?? defaults.maxConcurrency,
    },
    () => guild,
    applications,
    strange,
  );
  const clock = new Clock();
  const core: Core = {
    guild,
    clock,
    applications,
    gateway,
    strange,
    oauth: new OAuthStore(options.codeLifetime),
    failures: new Failures(),
    limits: new RateLimits(
      { limit: defaults.bucketLimit, window: defaults.bucketWindow },
      options.globalLimit ?? defaults.globalLimit,
      clock,
    ),
    requests: [],
    messages: new Messages(
      () => guild,
      clock,
      nextId,
      (name, data, channelId) => gateway.dispatch({ name, data: strange.event(name, data), channelId }),
    ),
    get interactions() {
      return interactions;
    },
    nextId,
    changed,
    controlSecret: options.controlSecret,
    consentKey: options.consentKey ?? randomBytes(16).toString("hex"),
  };
  seedMessages(core.messages, guild, Date.now());
  const interactions = new Interactions(core, (application, record) => deliver(core, application, record));

  const application = (id = clientId): Application => {
    const found = applications.get(id);
    if (!found) throw new ControlError(`there is no application ${id}`);
    return found;
  };
  const server = createDiscordServer(core, () => emulator);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? defaults.port, defaults.host, () => resolve());
  });
  const url = `http://${defaults.host}:${(server.address() as AddressInfo).port}`;
  const emulator: DiscordEmulator = {
    url,
    apiUrl: `${url}/api/v10`,
    authorizeUrl: `${url}/${core.consentKey}/oauth2/authorize`,
    chatUrl: `${url}/${core.consentKey}/chat`,
    clientId,
    clientSecret: application().clientSecret,
    botToken: application().botToken,
    guildId: seedOptions.guildId,
    publicKey: application().publicKey,
    guild,
    gateway,
    strange,
    interactions,
    messages: core.messages,
    clock: core.clock,
    failures: core.failures,
    limits: core.limits,
    requests: core.requests,
    count: (filter = {}) => filterRequests(core.requests, filter).length,
    addApplication({ inGuild = true, ...input }) {
      if (applications.has(input.id)) throw new ControlError(`${input.id} is already an application`);
      const added = createApplication({ ...input, botRoleId: nextId() });
      applications.set(added.id, added);
      if (inGuild && !guild.state.members.has(added.id)) guild.admitBot(added);
      changed();
    },
    setPrivilegedIntents(intents, applicationId) {
      application(applicationId).privilegedIntents = intents;
    },
    async setInteractionsEndpoint(address, { verify = true, applicationId } = {}) {
      const target = application(applicationId);
      if (address !== null && verify) await verifyEndpoint(target, address);
      target.interactionsEndpoint = address;
      changed();
    },
    commands: (applicationId) => Object.fromEntries(application(applicationId).commands),
    commandWrites: (applicationId) => application(applicationId).commandWrites.counts(core.clock.now()),
    interactionsEndpoint: (applicationId) => application(applicationId).interactionsEndpoint,
    issueCode: ({
      userId,
      redirectUri,
      scopes = ["identify", "email"],
      challenge,
      clientId: id = clientId,
    }) => core.oauth.issueCode({ userId, clientId: id, redirectUri, scopes, challenge: challenge ?? null }),
    say: (userId, content, channel = "general") => core.messages.say(channel, userId, content, nextId()),
    reset() {
      gateway.close();
      Object.assign(guild.state, seedGuild(seedOptions));
      applications.clear();
      applications.set(clientId, main());
      core.oauth.clear();
      core.failures.clear();
      core.limits.reset();
      core.messages.clear();
      seedMessages(core.messages, guild, Date.now());
      interactions.clear();
      core.requests.length = 0;
      changed();
    },
    async close() {
      gateway.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (saveTimer) save();
    },
  };
  return emulator;
}
