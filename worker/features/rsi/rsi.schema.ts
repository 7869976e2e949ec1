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
export type RsiRequest = {
  id: number;
  rsiHandle: string;
  /** `CC-` and eight characters. */
  verificationCode: string;
  /** The public profile in whose bio the code is looked for; null while RSI is not set up. */
  profileUrl: string | null;
  expiresAt: string;
  /** When the next check is possible; null for at once. */
  nextCheckAt: string | null;
};

/** The caller's RSI account, GET /api/rsi/status. */
export type RsiStatus = {
  /** Whether the deployment names the RSI website, without which nothing can be verified. */
  isConfigured: boolean;
  rsiVerified: boolean;
  /** As RSI spells it. */
  rsiHandle: string | null;
  /** Also beside a verified account, for another handle that is to take its place. */
  pendingRequest: RsiRequest | null;
  /** Of the verified profile; null where it does not say. */
  recordNumber: string | null;
  /** A day, `YYYY-MM-DD`. */
  enlistedDate: string | null;
  location: string | null;
  profileUrl: string | null;
  verifiedAt: string | null;
  /** The handle that another user has since proved to be theirs; null where there is none to tell of. */
  lostHandle: string | null;
};

/** The answer of a check that found the code. */
export type RsiVerified = { success: true; message: string };
