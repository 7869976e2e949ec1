import * as z from "zod/mini";
import { recordId } from "../../lib/wire.schema.ts";

const session = {
  method: z.enum(["password", "discord"]),
  userAgent: z.nullable(z.string()),
  /** Where it began: the network, such as `203.0.113.0/24`, and the place, such as `Aarhus, DK`. */
  network: z.nullable(z.string()),
  place: z.nullable(z.string()),
  secondFactor: z.nullable(z.enum(["passkey", "authenticator", "recovery_code"])),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** When it ends unless it is used before. */
  expiresAt: z.string(),
  /** When it ends at the latest. */
  endsAt: z.string(),
};

export const userSession = z.object({ ...session, id: z.number(), current: z.boolean() });
export type UserSession = z.infer<typeof userSession>;

/** A session of another user; `mark` is the number that identifies it in the audit log, and no route accepts it. */
export const sessionOfUser = z.object({ ...session, mark: z.number() });
export type SessionOfUser = z.infer<typeof sessionOfUser>;

/** The session to end; without it, all except that of the request. */
export const endSessionsInput = z.strictObject({ id: z.optional(recordId) });
export type EndSessionsInput = z.infer<typeof endSessionsInput>;
