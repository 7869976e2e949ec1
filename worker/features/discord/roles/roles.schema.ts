import * as z from "zod/mini";
import { recordId, snowflake, version } from "../../../lib/wire.schema.ts";
import type { SyncAnswer } from "../discord.schema.ts";

/** Why the bot can neither give nor take a Discord role; null when it can. */
export const ROLE_LACKS = ["permission", "position", "managed"] as const;
export type RoleLack = (typeof ROLE_LACKS)[number];

/** A role of the Discord server, GET /api/discord/roles/{orgId}: highest first, without @everyone. */
export type DiscordRole = {
  id: string;
  name: string;
  /** 24 bits of red, green and blue; 0 for none. */
  color: number;
  position: number;
  /** Given by Discord itself or by an application, never by hand. */
  managed: boolean;
  lacks: RoleLack | null;
};

/** Which Discord role gives which role of ours. The mapping with the highest priority decides. */
export type RoleMapping = {
  id: number;
  roleId: number;
  discordRoleId: string;
  discordRoleName: string;
  priority: number;
  organizationId: number;
  /** A role given or taken here is given or taken in Discord too. */
  givesInDiscord: boolean;
};

/** The organization's mappings as one record, GET /api/discord/role-sync/{orgId}; `id` is the organization's. */
export type RoleSync = {
  id: number;
  version: number;
  /** The one that decides first comes first. */
  mappings: RoleMapping[];
  /** The organization's roles, highest first, with the number of members who hold each. */
  roles: { id: number; key: string | null; name: string; priority: number; people: number }[];
  /** The newest sync that ended well. */
  last: { finishedAt: string; roleChanges: number; cleaned: number; held: number } | null;
  /** People whose roles in Discord have yet to follow their role here, and what the bot lacks for that. */
  waiting: { people: number; lacks: RoleLack[] };
};

/** Most Discord roles that one role is mapped to, and most mappings of an organization. */
export const MAPPING_LIMITS = { ofRole: 25, all: 250 } as const;

const discordRoleIds = z.array(snowflake).check(z.maxLength(MAPPING_LIMITS.ofRole));

/** The Discord roles that give a role of ours. */
export const roleMappingInput = z.strictObject({
  discordRoleIds,
  /** Those of them that are also given in Discord; left out, that stays as it is, and off for new ones. */
  givesInDiscord: z.optional(discordRoleIds),
  version,
});
export type RoleMappingInput = z.infer<typeof roleMappingInput>;

/** New priorities of mappings. */
export const priorityInput = z.strictObject({
  mappings: z
    .array(
      z.strictObject({
        id: recordId,
        priority: z.int().check(z.nonnegative(), z.maximum(10 * MAPPING_LIMITS.all)),
      }),
    )
    .check(z.maxLength(MAPPING_LIMITS.all)),
  version,
});
export type PriorityInput = z.infer<typeof priorityInput>;

/** How a sync of roles is to run; without anything as the hourly one. */
export const roleSyncInput = z.strictObject({
  /** Gives roles and takes none. */
  givesOnly: z.optional(z.boolean()),
  /** The fingerprint of the losses that a preview showed: exactly those are taken, however many. */
  confirm: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});
export type RoleSyncInput = z.infer<typeof roleSyncInput>;

/** The answer of POST /api/discord/sync-roles/{orgId}. */
export type RoleSyncAnswer = SyncAnswer & {
  /** Roles of the Discord server, @everyone apart. */
  currentRoles: number;
  /** Mappings dropped because their Discord role is gone. */
  cleanedMappings: number;
  roleChanges: number;
};

/** Roles of ours, the one that decides first, for a preview with another order than the stored one. */
export const previewQuery = z.strictObject({
  order: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,249}$/)),
      z.transform((text: string) => text.split(",").map(Number)),
    ),
  ),
});
export type PreviewQuery = z.infer<typeof previewQuery>;

/** Why a person gains or loses a role. Names of Discord roles are without the @. */
export type PreviewReason =
  /** Came into the server with a mapped role. */
  | { kind: "new"; with: string }
  | { kind: "given"; given: string }
  /** `still` is the mapped role that decides now. */
  | { kind: "lost"; lost: string; still: string | null }
  | { kind: "deleted"; role: string; from: string }
  | { kind: "unmapped"; role: string; from: string; by: string | null; at: string }
  | { kind: "ranks"; above: string; below: string }
  | { kind: "maps"; role: string; to: string }
  | { kind: "none" }
  | { kind: "left" };

/** People with the same change for the same reason. */
export type PreviewGroup = {
  isLoss: boolean;
  /** Roles of ours; null for none. */
  from: string | null;
  to: string | null;
  reason: PreviewReason;
  count: number;
  /** By name, PREVIEW_PEOPLE at most. */
  people: { discordId: string; name: string; avatarUrl: string | null }[];
};
export const PREVIEW_PEOPLE = 200;

/** Minutes after which what a preview showed has to be read again before losses are confirmed. */
export const PREVIEW_MINUTES = 5;

/** What a sync would do at this moment, GET /api/discord/role-preview/{orgId}; nothing is written. */
export type RolePreview = {
  readAt: string;
  /** People in the server, as the last sync saw it. */
  people: number;
  gains: number;
  losses: number;
  /** People who stay as they are. */
  kept: number;
  /** So many would lose something that a sync takes nothing until an administrator confirms. */
  isHeld: boolean;
  /** Of the losses, for `confirm`. */
  fingerprint: string;
  groups: PreviewGroup[];
};
