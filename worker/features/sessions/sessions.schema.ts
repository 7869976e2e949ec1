import * as z from "zod/mini";
import { recordId } from "../../lib/wire.schema.ts";

const session = {
  method: z.enum(["password", "discord"]),
  userAgent: z.nullable(z.string()),
  /** Where it was begun: the network, such as `203.0.113.0/24`, and the place, such as `Aarhus, DK`. */
  network: z.nullable(z.string()),
  place: z.nullable(z.string()),
  /** How its user proved themselves beside the password, if so. */
  secondFactor: z.nullable(z.enum(["passkey", "authenticator", "recovery_code"])),
  createdAt: z.string(),
  lastSeenAt: z.string(),
};

/** A session of the caller, GET /api/user/sessions. */
export const userSession = z.object({ ...session, id: z.number(), current: z.boolean() });
export type UserSession = z.infer<typeof userSession>;

/** A session of another user, GET /api/users/{id}/sessions. */
export const sessionOfUser = z.object({
  ...session,
  /** What the audit log calls it; nothing can be done to a session by it. */
  mark: z.number(),
});
export type SessionOfUser = z.infer<typeof sessionOfUser>;

/** The session to end; left out, all of the caller's but the one of the request. */
export const endSessionsInput = z.strictObject({ id: z.optional(recordId) });
