import * as z from "zod/mini";
import type { Permission } from "./permissions.schema.ts";
import { language } from "./wire.schema.ts";

/** The signed-in user: the answer of GET /api/user, of signing in and of registering. */
export const currentUser = z.object({
  id: z.number(),
  username: z.string(),
  displayName: z.string(),
  email: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  organizationId: z.number(),
  organizationName: z.string(),
  language: z.nullable(language),
  /** Name of the role, null for a user who is not a member yet. */
  role: z.nullable(z.string()),
  roleKey: z.nullable(z.string()),
  permissions: z.array(z.custom<Permission>()),
  member: z.nullable(z.object({ id: z.number(), joinedAt: z.string(), status: z.literal("active") })),
  /** Whether the user has a page of their own as an applicant: no active member, where applications are taken or theirs is open. */
  applies: z.boolean(),
  discordId: z.nullable(z.string()),
  rsiVerified: z.boolean(),
  /** As RSI spells it; null for an account that is not verified. */
  rsiHandle: z.nullable(z.string()),
  /** Ways this account can sign in. */
  signInMethods: z.array(z.enum(["password", "discord"])),
  /** The user's permissions are withheld until they add a second step to their sign-in. */
  isHeldBack: z.boolean(),
  /** Automation is paused, which administrators see, or a restore runs, which locks the organization for everybody. */
  pause: z.nullable(z.object({ since: z.string(), isLocked: z.boolean() })),
  createdAt: z.string(),
});
export type CurrentUser = z.infer<typeof currentUser>;
