import * as z from "zod/mini";
import { pageLimit, recordIdText } from "../../lib/wire.schema.ts";

/** The kinds of refusals in the security log. */
export const REFUSALS = [
  "sign_in_failed",
  "sign_in_waited",
  "member_inactive",
  "code_wrong",
  "proof_missing",
  "permission_missing",
  "rights_exceeded",
  "origin_wrong",
  "signature_wrong",
] as const;

/** Refusals of one kind, user and network within an hour; the network is shortened, such as `203.0.113.0/24`. */
export const securityEntry = z.object({
  id: z.string(),
  hour: z.string(),
  lastAt: z.string(),
  kind: z.enum(REFUSALS),
  /** Null for an unknown user, and where the hour's refusals are counted together. */
  user: z.nullable(z.object({ id: z.number(), name: z.nullable(z.string()) })),
  network: z.nullable(z.string()),
  /** The missing permission of the newest one. */
  permission: z.nullable(z.string()),
  /** At most MOST_COUNTED. */
  count: z.number(),
});
export type SecurityEntry = z.infer<typeof securityEntry>;

/** The highest count of an entry; further refusals of its hour are not counted, and write nothing. */
export const MOST_COUNTED = 100;

export const securityQuery = z.strictObject({
  kind: z.optional(z.enum(REFUSALS)),
  /** Id of the user who was refused. */
  user: z.optional(recordIdText),
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(300))),
});
export type SecurityQuery = z.infer<typeof securityQuery>;
