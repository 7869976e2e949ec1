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
  /** When it ends if it is not used before. */
  expiresAt: z.string(),
  /** When it ends, however it is used. */
  endsAt: z.string(),
};

export const userSession = z.object({ ...session, id: z.number(), current: z.boolean() });
export type UserSession = z.infer<typeof userSession>;

/** A session of another user; `mark` is the number by which the audit log names it, and no route takes it. */
export const sessionOfUser = z.object({ ...session, mark: z.number() });
export type SessionOfUser = z.infer<typeof sessionOfUser>;

/** The session to end; left out, all but that of the request. */
export const endSessionsInput = z.strictObject({ id: z.optional(recordId) });
export type EndSessionsInput = z.infer<typeof endSessionsInput>;
