import { PermissionFlagsBits } from "discord-api-types/v10";

/** One seeded role; the position counts upwards from @everyone at 0, as at Discord. */
export interface RoleDefault {
  readonly id: string;
  readonly position: number;
  readonly color: number;
  readonly hoist: boolean;
  readonly permissions: bigint;
}

const basic =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.Connect |
  PermissionFlagsBits.Speak |
  PermissionFlagsBits.UseApplicationCommands;

/**
 * The bot's own permissions in the guild; not Administrator, so that the role hierarchy and missing permissions take
 * effect.
 */
export const botPermissions: bigint =
  PermissionFlagsBits.ManageRoles |
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.CreatePublicThreads |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.ManageEvents |
  PermissionFlagsBits.CreateEvents;

function role(id: number, position: number, color: number, hoist: boolean, permissions: bigint): RoleDefault {
  return { id: `11000000000000000${id}`, position, color, hoist, permissions };
}

/** Seeded roles by name. Command is above the bot's managed role, so the bot may not grant it. */
export const roleDefaults = {
  Command: role(10, 9, 0xe74c3c, true, PermissionFlagsBits.Administrator),
  Officer: role(
    11,
    7,
    0xe67e22,
    true,
    basic | PermissionFlagsBits.KickMembers | PermissionFlagsBits.ManageNicknames,
  ),
  "CRM Manager": role(12, 6, 0xf1c40f, true, basic | PermissionFlagsBits.ManageMessages),
  Recruiter: role(13, 5, 0x2ecc71, true, basic | PermissionFlagsBits.CreateInstantInvite),
  Mentor: role(14, 4, 0x1abc9c, true, basic),
  Crew: role(15, 3, 0x3498db, true, basic),
  Recruit: role(16, 2, 0x9b59b6, false, basic),
  Guest: role(17, 1, 0, false, basic),
} as const satisfies Record<string, RoleDefault>;

/** Seeded roles that nobody holds, the lowest of all: names with emoji, and two of one name. */
export const plainRoles: readonly (RoleDefault & { name: string })[] = [
  { name: "🚀 Pilot", ...role(40, 1, 0x1f8b4c, false, 0n) },
  { name: "⚓ Event", ...role(41, 1, 0xe91e63, false, 0n) },
  { name: "⚓ Event", ...role(42, 1, 0, false, 0n) },
];

export type SeededRole = keyof typeof roleDefaults;

/** Permissions of @everyone, whose id is the guild's own id. */
export const everyonePermissions: bigint = basic;

/**
 * Seeded channels by name. "Community" is a category, which has no messages; in #announcements only officers and the
 * bot write, and only they see #officers.
 */
export const channelDefaults = {
  Community: "1100000000000000030",
  general: "1100000000000000031",
  recruitment: "1100000000000000032",
  announcements: "1100000000000000036",
  operations: "1100000000000000037",
  contracts: "1100000000000000038",
  officers: "1100000000000000043",
  Bridge: "1100000000000000033",
  "Hangar 1": "1100000000000000034",
  "Hangar 2": "1100000000000000035",
} as const;

/** Returns a token in the form of Discord's bot tokens: base64 of the id, six characters, thirty-eight characters. */
export function botTokenFor(clientId: string): string {
  const id = Buffer.from(clientId).toString("base64url");
  return `${id}.GEmula.local-emulator-bot-token-no-secret-0001`;
}

const clientId = "1100000000000000001";

/** Default of every setting, for `startDiscord` and the command line. */
export const defaults = {
  host: "127.0.0.1",
  port: 8790,
  guildSize: 120,
  seed: 1,
  clientId,
  applicationName: "CRM Bot",
  botToken: botTokenFor(clientId),
  clientSecret: "local-emulator-client-secret-001",
  guildId: "1100000000000000002",
  guildName: "Nordic Vanguard",
  botRoleId: "1100000000000000020",
  botRolePosition: 8,
  /** Another server, where the application's bot is not. */
  otherGuildId: "1100000000000000003",
  otherChannelId: "1100000000000000039",
  otherGuildName: "Perseus Free Traders",
  outsiderId: "1100000000000000099",
  outsiderUsername: "stranded.pilot",
  /** The Ed25519 seed (hex) with which interactions sent over HTTP are signed; for local use only. */
  signingSeed: "5d1f0c6a9e2b47388c41d7e5a0b3f6921c8e4d7a6b5f39201e8d7c6b5a493827",
  /** Milliseconds between two heartbeats, as Discord announces today. */
  heartbeatInterval: 41_250,
  /** Milliseconds for which a cut session can be resumed. */
  sessionLifetime: 90_000,
  maxConcurrency: 16,
  dailyIdentifies: 1000,
  /** Requests per bucket and window. Discord's own limits vary and are only known from the headers of its answers. */
  bucketLimit: 50,
  bucketWindow: 1000,
  /** Requests per second over all routes of one bot, as Discord documents. */
  globalLimit: 50,
  /** Milliseconds until an authorization code expires. */
  codeLifetime: 600_000,
  /** Seconds until an access token expires. */
  tokenLifetime: 604_800,
} as const;
