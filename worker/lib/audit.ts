import { createHash } from "node:crypto";
import { is, SQL, sql } from "drizzle-orm";
import { type AuditDetails, auditLog, type Readers } from "./audit.table.ts";
import type { Context } from "./context.ts";
import type { Statement } from "./db/client.ts";
import type { Opens } from "./notice-text.ts";
import type { Permission } from "./permissions.schema.ts";
import type { Language } from "./wire.schema.ts";

/** An audit action: who reads it, and its sentence, in which `{actor}`, `{subject}` and details are filled in. */
export type AuditText = {
  readers: Readers;
  /** The page that shows the entry's record, whose id is filled in as `{id}`. */
  opens?: Required<Opens>;
} & Record<Language, string>;

export type AuditEntry<Action extends string = string> = {
  action: Action;
  /** The record that it happened to; its id may be SQL where the same batch creates it. */
  entity?: { id: number | SQL | null; name: string | null };
  /** SQL for a JSON object where a detail is read as the entry is written. */
  details?: AuditDetails | SQL | null;
};

/** By readers of entries, the permission without which each of them reads only the entries that they caused. */
type OwnUnless = Readonly<Partial<Record<Readers, Permission>>>;

/** The audit actions of a feature. */
export type Audit<Action extends string = string> = {
  texts: Readonly<Record<Action, AuditText>>;
  ownUnless: OwnUnless;
  /** The text of a detail, such as a status in the reader's language; null for one that is shown as stored. */
  detailText(name: string, value: string, language: Language): string | null;
  /** The statement that records a change, for the batch of the change itself. */
  write(context: Pick<Context, "db" | "now" | "actor">, entry: AuditEntry<Action>): Statement;
  /** The same for many records at once; `from` is what follows a `select` of id, name and details. */
  writeMany(
    context: Pick<Context, "db" | "now" | "actor">,
    action: Action,
    columns: { id: SQL; name: SQL; details: SQL; from: SQL },
  ): Statement;
};

/** A number made of a session's id: it stands for the session in the audit log and in addresses, which hold no id. */
export const sessionMark = (sessionId: number): number =>
  Number.parseInt(createHash("sha256").update(`session:${sessionId}`).digest("hex").slice(0, 12), 16);

/** Describes a feature's audit actions; the feature registers them (see `Feature`). */
export function defineAudit<const Texts extends Record<string, AuditText>>(
  texts: Texts,
  detailText: Audit["detailText"] = () => null,
  ownUnless: OwnUnless = {},
): Audit<keyof Texts & string> {
  const audit: Audit<keyof Texts & string> = {
    texts,
    ownUnless,
    detailText,
    write: (context, { action, entity, details = null }) =>
      audit.writeMany(context, action, {
        id: sql`${entity?.id ?? null}`,
        name: sql`${entity?.name ?? null}`,
        details: details === null || is(details, SQL) ? sql`${details}` : sql`${JSON.stringify(details)}`,
        from: sql``,
      }),
    writeMany({ db, now, actor }, action, { id, name, details, from }) {
      const sessionId = "sessionId" in actor ? actor.sessionId : null;
      return db.run(sql`insert into ${auditLog} (organization_id, action, readers, actor_kind, actor_user_id, session_id, actor_name,
          entity_id, entity_name, details, created_at)
        select ${actor.organizationId}, ${action}, ${(texts[action] as AuditText).readers}, ${actor.kind},
          ${actor.userId}, ${sessionId === null ? null : sessionMark(sessionId)}, ${actor.name}, ${id}, ${name}, ${details}, ${now.toISOString()} ${from}`);
    },
  };
  return audit;
}

type Value = string | number | boolean | null;

/** The fields that a change gives other values, as `fromName` and `toName`; null where it changes none. */
export function changedDetails<Field extends string>(
  before: Readonly<Record<Field, Value>>,
  after: Readonly<Partial<Record<Field, Value | undefined>>>,
  fields: readonly Field[],
): AuditDetails | null {
  const plain = (value: Value) => (typeof value === "boolean" ? Number(value) : value);
  const details: AuditDetails = {};
  for (const field of fields) {
    const [from, to] = [before[field], after[field]];
    if (to === undefined || to === from) continue;
    const name = field.charAt(0).toUpperCase() + field.slice(1);
    details[`from${name}`] = plain(from);
    details[`to${name}`] = plain(to);
  }
  return Object.keys(details).length > 0 ? details : null;
}

/** An audit entry as a sentence. */
export function auditSentence(
  { texts, detailText }: Audit,
  action: string,
  language: Language,
  values: AuditDetails,
): string {
  return (texts[action]?.[language] ?? action).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null) return "–";
    return detailText(name, String(value), language) ?? String(value);
  });
}
