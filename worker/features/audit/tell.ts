import type { Actor } from "../../lib/actor.ts";
import type { AuditDetails, auditLog } from "../../lib/audit.table.ts";
import { type Audit, auditSentence } from "../../lib/audit.ts";
import { pagePath } from "../../lib/notice-text.ts";
import type { Language } from "../../lib/wire.schema.ts";

export type AuditRow = typeof auditLog.$inferSelect;

const NUMBERED: Record<Language, (id: number) => string> = {
  en: (id) => `no. ${id}`,
  da: (id) => `nr. ${id}`,
};

/** An audit entry in the reader's language: its sentence, its old and new values, and the page that they can open. */
export function tellEntry(
  { action, actorName, entityId, entityName, details }: AuditRow,
  audits: readonly Audit[],
  { actor, language }: { actor: Actor; language: Language },
) {
  const audit = audits.find(({ texts }) => action in texts);
  const inWords = (name: string): string | null => {
    const value = details?.[name];
    // Entries of older versions have a dash for no Discord roles.
    if (value === undefined || value === null || value === "–") return null;
    return audit?.detailText(name, String(value), language) ?? String(value);
  };
  const text = audit?.texts[action];
  const isNumbered = entityName === null && entityId !== null && text?.en.includes("{subject}");
  const name = isNumbered ? NUMBERED[language](entityId) : entityName;
  const values = { actor: actorName, subject: name ?? "", ...details };
  const opens = text?.opens;
  return {
    /** The record's name, or its number where the entry does not tell the name but its sentence is about the record. */
    name,
    sentence: audit ? auditSentence(audit, action, language, values) : action,
    changes: changedFields(details, audit)
      .map(({ field, from, to }) => ({
        field: audit?.fields[field || action]?.[language] ?? null,
        from: from && inWords(from),
        to: inWords(to),
      }))
      .filter(({ from, to }) => from !== to),
    opens: opens && entityId !== null ? pagePath(opens, { id: entityId }, actor) : null,
  };
}

/** A change of a field by the names of its details; `field` is empty for the plain pair `from` and `to`. */
type ChangedField = { field: string; from: string | null; to: string };

/** The fields whose values are in details: `from` and `to`, `fromRole` and `toRole`, and named ones such as `added`. */
const changedFields = (details: AuditDetails | null, audit: Audit | undefined): ChangedField[] =>
  Object.keys(details ?? {}).flatMap((name): ChangedField[] => {
    if (audit && name in audit.fields) return [{ field: name, from: null, to: name }];
    const match = /^from([A-Z]\w*)?$/.exec(name);
    const field = match?.[1] ?? "";
    return match && details && `to${field}` in details ? [{ field, from: name, to: `to${field}` }] : [];
  });

/** The text of an action without names: "Moved … from … to …". */
export function actionText({ texts }: Audit, action: string, language: Language): string {
  const text = (texts[action]?.[language] ?? action)
    .replace(/^\{(actor|subject)\}:? /, "")
    .replace(/\{\w+(?:\|[^|]*\|([^}]*))?\}/g, (_, word?: string) => (word ? `… ${word}` : "…"));
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
