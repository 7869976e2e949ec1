import * as z from "zod/mini";
import { actorKind } from "../../lib/actor.schema.ts";
import { instant, pageLimit, recordIdText } from "../../lib/wire.schema.ts";

/** One line of the organization's recent activity, newest first. */
export const activity = z.object({
  id: z.number(),
  /** What happened, such as `prospect.status`; a member of the audit actions. */
  type: z.string(),
  /** The same as a plain sentence in the reader's language. */
  description: z.string(),
  createdAt: z.string(),
  actor: z.object({ name: z.string(), kind: actorKind }),
  /** The record it happened to; `prospectId` where a reader can open it. */
  subject: z.object({ name: z.nullable(z.string()), prospectId: z.nullable(z.number()) }),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type Activity = z.infer<typeof activity>;

/** Longest text that the audit log is searched for. */
export const AUDIT_SEARCH_LENGTH = 64;

/** Stands for who is no user: jobs of the server, and bots. */
export const BY_NOBODY = "none";

const filters = {
  /** Part of an entry's sentence, of its record's name or of its old or new value, or the record's id. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(AUDIT_SEARCH_LENGTH))),
  /** Id of the user who did it. */
  by: z.optional(z.union([z.literal(BY_NOBODY), recordIdText])),
  action: z.optional(z.string().check(z.regex(/^[a-z_.]{1,64}$/))),
  /** The mark of the session that it happened in. */
  session: z.optional(recordIdText),
  /** The first instant, and the first one after the last. */
  from: z.optional(instant),
  to: z.optional(instant),
};

export const auditFilters = z.strictObject(filters);
export type AuditFilters = z.infer<typeof auditFilters>;

export const auditQuery = z.strictObject({
  ...filters,
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type AuditQuery = z.infer<typeof auditQuery>;

/** An entry of the audit log, GET /api/audit/{organizationId}. Names are kept as they were. */
export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.object({ kind: actorKind, name: z.string(), userId: z.nullable(z.number()) }),
  /** The mark of the session that it happened in, for the filter; nothing can be done to a session by it. */
  session: z.nullable(z.number()),
  /** What happened, such as `prospect.status`. */
  action: z.string(),
  /** The same as a plain sentence in the reader's language. */
  sentence: z.string(),
  /** Values before and after, instants in ISO 8601; null for none. Empty where nothing had a value before. */
  changes: z.array(z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  /** The record it happened to; `prospectId` where the reader can open it. */
  record: z.object({
    id: z.nullable(z.number()),
    name: z.nullable(z.string()),
    prospectId: z.nullable(z.number()),
  }),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** An action that entries can be about, in the reader's language: "moved … from … to …". */
export const auditActionOption = z.object({ action: z.string(), text: z.string() });
export type AuditActionOption = z.infer<typeof auditActionOption>;
