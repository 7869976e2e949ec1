import * as z from "zod/mini";
import { actorKind } from "../../lib/actor.schema.ts";
import { instant, pageLimit, recordIdText } from "../../lib/wire.schema.ts";

export const activity = z.object({
  id: z.number(),
  /** The audit action, such as `prospect.status`. */
  type: z.string(),
  /** The action as a sentence in the reader's language. */
  description: z.string(),
  createdAt: z.string(),
  actor: z.object({ name: z.string(), kind: actorKind }),
  /** The record of the action; `opens` is the page of the app that shows it, null where the reader cannot open it. */
  subject: z.object({ name: z.nullable(z.string()), opens: z.nullable(z.string()) }),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type Activity = z.infer<typeof activity>;

export const AUDIT_SEARCH_LENGTH = 64;

/** Filter value for entries by no user: jobs of the server, and bots. */
export const BY_NOBODY = "none";

/**
 * The areas of the log by the first words of their actions: `of` is about the area's own records, by whose ids the
 * log is filtered; `and` is about others.
 */
export const AUDIT_AREAS = {
  prospects: { of: ["prospect", "admission"], and: ["door", "form", "answer_template", "link", "source"] },
  members: { of: ["member", "leave"], and: ["team"] },
  contracts: { of: ["contract", "payout"], and: ["application"] },
  events: { of: ["event"], and: ["event_template"] },
  wishes: { of: ["wish"], and: [] },
  security: { of: ["security"], and: [] },
  ships: { of: [], and: ["hangar", "ships", "rsi"] },
  accounts: { of: ["user"], and: ["auth", "token", "calendar"] },
  roles: { of: ["role"], and: ["permission"] },
  bots: { of: ["bot"], and: [] },
  discord: { of: [], and: ["discord", "commands", "announcements"] },
  system: { of: [], and: ["setting", "organization", "webhook", "backup", "automation"] },
} as const satisfies Record<string, { of: readonly string[]; and: readonly string[] }>;
export type AuditArea = keyof typeof AUDIT_AREAS;

/** Actions of signing in and out, which the log can leave out. */
export const SIGN_INS: readonly string[] = ["user.signed_in", "user.signed_out", "user.confirmed"];

/** The area of an action. */
export const areaOf = (action: string) =>
  (Object.keys(AUDIT_AREAS) as AuditArea[]).find((area) =>
    [...AUDIT_AREAS[area].of, ...AUDIT_AREAS[area].and].some((word) => action.startsWith(`${word}.`)),
  );

export const auditFilters = z.strictObject({
  /** Part of an entry's sentence, its record's name or its old or new value, or the record's id. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(AUDIT_SEARCH_LENGTH))),
  /** Id of the user who did it. */
  by: z.optional(z.union([z.literal(BY_NOBODY), recordIdText])),
  area: z.optional(z.enum(Object.keys(AUDIT_AREAS) as [AuditArea, ...AuditArea[]])),
  action: z.optional(z.string().check(z.regex(/^[a-z_.]{1,64}$/))),
  /** Id of one of the area's own records; without an area, of a record of any kind. */
  record: z.optional(recordIdText),
  /** The mark of a session (see `sessionMark`). */
  session: z.optional(recordIdText),
  /** Leaves out signing in and out, unless an action or a session is asked for. */
  signIns: z.optional(z.literal("hidden")),
  /** The first instant, and the instant after the last one. */
  from: z.optional(instant),
  to: z.optional(instant),
});
export type AuditFilters = z.infer<typeof auditFilters>;

export const auditQuery = z.extend(auditFilters, {
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type AuditQuery = z.infer<typeof auditQuery>;

/** An entry of the audit log, GET /api/audit/{orgId}. Names are those at the time of the entry. */
export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  /** When a restore inserted the entry from a backup, which can contain anything; null for an original one. */
  restoredAt: z.nullable(z.string()),
  /** `token` is the name of the token that a program acted with for the user. */
  actor: z.object({
    kind: actorKind,
    name: z.string(),
    userId: z.nullable(z.number()),
    token: z.nullable(z.string()),
  }),
  /** The mark of its session, for the filter. It gives no access to the session. */
  session: z.nullable(z.number()),
  /** The audit action, such as `prospect.status`. */
  action: z.string(),
  /** The action as a sentence in the reader's language. */
  sentence: z.string(),
  /**
   * Values before and after, instants in ISO 8601, null for none; `field` is the field's name for the reader, null where the
   * sentence has the values. Empty for an action without such values.
   */
  changes: z.array(
    z.object({ field: z.nullable(z.string()), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
  ),
  /** The record of the action; `opens` is the page of the app that shows it, null where the reader cannot open it. */
  record: z.object({
    id: z.nullable(z.number()),
    name: z.nullable(z.string()),
    opens: z.nullable(z.string()),
  }),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** An action of entries with its text in the reader's language: "moved … from … to …". */
export const auditActionOption = z.object({ action: z.string(), text: z.string() });
export type AuditActionOption = z.infer<typeof auditActionOption>;
