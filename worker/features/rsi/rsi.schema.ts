import * as z from "zod/mini";
import { copied } from "../../lib/wire.schema.ts";

export const CODE_HOURS = 24;
/** Seconds between two checks of a user. */
export const CHECK_SECONDS = 60;
export const HANDLE_INPUT_LENGTH = 200;
/** Handles that a user can look up at RSI in LOOK_MINUTES before they get a code. */
export const MOST_LOOKS = 10;
export const LOOK_MINUTES = 10;

/** A handle; RSI documents no maximum length. */
export const HANDLE = /^[A-Za-z0-9_-]{1,60}$/;

/** The handle in a typed or pasted text: the handle itself, or the address of the profile. */
const handleOf = (text: string) => /\/citizens\/([^/?#\s]+)/i.exec(text)?.[1] ?? text;

/** Whether a text is a "UEE Citizen Record" of RSI's profile, such as "#2481906", and so no handle. */
export const isRecordNumber = (text: string): boolean => /#\s*\d+$/.test(text.trim());

const handleText = z.string().check(copied, z.minLength(1), z.maxLength(HANDLE_INPUT_LENGTH));
const handle = z.string().check(
  z.refine((text) => !isRecordNumber(text), { error: "rsi_record", abort: true }),
  z.regex(HANDLE, "rsi_handle"),
);

export const verifyInput = z.strictObject({
  rsiHandle: z.pipe(z.pipe(handleText, z.transform(handleOf)), handle),
});
export type VerifyInput = z.output<typeof verifyInput>;

/** A request to verify a handle, until it is verified, removed or expired. */
export const rsiRequest = z.object({
  id: z.number(),
  rsiHandle: z.string(),
  /** `CC-` and eight characters. */
  verificationCode: z.string(),
  /** The public profile whose bio must contain the code; null while RSI is not set up. */
  profileUrl: z.nullable(z.string()),
  expiresAt: z.string(),
  /** When the next check is possible; null for at once. */
  nextCheckAt: z.nullable(z.string()),
});
export type RsiRequest = z.infer<typeof rsiRequest>;

/** The caller's RSI account, GET /api/rsi/status. */
export const rsiStatus = z.object({
  /** Whether the deployment has RSI's address, without which nothing can be verified. */
  isConfigured: z.boolean(),
  rsiVerified: z.boolean(),
  rsiHandle: z.nullable(z.string()),
  /** May be for a handle other than the verified one, which it replaces. */
  pendingRequest: z.nullable(rsiRequest),
  recordNumber: z.nullable(z.string()),
  enlistedDate: z.nullable(z.string()),
  location: z.nullable(z.string()),
  profileUrl: z.nullable(z.string()),
  verifiedAt: z.nullable(z.string()),
  /** The handle that another user has verified since; null for none. */
  lostHandle: z.nullable(z.string()),
});
export type RsiStatus = z.infer<typeof rsiStatus>;

export const rsiVerified = z.object({ success: z.literal(true), message: z.string() });
export type RsiVerified = z.infer<typeof rsiVerified>;
