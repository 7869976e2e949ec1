import * as z from "zod/mini";
import { personName } from "../../lib/names.schema.ts";
import { copied } from "../../lib/wire.schema.ts";

/** Shortest username and password accepted when a user is created. */
export const USERNAME_MIN = 3;
export const PASSWORD_MIN = 6;

/** Outcomes of the Discord sign-in that the sign-in page explains, as `/auth?error=…`. */
export type SignInError =
  | "discord_auth_failed"
  | "not_synced"
  | "too_many_new"
  | "auth_error"
  | "session_error";

/** Outcomes of linking a Discord account, as `/account/security?discord=…`. */
export type LinkOutcome = "linked" | "taken" | "failed" | "error" | "ended";

const knownUsername = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
const knownPassword = z.string().check(z.minLength(1), z.maxLength(256));

export const loginInput = z.strictObject({ username: knownUsername, password: knownPassword });

const newPassword = z.string().check(z.minLength(PASSWORD_MIN, "password_short"), z.maxLength(256));
const NAME_LENGTH = 64;
const newUsername = personName(NAME_LENGTH, USERNAME_MIN, "username_short").check(
  z.regex(/^(?=.*[\p{L}\p{N}])(?:[\p{L}\p{M}\p{N}._ -]|\u200c|\u200d)+$/u, "username_letters"),
);

const signIn = {
  username: newUsername,
  password: newPassword,
  email: z.optional(
    z.nullable(z.union([z.literal(""), z.string().check(copied, z.email(), z.maxLength(254))])),
  ),
};
const role = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));

/** Fields for creating a user; display name and role are for callers with admin.users alone. */
export const registerInput = z.strictObject({
  ...signIn,
  displayName: z.optional(z.nullable(personName(NAME_LENGTH, 0))),
  role: z.optional(role),
});

/** The fields of the form in which an administrator adds a member. */
export const addUserInput = z.strictObject({ ...signIn, displayName: personName(NAME_LENGTH), role });

export const passwordLinkInput = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(100)),
  password: newPassword,
});

export const changePasswordInput = z.strictObject({ currentPassword: knownPassword, password: newPassword });

/** A username and a password for an account that signs in with Discord. */
export const setPasswordInput = z.strictObject({ username: newUsername, password: newPassword });

export const linkDiscordInput = z.strictObject({ password: knownPassword });

/** `url` is Discord's page of consent. */
export const linkBegun = z.object({ url: z.string() });

export const deleteAccountInput = z.strictObject({ username: knownUsername });

export type LinkDiscordInput = z.infer<typeof linkDiscordInput>;
export type DeleteAccountInput = z.infer<typeof deleteAccountInput>;
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;
export type SetPasswordInput = z.infer<typeof setPasswordInput>;
export type PasswordLinkInput = z.infer<typeof passwordLinkInput>;
export type LoginInput = z.infer<typeof loginInput>;
export type AddUserInput = z.infer<typeof addUserInput>;
export type RegisterInput = z.infer<typeof registerInput>;

export const removedUser = z.object({
  name: z.string(),
  removed: z.object({
    password: z.boolean(),
    discord: z.boolean(),
    email: z.boolean(),
    membership: z.boolean(),
    /** The verified RSI account. */
    rsi: z.boolean(),
    sessions: z.number(),
    /** Types of ships in their hangar. */
    ships: z.number(),
    /** Prospects whose assignee was deleted. */
    unassigned: z.number(),
  }),
});
export type RemovedUser = z.infer<typeof removedUser>;
