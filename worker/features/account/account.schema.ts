import * as z from "zod/mini";
import type { Permission } from "../../lib/permissions.schema.ts";
import { language } from "../../lib/wire.schema.ts";
import { closedContracts } from "../contracts/contracts.schema.ts";

/** Who is looking: the answer of GET /api/user, and of signing in and registering. */
export const currentUser = z.object({
  id: z.number(),
  username: z.string(),
  displayName: z.string(),
  email: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  organizationId: z.number(),
  organizationName: z.string(),
  language: z.nullable(language),
  /** Name of the role, null for a person who is not a member yet. */
  role: z.nullable(z.string()),
  roleKey: z.nullable(z.string()),
  permissions: z.array(z.custom<Permission>()),
  member: z.nullable(z.object({ id: z.number(), joinedAt: z.string(), status: z.literal("active") })),
  discordId: z.nullable(z.string()),
  rsiVerified: z.boolean(),
  /** As RSI spells it; null for an account that is not verified. */
  rsiHandle: z.nullable(z.string()),
  /** Ways this account can sign in. */
  signInMethods: z.array(z.enum(["password", "discord"])),
  /** Their permissions are withheld until they add a second step to their sign-in. */
  isHeldBack: z.boolean(),
  /** Of the newest notices, how many are not read. */
  notices: z.number(),
  createdAt: z.string(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Something that a user works towards. */
export const achievement = z.object({
  key: z.enum(["first_contract", "ten_contracts", "verified", "year", "hangar_of_ten"]),
  value: z.number(),
  goal: z.number(),
  /** When it was reached, null where it was not or where that is not known. */
  doneAt: z.nullable(z.string()),
  /** When it will be, where time alone brings it. */
  expectedAt: z.nullable(z.string()),
});
export type Achievement = z.infer<typeof achievement>;

/** What the caller's account page shows beside the user, GET /api/user/account. */
export const account = z.object({
  /** Active members of the organization; null for a user who is no member. */
  members: z.nullable(z.number()),
  /** As the syncs and the CRM bot see the caller in Discord. */
  presence: z.object({ isInServer: z.nullable(z.boolean()), lastSeen: z.nullable(z.string()) }),
  contracts: closedContracts,
  /** Ships with their quantities; `newest` is a day, `YYYY-MM-DD`. */
  hangar: z.object({ ships: z.number(), newest: z.nullable(z.string()), isHidden: z.boolean() }),
  /** Without that of the RSI account, which GET /api/rsi/status tells of. */
  achievements: z.array(achievement),
  signIn: z.object({
    /** The name that goes with the password, null without one. */
    username: z.nullable(z.string()),
    /** Why the Discord account cannot be unlinked, null where it can be or there is none. */
    keepsDiscord: z.nullable(z.enum(["last_way_in", "discord_synced"])),
  }),
});
export type Account = z.infer<typeof account>;

export const languageInput = z.strictObject({ language });

export const userRole = z.object({
  id: z.nullable(z.number()),
  key: z.nullable(z.string()),
  name: z.nullable(z.string()),
  permissions: z.array(z.custom<Permission>()),
});
export type UserRole = z.infer<typeof userRole>;
