import * as z from "zod/mini";
import { recordId, recordIdText, snowflake, version } from "../../../lib/wire.schema.ts";
import { syncAnswer, syncInput } from "../discord.schema.ts";

/** Why the bot can neither give nor take a Discord role; null when it can. */
const ROLE_LACKS = ["permission", "position", "managed"] as const;
export type RoleLack = (typeof ROLE_LACKS)[number];

/** Why a person should get no role in Discord until they, or a moderator, act there. */
export const ROLE_HOLDS = ["screening", "quarantine"] as const;
export type RoleHold = (typeof ROLE_HOLDS)[number];

/** Why a person's roles in Discord do not match their role here yet. */
const ROLE_PROBLEMS = [...ROLE_LACKS, ...ROLE_HOLDS] as const;
export type RoleProblem = (typeof ROLE_PROBLEMS)[number];
export const isHold = (problem: RoleProblem | null): problem is RoleHold =>
  (ROLE_HOLDS as readonly (string | null)[]).includes(problem);

/** A role of the Discord server, GET /api/discord/roles/{orgId}: highest first, without @everyone. */
export const discordRole = z.object({
  id: z.string(),
  name: z.string(),
  /** 24 bits of red, green and blue; 0 for none. */
  color: z.number(),
  position: z.number(),
  /** Given by Discord itself or by an application, never by hand. */
  managed: z.boolean(),
  /** People in the server who hold it, at the last sync. */
  people: z.number(),
  lacks: z.nullable(z.enum(ROLE_LACKS)),
});
export type DiscordRole = z.infer<typeof discordRole>;

/** Which Discord role gives which role of ours. The highest role decides; `priority` is its place in the order of roles. */
export const roleMapping = z.object({
  id: z.number(),
  roleId: z.number(),
  discordRoleId: z.string(),
  discordRoleName: z.string(),
  priority: z.number(),
  organizationId: z.number(),
  /** A role given or taken here is given or taken in Discord too. */
  givesInDiscord: z.boolean(),
});
export type RoleMapping = z.infer<typeof roleMapping>;

/** The organization's mappings as one record, GET /api/discord/role-sync/{orgId}; `id` is the organization's. */
export const roleSync = z.object({
  id: z.number(),
  version: z.number(),
  mappings: z.array(roleMapping),
  roles: z.array(
    z.object({
      id: z.number(),
      key: z.nullable(z.string()),
      name: z.string(),
      priority: z.number(),
      people: z.number(),
      /** Whether the reader may change which Discord roles give it: whether they may give it to members themself. */
      can: z.object({ map: z.boolean() }),
    }),
  ),
  last: z.nullable(
    z.object({ finishedAt: z.string(), roleChanges: z.number(), cleaned: z.number(), held: z.number() }),
  ),
  /** People whose roles in Discord wait for an update, and why: what the bot lacks, or what they have to do. */
  waiting: z.object({ people: z.number(), lacks: z.array(z.enum(ROLE_PROBLEMS)) }),
});
export type RoleSync = z.infer<typeof roleSync>;

/** Most Discord roles that one role is mapped to, and most mappings of an organization. */
export const MAPPING_LIMITS = { ofRole: 25, all: 250 } as const;

const discordRoleIds = z.array(snowflake).check(z.maxLength(MAPPING_LIMITS.ofRole));

export const roleMappingInput = z.strictObject({
  discordRoleIds,
  /** The roles also given in Discord. Without it existing mappings keep their setting, and new ones are off. */
  givesInDiscord: z.optional(discordRoleIds),
  version,
});
export type RoleMappingInput = z.infer<typeof roleMappingInput>;

/** The role of the mapping with the highest priority stands highest of the mapped roles. */
const priority = z.int().check(z.nonnegative(), z.maximum(10 * MAPPING_LIMITS.all));

export const priorityInput = z.strictObject({
  mappings: z.array(z.strictObject({ id: recordId, priority })).check(z.maxLength(MAPPING_LIMITS.all)),
  version,
});
export type PriorityInput = z.infer<typeof priorityInput>;

/** Options of a sync of roles; the hourly one has none. */
export const roleSyncInput = z.extend(syncInput, {
  givesOnly: z.optional(z.boolean()),
  /** The fingerprint of the losses in a preview: exactly those are applied, however many. */
  confirm: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});
export type RoleSyncInput = z.infer<typeof roleSyncInput>;

export const roleSyncAnswer = z.extend(syncAnswer, {
  currentRoles: z.number(),
  cleanedMappings: z.number(),
  roleChanges: z.number(),
});
export type RoleSyncAnswer = z.infer<typeof roleSyncAnswer>;

/** What a preview supposes: `role` has the Discord roles `discordRoles`, none without them. */
export const previewQuery = z.strictObject({
  role: z.optional(recordIdText),
  discordRoles: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{15,20}(,\d{15,20}){0,249}$/)),
      z.transform((text: string) => text.split(",")),
    ),
  ),
});
export type PreviewQuery = z.infer<typeof previewQuery>;

/** Why a person gains or loses a role. Names of Discord roles are without the @. */
const previewReason = z.discriminatedUnion("kind", [
  /** Came into the server with a mapped role. */
  z.object({ kind: z.literal("new"), with: z.string() }),
  z.object({ kind: z.literal("given"), given: z.string() }),
  /** `still` is the mapped role that decides now. */
  z.object({ kind: z.literal("lost"), lost: z.string(), still: z.nullable(z.string()) }),
  z.object({ kind: z.literal("deleted"), role: z.string(), from: z.string() }),
  z.object({
    kind: z.literal("unmapped"),
    role: z.string(),
    from: z.string(),
    by: z.nullable(z.string()),
    at: z.string(),
  }),
  z.object({ kind: z.literal("ranks"), above: z.string(), below: z.string() }),
  z.object({ kind: z.literal("maps"), role: z.string(), to: z.string() }),
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("left") }),
]);
export type PreviewReason = z.infer<typeof previewReason>;

const previewGroup = z.object({
  isLoss: z.boolean(),
  /** Roles of ours; null for none. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  reason: previewReason,
  count: z.number(),
  /** By name, PREVIEW_PEOPLE at most. */
  people: z.array(z.object({ discordId: z.string(), name: z.string(), avatarUrl: z.nullable(z.string()) })),
});
export type PreviewGroup = z.infer<typeof previewGroup>;
export const PREVIEW_PEOPLE = 200;

/** Minutes after which a preview has to be read again before its losses are confirmed. */
export const PREVIEW_MINUTES = 5;

/** The changes that a sync would make now, GET /api/discord/role-preview/{orgId}; nothing is written. */
export const rolePreview = z.object({
  readAt: z.string(),
  /** People in the server, at the last sync. */
  people: z.number(),
  gains: z.number(),
  losses: z.number(),
  /** People whose role here a sync would not change. */
  kept: z.number(),
  /** Whether a sync takes nothing until an administrator confirms, because too many people would lose something. */
  isHeld: z.boolean(),
  fingerprint: z.string(),
  groups: z.array(previewGroup),
  /** Of the people with a Discord role of `role`: how many it gives that role, and the roles of the others. */
  ofRole: z.nullable(
    z.object({ gets: z.number(), others: z.array(z.object({ role: z.string(), people: z.number() })) }),
  ),
});
export type RolePreview = z.infer<typeof rolePreview>;
