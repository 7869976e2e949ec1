import type { Actor } from "../../lib/actor.ts";
import type { AuditDetails, auditLog } from "../../lib/audit.table.ts";
import { type Audit, auditSentence } from "../../lib/audit.ts";
import { pagePath } from "../../lib/notice-text.ts";
import type { Language } from "../../lib/wire.schema.ts";

export type AuditRow = typeof auditLog.$inferSelect;

/** An audit entry in the reader's language: its sentence, its old and new values, and the page that they can open. */
export function tellEntry(
  { action, actorName, entityId, entityName, details }: AuditRow,
  audits: readonly Audit[],
  { actor, language }: { actor: Actor; language: Language },
) {
  const audit = audits.find(({ texts }) => action in texts);
  const inWords = (name: string): string | null => {
    const value = details?.[name];
    if (value === undefined || value === null) return null;
    return audit?.detailText(name, String(value), language) ?? String(value);
  };
  const values = { actor: actorName, subject: entityName ?? "", ...details };
  const opens = audit?.texts[action]?.opens;
  return {
    sentence: audit ? auditSentence(audit, action, language, values) : action,
    changes: pairsOf(details)
      .map(([from, to]) => ({ from: inWords(from), to: inWords(to) }))
      .filter(({ from, to }) => from !== to),
    opens: opens && entityId !== null ? pagePath(opens, { id: entityId }, actor) : null,
  };
}

/** Pairs of names of details with a value before and after: `from` and `to`, `fromRole` and `toRole`. */
const pairsOf = (details: AuditDetails | null): [string, string][] =>
  Object.keys(details ?? {}).flatMap((name): [string, string][] => {
    const of = /^from([A-Z]\w*)?$/.exec(name);
    const to = `to${of?.[1] ?? ""}`;
    return of && details && to in details ? [[name, to]] : [];
  });

/** The text of an action without names: "Moved … from … to …". */
export function actionText({ texts }: Audit, action: string, language: Language): string {
  const text = (texts[action]?.[language] ?? action)
    .replace(/^\{(actor|subject)\}:? /, "")
    .replace(/\{\w+\}/g, "…");
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
