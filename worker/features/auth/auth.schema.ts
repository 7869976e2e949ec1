import * as z from "zod/mini";
import { personName } from "../../lib/names.schema.ts";

/** Shortest username and password accepted when a user is created. */
export const USERNAME_MIN = 3;
export const PASSWORD_MIN = 6;

/** Outcomes of the Discord sign-in that the sign-in page explains, as `/auth?error=…`. */
export const SIGN_IN_ERRORS = ["discord_auth_failed", "not_synced", "auth_error", "session_error"] as const;
export type SignInError = (typeof SIGN_IN_ERRORS)[number];

/** How linking a Discord account can end, as `/account?discord=…`. */
export type LinkOutcome = "linked" | "taken" | "failed" | "error" | "ended";

const knownUsername = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
const knownPassword = z.string().check(z.minLength(1), z.maxLength(256));

export const loginInput = z.strictObject({ username: knownUsername, password: knownPassword });

const newPassword = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(256));

const NAME_LENGTH = 64;

const newUsername = personName(NAME_LENGTH, USERNAME_MIN).check(
  z.regex(/^(?:[\p{L}\p{M}\p{N}._ -]|\u200c|\u200d)+$/u),
);

const signIn = {
  username: newUsername,
  password: newPassword,
  email: z.optional(z.nullable(z.union([z.literal(""), z.email().check(z.maxLength(254))]))),
};
const role = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));

/** Fields for creating a user; `role` is for a caller with admin.users alone. */
export const registerInput = z.strictObject({
  ...signIn,
  displayName: z.optional(z.nullable(personName(NAME_LENGTH, 0))),
  role: z.optional(role),
});

/** The same as the form of an administrator asks for it, who adds a member. */
export const addUserInput = z.strictObject({
  ...signIn,
  displayName: personName(NAME_LENGTH),
  role,
});

/** The password that the holder of a password link chooses. */
export const passwordLinkInput = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(100)),
  password: newPassword,
});

/** Another password for an account that has one. */
export const changePasswordInput = z.strictObject({ currentPassword: knownPassword, password: newPassword });

/** A password, and the name that goes with it, for an account that signs in with Discord. */
export const setPasswordInput = z.strictObject({ username: newUsername, password: newPassword });

/** The user's password, before a Discord account is linked. */
export const linkDiscordInput = z.strictObject({ password: knownPassword });

/** Where Discord asks whether the account may be linked, the answer of POST /api/user/discord. */
export const linkBegun = z.object({ url: z.string() });

/** The user's username, before their account is deleted. */
export const deleteAccountInput = z.strictObject({ username: knownUsername });

export type ChangePasswordInput = z.infer<typeof changePasswordInput>;
export type SetPasswordInput = z.infer<typeof setPasswordInput>;
export type PasswordLinkInput = z.infer<typeof passwordLinkInput>;
export type LoginInput = z.infer<typeof loginInput>;
export type AddUserInput = z.infer<typeof addUserInput>;
export type RegisterInput = z.infer<typeof registerInput>;

/** What was deleted with a user, the answer of DELETE /api/users/{id} and DELETE /api/user. */
export const removedUser = z.object({
  /** The name that histories keep. */
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
    /** Prospects that nobody is responsible for now. */
    unassigned: z.number(),
  }),
});
export type RemovedUser = z.infer<typeof removedUser>;
