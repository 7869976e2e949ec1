import * as z from "zod/mini";

/** Hours that a code can be used. */
export const CODE_HOURS = 24;
/** Seconds between two checks of a user. */
export const CHECK_SECONDS = 60;
/** Longest text that is taken for a handle or the address of its profile. */
export const HANDLE_INPUT_LENGTH = 200;

/** What a handle is made of; RSI says nowhere how long it can be. */
export const HANDLE = /^[A-Za-z0-9_-]{1,60}$/;

/** The handle in what a user typed or pasted: the handle itself, or the address of the profile. */
const handleOf = (text: string) => /\/citizens\/([^/?#\s]+)/i.exec(text)?.[1] ?? text;

export const verifyInput = z.strictObject({
  rsiHandle: z.pipe(
    z.pipe(
      z.string().check(z.trim(), z.minLength(1), z.maxLength(HANDLE_INPUT_LENGTH)),
      z.transform(handleOf),
    ),
    z.string().check(z.regex(HANDLE)),
  ),
});
export type VerifyInput = z.output<typeof verifyInput>;

/** A request to verify a handle, until it is verified, removed or expired. */
export const rsiRequest = z.object({
  id: z.number(),
  rsiHandle: z.string(),
  /** `CC-` and eight characters. */
  verificationCode: z.string(),
  /** The public profile in whose bio the code is looked for; null while RSI is not set up. */
  profileUrl: z.nullable(z.string()),
  expiresAt: z.string(),
  /** When the next check is possible; null for at once. */
  nextCheckAt: z.nullable(z.string()),
});
export type RsiRequest = z.infer<typeof rsiRequest>;

/** The caller's RSI account, GET /api/rsi/status. */
export const rsiStatus = z.object({
  /** Whether the deployment names the RSI website, without which nothing can be verified. */
  isConfigured: z.boolean(),
  rsiVerified: z.boolean(),
  /** As RSI spells it. */
  rsiHandle: z.nullable(z.string()),
  /** Also beside a verified account, for another handle that is to take its place. */
  pendingRequest: z.nullable(rsiRequest),
  /** Of the verified profile; null where it does not say. */
  recordNumber: z.nullable(z.string()),
  /** A day, `YYYY-MM-DD`. */
  enlistedDate: z.nullable(z.string()),
  location: z.nullable(z.string()),
  profileUrl: z.nullable(z.string()),
  verifiedAt: z.nullable(z.string()),
  /** The handle that another user has since proved to be theirs; null where there is none to tell of. */
  lostHandle: z.nullable(z.string()),
});
export type RsiStatus = z.infer<typeof rsiStatus>;

/** The answer of a check that found the code. */
export const rsiVerified = z.object({ success: z.literal(true), message: z.string() });
export type RsiVerified = z.infer<typeof rsiVerified>;
