import * as z from "zod/mini";
/** Outcomes of the Discord sign-in that the sign-in page explains, as `/auth?error=…`. */
export declare const SIGN_IN_ERRORS: readonly [
  "discord_auth_failed",
  "not_synced",
  "auth_error",
  "session_error",
];
export type SignInError = (typeof SIGN_IN_ERRORS)[number];
export declare const loginInput: z.ZodMiniObject<
  {
    username: z.ZodMiniString<string>;
    password: z.ZodMiniString<string>;
  },
  z.core.$strict
>;
/** Fields for making an account; `role` is for a caller with admin.users alone. */
export declare const registerInput: z.ZodMiniObject<
  {
    username: z.ZodMiniString<string>;
    password: z.ZodMiniString<string>;
    email: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniUnion<readonly [z.ZodMiniLiteral<"">, z.ZodMiniEmail]>>
    >;
    displayName: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    role: z.ZodMiniOptional<z.ZodMiniString<string>>;
  },
  z.core.$strict
>;
export type LoginInput = z.infer<typeof loginInput>;
export type RegisterInput = z.infer<typeof registerInput>;
