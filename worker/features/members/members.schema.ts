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
  /** In the Discord server, by the last report of syncs and the CRM bot. */
  inDiscord: z.boolean(),
  /** When the CRM bot last saw the member in voice or online, to 5 minutes. */
  lastSeen: z.nullable(z.string()),
  /** When the member last used the app, to 15 minutes. */
  usedAt: z.nullable(z.string()),
  hasSignedIn: z.boolean(),
  /** The last day of a leave that covers today (UTC), `YYYY-MM-DD`; null for a member who is not away. */
  awayUntil: z.nullable(z.string()),
  version: z.number(),
  can: z.object({
    changeStatus: z.boolean(),
    changeRole: z.boolean(),
    endSessions: z.boolean(),
    makePasswordLink: z.boolean(),
    delete: z.boolean(),
  }),
  /** Why the reader cannot do it, in their language; null where they can. */
  why: z.object({
    changeStatus: z.nullable(z.string()),
    changeRole: z.nullable(z.string()),
    endSessions: z.nullable(z.string()),
    makePasswordLink: z.nullable(z.string()),
    delete: z.nullable(z.string()),
  }),
});
export type Member = z.infer<typeof member>;

export const USER_STATUSES = [...MEMBER_STATUSES, "none"] as const;

/** A user of the organization: a member, or a user without a role and so without a membership and its id. */
export const listedUser = z.extend(member, {
  id: z.nullable(z.number()),
  roleId: z.nullable(z.number()),
  role: z.nullable(z.string()),
  /** `none` for a user without a role. */
  status: z.enum(USER_STATUSES),
  joinedAt: z.nullable(z.string()),
});
export type ListedUser = z.infer<typeof listedUser>;

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
  /** `0` for members who have never signed in. */
  signedIn: z.optional(z.literal("0")),
  sort: z._default(z.enum(MEMBER_SORTS), "seen"),
};

const paging = { limit: pageLimit, cursor: z.optional(z.string().check(z.maxLength(200))) };

export const memberListQuery = z.strictObject({ ...filters, ...paging });

/** `none` for users without a role, whom the other filters leave out. */
const userFilters = { ...filters, status: z.optional(z.enum(USER_STATUSES)) };
export const userListQuery = z.strictObject({ ...userFilters, ...paging });
export type UserListQuery = z.infer<typeof userListQuery>;
export const memberExportQuery = z.strictObject(userFilters);
export type MemberExportQuery = z.infer<typeof memberExportQuery>;
export type MemberListQuery = z.infer<typeof memberListQuery>;

/** What every member may see of another active one, GET /api/members/{orgId}/roster. */
export const rosterEntry = z.extend(
  z.pick(member, {
    id: true,
    displayName: true,
    avatarUrl: true,
    role: true,
    roleColor: true,
    inDiscord: true,
    lastSeen: true,
  }),
  { isOwn: z.boolean() },
);
export type RosterEntry = z.infer<typeof rosterEntry>;
export const rosterQuery = z.strictObject({ q: filters.q, ...paging });
export type RosterQuery = z.infer<typeof rosterQuery>;

/** Most users without a role that are counted. */
export const WITHOUT_ROLE_COUNTED = 200;

export const memberCounts = z.object({
  all: z.number(),
  active: z.number(),
  inactive: z.number(),
  /** Of all members, whatever their status. */
  inDiscord: z.number(),
  notInDiscord: z.number(),
  /** Users without a role, at most WITHOUT_ROLE_COUNTED; only for readers with admin.users. */
  withoutRole: z.exactOptional(z.number()),
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
  awayUntil: true,
});
export type AssignableMember = z.infer<typeof assignableMember>;

export const memberStatusInput = z.strictObject({ status: z.enum(MEMBER_STATUSES), version });
export type MemberStatusInput = z.infer<typeof memberStatusInput>;

export const memberRoleInput = z.strictObject({ roleId: recordId, version });
export type MemberRoleInput = z.infer<typeof memberRoleInput>;

export const moveMembersInput = z.strictObject({ roleId: recordId });
export type MoveMembersInput = z.infer<typeof moveMembersInput>;

export const passwordLinkOptions = z.strictObject({
  /** Whether the old password and all sessions end now, or only when the link is used. */
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
