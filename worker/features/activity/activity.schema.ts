import * as z from "zod/mini";
import type { ActorKind } from "../../lib/actor.schema.ts";
import { instant, pageLimit, recordIdText } from "../../lib/wire.schema.ts";

/** One line of the organization's recent activity, newest first. */
export type Activity = {
  id: number;
  /** What happened, such as `prospect.status`; a member of the audit actions. */
  type: string;
  /** The same as a plain sentence in the reader's language. */
  description: string;
  createdAt: string;
  actor: { name: string; kind: ActorKind };
  /** The record it happened to; `prospectId` where a reader can open it. */
  subject: { name: string | null; prospectId: number | null };
  from: string | null;
  to: string | null;
};

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
export type AuditEntry = {
  id: number;
  at: string;
  actor: { kind: ActorKind; name: string; userId: number | null };
  /** The mark of the session that it happened in, for the filter; nothing can be done to a session by it. */
  session: number | null;
  /** What happened, such as `prospect.status`. */
  action: string;
  /** The same as a plain sentence in the reader's language. */
  sentence: string;
  /** Values before and after, instants in ISO 8601; null for none. Empty where nothing had a value before. */
  changes: { from: string | null; to: string | null }[];
  /** The record it happened to; `prospectId` where the reader can open it. */
  record: { id: number | null; name: string | null; prospectId: number | null };
};

/** An action that entries can be about, in the reader's language: "moved … from … to …". */
export type AuditActionOption = { action: string; text: string };
