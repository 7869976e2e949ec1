import * as z from "zod/mini";
import type { Permission } from "../../lib/permissions.schema.ts";
import { type Language, language } from "../../lib/wire.schema.ts";

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
