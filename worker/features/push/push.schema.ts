import * as z from "zod/mini";

/** Most devices of a user. */
export const MOST_DEVICES = 10;
const ENDPOINT_LENGTH = 1_000;

/** A device of the caller for push messages; its id is that of the session in which it was turned on. */
export const pushDevice = z.object({
  id: z.number(),
  userAgent: z.nullable(z.string()),
  /** Whether it is the requesting browser. */
  isCurrent: z.boolean(),
  createdAt: z.string(),
});
export type PushDevice = z.infer<typeof pushDevice>;

/** GET /api/push. */
export const pushState = z.object({
  /** The server's public key, for subscribing: 65 bytes in base64url; null where the deployment has no push. */
  publicKey: z.nullable(z.string()),
  devices: z.array(pushDevice),
});
export type PushState = z.infer<typeof pushState>;

/** A browser's answer to `PushManager.subscribe`, without its expiry. */
export const addDeviceInput = z.strictObject({
  endpoint: z.url({ error: "url" }).check(z.maxLength(ENDPOINT_LENGTH)),
  keys: z.strictObject({
    /** An uncompressed point of P-256, 65 bytes, and 16 bytes; both in base64url. */
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
});
export type AddDeviceInput = z.infer<typeof addDeviceInput>;

/** The number of the caller's devices that accepted a message, and that did not. */
export const testResult = z.object({ sent: z.number(), failed: z.number() });
export type TestResult = z.infer<typeof testResult>;
