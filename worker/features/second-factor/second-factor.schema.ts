import * as z from "zod/mini";
import { personName } from "../../lib/names.schema.ts";

/** Ways to prove one's identity beside the password. */
const SECOND_FACTORS = ["passkey", "authenticator", "recovery_code"] as const;
export type SecondFactorMethod = (typeof SECOND_FACTORS)[number];

/** Most passkeys of a user; recovery codes in a set. */
export const PASSKEY_LIMIT = 10;
export const RECOVERY_CODES = 10;

/** Bytes in base64url, as browsers send them. */
const bytes = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[\w-]+$/));

/** A code as typed or pasted, in any case, with any signs between its letters and digits. */
const typedCode = (most: number, pattern: RegExp) =>
  z.pipe(
    z.string().check(z.maxLength(most)),
    z.pipe(
      z.transform((text: string) => text.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase()),
      z.string().check(z.regex(pattern)),
    ),
  );

const appCode = typedCode(20, /^\d{6}$/);
const recoveryCode = typedCode(40, /^[A-Z2-7]{16}$/);

const assertion = z.strictObject({
  id: bytes(1400),
  clientDataJSON: bytes(4096),
  authenticatorData: bytes(4096),
  signature: bytes(2048),
});
export type Assertion = z.infer<typeof assertion>;

export const codeInput = z.strictObject({ code: appCode });
export type CodeInput = z.infer<typeof codeInput>;

/** The second step of signing in: one of the three. */
export const secondStepInput = z.strictObject({
  code: z.optional(appCode),
  recoveryCode: z.optional(recoveryCode),
  passkey: z.optional(assertion),
});
export type SecondStepInput = z.infer<typeof secondStepInput>;

/** A proof of the caller's identity: one of the three. */
export const confirmInput = z.strictObject({
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
  code: z.optional(appCode),
  passkey: z.optional(assertion),
});
export type ConfirmInput = z.infer<typeof confirmInput>;

const passkeyName = personName(60);
/** The input of the form; the browser adds the rest. */
export const passkeyNameInput = z.strictObject({ name: passkeyName });

export const passkeyInput = z.strictObject({
  name: passkeyName,
  id: bytes(1400),
  clientDataJSON: bytes(4096),
  attestationObject: bytes(8192),
  transports: z.array(z.string().check(z.maxLength(20), z.regex(/^[a-z-]+$/))).check(z.maxLength(8)),
});
export type PasskeyInput = z.infer<typeof passkeyInput>;

const publicKey = z.literal("public-key");
const credential = z.object({ type: publicKey, id: z.string(), transports: z.array(z.string()) });

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn: a browser's options to request a passkey. */
export const assertionOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(credential),
  userVerification: z.literal("preferred"),
  timeout: z.number(),
});
export type AssertionOptions = z.infer<typeof assertionOptions>;

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn: a browser's options to create a passkey. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.number() })),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({ residentKey: z.string(), userVerification: z.string() }),
  attestation: z.literal("none"),
  timeout: z.number(),
});
export type CreationOptions = z.infer<typeof creationOptions>;

/** A sign-in that waits for its second step. */
export const waitingSignIn = z.object({
  secondFactor: z.object({
    methods: z.array(z.enum(SECOND_FACTORS)),
    /** Null for a user without passkeys. */
    passkey: z.nullable(assertionOptions),
  }),
});
export type WaitingSignIn = z.infer<typeof waitingSignIn>;

export const secondFactors = z.object({
  /** Why the caller can have none; null if they can. */
  blocked: z.nullable(z.literal("no_password")),
  /** Whether the organization requires one of the caller. */
  isRequired: z.boolean(),
  /** Since when an authenticator app exists, null for none. */
  authenticatorSince: z.nullable(z.string()),
  passkeys: z.array(
    z.object({ id: z.number(), name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) }),
  ),
  /** Recovery codes that are left. */
  recoveryCodes: z.number(),
});
export type SecondFactors = z.infer<typeof secondFactors>;

/** The secret for an authenticator app, as text and as the content of its QR code. */
export const authenticatorSecret = z.object({ secret: z.string(), uri: z.string() });
export type AuthenticatorSecret = z.infer<typeof authenticatorSecret>;

/** New recovery codes, which are shown only once; null for a user who keeps theirs. */
export const newRecoveryCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });
export type NewRecoveryCodes = z.infer<typeof newRecoveryCodes>;

export const confirmation = z.object({
  methods: z.array(z.enum(["password", "passkey", "authenticator", "discord"])),
  /** Whether the caller recently confirmed their identity, or signed in. */
  isRecent: z.boolean(),
});
export type Confirmation = z.infer<typeof confirmation>;

/** Outcomes of confirming with Discord, as `/account/security?confirm=…`. */
export type ConfirmOutcome = "confirmed" | "other" | "failed" | "error" | "ended";
