import * as z from "zod/mini";

/** Most devices of a user. */
export const MOST_DEVICES = 10;
const ENDPOINT_LENGTH = 1_000;

/** A device that the caller gets push messages on; its id is that of the session that it was turned on in. */
export const pushDevice = z.object({
  id: z.number(),
  userAgent: z.nullable(z.string()),
  /** It is the browser that asks. */
  isCurrent: z.boolean(),
  createdAt: z.string(),
});
export type PushDevice = z.infer<typeof pushDevice>;

/** GET /api/push. */
export const pushState = z.object({
  /** The server's public key, with which a browser subscribes: 65 bytes in base64url; null where the deployment has no push. */
  publicKey: z.nullable(z.string()),
  devices: z.array(pushDevice),
});
export type PushState = z.infer<typeof pushState>;

/** What a browser answers to `PushManager.subscribe`, without the time when it expires. */
export const addDeviceInput = z.strictObject({
  endpoint: z.url({ error: "url" }).check(z.maxLength(ENDPOINT_LENGTH)),
  keys: z.strictObject({
    /** An uncompressed point of P-256, 65 bytes, and 16 bytes; both in base64url. */
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
});
export type AddDeviceInput = z.infer<typeof addDeviceInput>;

/** On how many of the caller's devices a message was taken, and on how many it was not. */
export const testResult = z.object({ sent: z.number(), failed: z.number() });
export type TestResult = z.infer<typeof testResult>;
