import * as z from "zod/mini";
import type { Permission } from "../../lib/permissions.schema.ts";
import { language } from "../../lib/wire.schema.ts";
import { doneContracts } from "../payouts/payouts.schema.ts";

export { type CurrentUser, currentUser } from "../../lib/current-user.schema.ts";

const achievement = z.object({
  key: z.enum(["first_contract", "ten_contracts", "verified", "year", "hangar_of_ten"]),
  value: z.number(),
  goal: z.number(),
  /** When it was reached; null where it was not, or the time is unknown. */
  doneAt: z.nullable(z.string()),
  /** When it will be reached, if only time is missing. */
  expectedAt: z.nullable(z.string()),
});
export type Achievement = z.infer<typeof achievement>;

/** The caller's account page beside the user, GET /api/user/account. */
export const account = z.object({
  /** Active members of the organization; null for a user who is no member. */
  members: z.nullable(z.number()),
  contracts: doneContracts,
  /** Ships with their quantities; `newest` is a day, `YYYY-MM-DD`. */
  hangar: z.object({ ships: z.number(), newest: z.nullable(z.string()), isHidden: z.boolean() }),
  /** All achievements except the RSI account's, which is in GET /api/rsi/status. */
  achievements: z.array(achievement),
  signIn: z.object({
    /** The name to sign in with, null without a password. */
    username: z.nullable(z.string()),
    /** Why the Discord account cannot be unlinked; null if it can be, and without one. */
    keepsDiscord: z.nullable(z.enum(["last_way_in", "discord_synced"])),
  }),
});
export type Account = z.infer<typeof account>;

export const languageInput = z.strictObject({ language });
export type LanguageInput = z.infer<typeof languageInput>;

export const userRole = z.object({
  id: z.nullable(z.number()),
  key: z.nullable(z.string()),
  name: z.nullable(z.string()),
  permissions: z.array(z.custom<Permission>()),
});
export type UserRole = z.infer<typeof userRole>;
