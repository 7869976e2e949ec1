import { createHash } from "node:crypto";
import { is, SQL, sql } from "drizzle-orm";
import { type AuditDetails, auditLog, type Readers } from "./audit.table.ts";
import type { Context } from "./context.ts";
import type { Statement } from "./db/client.ts";
import type { FieldText } from "./fields.schema.ts";
import type { Opens } from "./notice-text.ts";
import type { Permission } from "./permissions.schema.ts";
import { fillIn } from "./sentence.ts";
import type { Language } from "./wire.schema.ts";

/** An audit action: who reads it, and its sentence, in which `{actor}`, `{subject}` and details are filled in. */
type AuditText = {
  readers: Readers;
  /** The page that shows the entry's record, whose id is filled in as `{id}`. */
  opens?: Required<Opens>;
  /** The sentence where a detail that it names has no value. */
  without?: Record<Language, string>;
} & Record<Language, string>;

/**
 * Makes texts of audit actions with the same readers: `readBy("admin.users")("… in English", "… in Danish")`.
 * @param opens the page that their entries open
 */
export const readBy =
  (readers: Readers, opens?: Required<Opens>) =>
  (en: string, da: string, without?: Record<Language, string>): AuditText => ({
    readers,
    en,
    da,
    ...(opens && { opens }),
    ...(without && { without }),
  });

/** The words of a feature's audit actions besides their sentences. */
type Words = {
  /**
   * The fields whose values entries keep before and after: `Deadline` of `fromDeadline` and `toDeadline`. The plain pair
   * `from` and `to` is called by its action, where the action's sentence does not tell both values. A field that is no
   * pair, such as `added`, is told by its value.
   */
  fields?: Readonly<Record<string, FieldText>>;
  /** The text of a detail, such as a status in the reader's language; null for one that is shown as stored. */
  detailText?: (name: string, value: string, language: Language) => string | null;
  ownUnless?: OwnUnless;
};

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
  fields: NonNullable<Words["fields"]>;
  detailText: NonNullable<Words["detailText"]>;
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
  { fields = {}, detailText = () => null, ownUnless = {} }: Words = {},
): Audit<keyof Texts & string> {
  const audit: Audit<keyof Texts & string> = {
    texts,
    ownUnless,
    fields,
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
      const tokenName = "tokenName" in actor ? actor.tokenName : null;
      return db.run(sql`insert into ${auditLog} (organization_id, action, readers, actor_kind, actor_user_id, session_id, token_name, actor_name,
          entity_id, entity_name, details, created_at)
        select ${actor.organizationId}, ${action}, ${(texts[action] as AuditText).readers}, ${actor.kind},
          ${actor.userId}, ${sessionId === null ? null : sessionMark(sessionId)}, ${tokenName}, ${actor.name}, ${id}, ${name}, ${details}, ${now.toISOString()} ${from}`);
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

/** The sign for a value that an entry does not have. */
const NOTHING: Record<Language, string> = { en: "nothing", da: "intet" };

/** An audit entry as a sentence. */
export function auditSentence(
  { texts, fields, detailText }: Audit,
  action: string,
  language: Language,
  values: AuditDetails,
): string {
  const text = texts[action];
  if (!text) return action;
  const isKnown = (name: string) => values[name] !== undefined && values[name] !== null;
  const names = [...text[language].matchAll(/\{(\w+)/g)].map(([, name = ""]) => name);
  const sentence = names.every(isKnown) ? text[language] : (text.without ?? text)[language];
  return fillIn(sentence, (name) => {
    if (!isKnown(name)) return (fields[name.replace(/^(from|to)/, "")]?.none ?? NOTHING)[language];
    const value = values[name] as string | number;
    // Names, whatever they are like.
    if (name === "actor" || name === "subject") return value;
    return detailText(name, String(value), language) ?? value;
  });
}
