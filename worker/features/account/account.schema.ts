import * as z from "zod/mini";
import type { Permission } from "../../lib/permissions.schema.ts";
import { type Language, language } from "../../lib/wire.schema.ts";

/** Shortest username and password accepted when an account is made. */
export const USERNAME_MIN = 3;
export const PASSWORD_MIN = 6;

/**
 * The form of a username that sign-in compares: two names that differ only in case or in how their letters
 * are encoded are one. SQLite's lower() knows only ASCII, so it is folded here and stored.
 */
export const signInNameOf = (username: string): string => username.trim().normalize("NFKC").toLowerCase();

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
  /** Ways this account can sign in. */
  signInMethods: ("password" | "discord")[];
  createdAt: string;
};

export const languageInput = z.strictObject({ language });

export type UserRole = {
  id: number | null;
  key: string | null;
  name: string | null;
  permissions: Permission[];
};

/** The caller's own work at a glance, GET /api/user/stats. */
export type UserStats = { assigned: number; overdue: number; dueSoon: number };

export type UserSession = {
  id: number;
  method: "password" | "discord";
  userAgent: string | null;
  createdAt: string;
  lastSeenAt: string;
  current: boolean;
};
