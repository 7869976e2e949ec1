import * as z from "zod/mini";
import { personName } from "../../lib/names.schema.ts";
import { PERMISSION_CATEGORIES, type PermissionCategory } from "../../lib/permissions.schema.ts";

export const TOKEN_NAME_LENGTH = 50;
/** Most tokens of a user, ended ones included until they are deleted. */
export const MOST_TOKENS = 20;
/** Most days that a token lasts. */
export const MOST_TOKEN_DAYS = 366;
/** Days for which an ended token is shown. */
export const KEPT_DAYS = 30;
/** Days before its end on which its owner is notified. */
export const TOLD_DAYS = 3;

/** Why a token lacks a permission that it was given. */
const lostBecause = z.enum(["role", "deleted", "held_back"]);

const apiToken = z.object({
  id: z.number(),
  name: z.string(),
  /** Its last letters. */
  ending: z.string(),
  permissions: z.array(z.object({ id: z.string(), lost: z.nullable(lostBecause) })),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** To the hour; null for never. */
  lastUsedAt: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof apiToken>;

/** The caller's tokens, the newest first, and the permissions available for a new one, GET /api/tokens. */
export const ownTokens = z.object({
  tokens: z.array(apiToken),
  permissions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      category: z.enum(Object.keys(PERMISSION_CATEGORIES) as PermissionCategory[]),
    }),
  ),
});
export type OwnTokens = z.infer<typeof ownTokens>;

/** The answer to POST /api/tokens, the only one with the token itself. */
export const newToken = z.extend(apiToken, { token: z.string() });
export type NewToken = z.infer<typeof newToken>;

export const makeTokenInput = z.strictObject({
  name: personName(TOKEN_NAME_LENGTH),
  /** Ids of permissions that the caller holds; empty for a token that reads only what every signed-in user may. */
  permissions: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(200)),
  expiresInDays: z.int().check(z.minimum(1), z.maximum(MOST_TOKEN_DAYS)),
});
export type MakeTokenInput = z.infer<typeof makeTokenInput>;
