import * as z from "zod/mini";
import type { Permission } from "../../lib/permissions.schema.ts";
import { type Language, language } from "../../lib/wire.schema.ts";
import type { ClosedContracts } from "../contracts/contracts.schema.ts";

/** Who is looking: the answer of GET /api/user, and of signing in and registering. */
export type CurrentUser = {
  id: number;
  username: string;
  displayName: string;
  email: string | null;
  avatarUrl: string | null;
  organizationId: number;
  organizationName: string;
  language: Language | null;
  /** Name of the role, null for a person who is not a member yet. */
  role: string | null;
  roleKey: string | null;
  permissions: Permission[];
  member: { id: number; joinedAt: string; status: "active" } | null;
  discordId: string | null;
  rsiVerified: boolean;
  /** As RSI spells it; null for an account that is not verified. */
  rsiHandle: string | null;
  /** Ways this account can sign in. */
  signInMethods: ("password" | "discord")[];
  /** Their permissions are withheld until they add a second step to their sign-in. */
  isHeldBack: boolean;
  /** Of the newest notices, how many are not read. */
  notices: number;
  createdAt: string;
};

/** Something that a user works towards. */
export type Achievement = {
  key: "first_contract" | "ten_contracts" | "verified" | "year" | "hangar_of_ten";
  value: number;
  goal: number;
  /** When it was reached, null where it was not or where that is not known. */
  doneAt: string | null;
  /** When it will be, where time alone brings it. */
  expectedAt: string | null;
};

/** What the caller's account page shows beside the user, GET /api/user/account. */
export type Account = {
  /** Active members of the organization; null for a user who is no member. */
  members: number | null;
  /** As the syncs and the CRM bot see the caller in Discord. */
  presence: { isInServer: boolean | null; lastSeen: string | null };
  contracts: ClosedContracts;
  /** Ships with their quantities; `newest` is a day, `YYYY-MM-DD`. */
  hangar: { ships: number; newest: string | null; isHidden: boolean };
  /** Without that of the RSI account, which GET /api/rsi/status tells of. */
  achievements: Achievement[];
  signIn: {
    /** The name that goes with the password, null without one. */
    username: string | null;
    /** Why the Discord account cannot be unlinked, null where it can be or there is none. */
    keepsDiscord: "last_way_in" | "discord_synced" | null;
  };
};

export const languageInput = z.strictObject({ language });

export type UserRole = {
  id: number | null;
  key: string | null;
  name: string | null;
  permissions: Permission[];
};
