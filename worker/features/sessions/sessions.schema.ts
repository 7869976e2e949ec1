import * as z from "zod/mini";

/** A session of the caller, GET /api/user/sessions. */
export const userSession = z.object({
  id: z.number(),
  method: z.enum(["password", "discord"]),
  userAgent: z.nullable(z.string()),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  current: z.boolean(),
});
export type UserSession = z.infer<typeof userSession>;
