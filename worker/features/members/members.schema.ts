import * as z from "zod/mini";
import { pageLimit, recordId, recordIdText, version } from "../../lib/wire.schema.ts";

export const MEMBER_STATUSES = ["active", "inactive"] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** What a member's history tells of. */
export type MemberAction = "joined" | "role" | "status";

export type Member = {
  id: number;
  userId: number;
  username: string;
  displayName: string;
  /** Only for readers with admin.users. */
  email?: string | null;
  avatarUrl: string | null;
  discordId: string | null;
  roleId: number;
  role: string;
  roleKey: string | null;
  /** Colour of the role as `#rrggbb`, if it has one. */
  roleColor: string | null;
  status: MemberStatus;
  joinedAt: string;
  /** In the Discord server, as far as the syncs and the CRM bot know. */
  inDiscord: boolean;
  /** When the CRM bot last saw the member in voice or online, to five minutes. */
  lastSeen: string | null;
  /** Whether they have ever signed in here. */
  hasSignedIn: boolean;
  version: number;
  can: {
    changeStatus: boolean;
    changeRole: boolean;
    endSessions: boolean;
    makePasswordLink: boolean;
    delete: boolean;
  };
};

/** Orders of the list: last seen first, or last joined first. */
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
/** What the list is narrowed by when it is exported. */
export const memberExportQuery = z.strictObject(filters);
export type MemberExportQuery = z.infer<typeof memberExportQuery>;
export type MemberListQuery = z.infer<typeof memberListQuery>;

/** Numbers of members, GET /api/members/{orgId}/counts. */
export type MemberCounts = {
  all: number;
  active: number;
  inactive: number;
  /** Of all members, whatever their status. */
  inDiscord: number;
  notInDiscord: number;
  roles: { roleId: number; count: number }[];
};

/** A member that prospects can be given to. */
export type AssignableMember = Pick<
  Member,
  "id" | "userId" | "displayName" | "username" | "avatarUrl" | "role"
>;

export const memberStatusInput = z.strictObject({ status: z.enum(MEMBER_STATUSES), version });
export type MemberStatusInput = z.infer<typeof memberStatusInput>;

export const memberRoleInput = z.strictObject({ roleId: recordId, version });
export type MemberRoleInput = z.infer<typeof memberRoleInput>;

/** Whether making a password link also ends the member's sessions. */
export const passwordLinkOptions = z.strictObject({ endSessions: z.optional(z.boolean()) });
export type PasswordLinkOptions = z.infer<typeof passwordLinkOptions>;

/** A link with which a member chooses a password, POST /api/members/{id}/password-link. It is answered this once. */
export type PasswordLink = {
  url: string;
  /** The name that the member then signs in with. */
  username: string;
  expiresAt: string;
};
