import * as z from "zod/mini";
import { pageLimit, recordId, recordIdText, version } from "../../lib/wire.schema.ts";

export const MEMBER_STATUSES = ["active", "inactive"] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

export const memberAction = z.enum(["joined", "role", "status"]);
export type MemberAction = z.infer<typeof memberAction>;

export const member = z.object({
  id: z.number(),
  userId: z.number(),
  username: z.string(),
  displayName: z.string(),
  /** Only for readers with admin.users. */
  email: z.exactOptional(z.nullable(z.string())),
  avatarUrl: z.nullable(z.string()),
  discordId: z.nullable(z.string()),
  roleId: z.number(),
  role: z.string(),
  roleKey: z.nullable(z.string()),
  /** Colour of the role as `#rrggbb`, if it has one. */
  roleColor: z.nullable(z.string()),
  status: z.enum(MEMBER_STATUSES),
  joinedAt: z.string(),
  /** In the Discord server, as far as the syncs and the CRM bot know. */
  inDiscord: z.boolean(),
  /** When the CRM bot last saw the member in voice or online, to 5 minutes. */
  lastSeen: z.nullable(z.string()),
  hasSignedIn: z.boolean(),
  version: z.number(),
  can: z.object({
    changeStatus: z.boolean(),
    changeRole: z.boolean(),
    endSessions: z.boolean(),
    makePasswordLink: z.boolean(),
    delete: z.boolean(),
  }),
});
export type Member = z.infer<typeof member>;

/** Orders of the list: last seen or last joined first. */
export const MEMBER_SORTS = ["seen", "joined"] as const;

const filters = {
  /** Part of a name or Discord id; `@` in front finds usernames that begin with the rest. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  role: z.optional(recordIdText),
  status: z.optional(z.enum(MEMBER_STATUSES)),
  inDiscord: z.optional(
    z.pipe(
      z.enum(["0", "1"]),
      z.transform((text: "0" | "1") => text === "1"),
    ),
  ),
  /** `0` for those who have never signed in. */
  signedIn: z.optional(z.literal("0")),
  sort: z._default(z.enum(MEMBER_SORTS), "seen"),
};

export const memberListQuery = z.strictObject({
  ...filters,
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export const memberExportQuery = z.strictObject(filters);
export type MemberExportQuery = z.infer<typeof memberExportQuery>;
export type MemberListQuery = z.infer<typeof memberListQuery>;

export const memberCounts = z.object({
  all: z.number(),
  active: z.number(),
  inactive: z.number(),
  /** Of all members, whatever their status. */
  inDiscord: z.number(),
  notInDiscord: z.number(),
  roles: z.array(z.object({ roleId: z.number(), count: z.number() })),
});
export type MemberCounts = z.infer<typeof memberCounts>;

export const assignableMember = z.pick(member, {
  id: true,
  userId: true,
  displayName: true,
  username: true,
  avatarUrl: true,
  role: true,
});
export type AssignableMember = z.infer<typeof assignableMember>;

export const memberStatusInput = z.strictObject({ status: z.enum(MEMBER_STATUSES), version });
export type MemberStatusInput = z.infer<typeof memberStatusInput>;

export const memberRoleInput = z.strictObject({ roleId: recordId, version });
export type MemberRoleInput = z.infer<typeof memberRoleInput>;

export const moveMembersInput = z.strictObject({ roleId: recordId });
export type MoveMembersInput = z.infer<typeof moveMembersInput>;

export const passwordLinkOptions = z.strictObject({
  /** Whether the old password and all sessions end now, and not only when the link is used. */
  endNow: z.optional(z.boolean()),
});
export type PasswordLinkOptions = z.infer<typeof passwordLinkOptions>;

/** A link with which a member chooses a password; it is answered only once. */
export const passwordLink = z.object({
  url: z.string(),
  /** The name that the member then signs in with. */
  username: z.string(),
  expiresAt: z.string(),
});
export type PasswordLink = z.infer<typeof passwordLink>;
