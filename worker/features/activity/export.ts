import type { Audit } from "../../lib/audit.ts";
import type { UserContext } from "../../lib/context.ts";
import { CSV_START, csvRow } from "../../lib/csv.ts";
import type { Language } from "../../lib/wire.schema.ts";
import type { AuditEntry, AuditFilters } from "./activity.schema.ts";
import { searchAudit } from "./search.ts";

/** Entries that are read at once. */
const CHUNK = 1_000;

const HEADINGS: Record<Language, string[]> = {
  en: ["Time (UTC)", "Person", "Kind", "What happened", "Before", "After", "Record", "Record id", "Action"],
  da: ["Tid (UTC)", "Person", "Art", "Hvad skete der", "Før", "Efter", "Post", "Postens id", "Handling"],
};

const rowOf = ({ at, actor, action, sentence, changes, record }: AuditEntry): string => {
  const values = (name: "from" | "to") => changes.map((change) => change[name] ?? "").join("; ");
  return csvRow([
    ...[at, actor.name, actor.kind, sentence, values("from"), values("to")],
    ...[record.name, record.id, action],
  ]);
};

/** The audit log as a CSV file, newest first, of what the reader may know of; read as it is sent. */
export function exportAudit(
  context: UserContext,
  filters: AuditFilters,
  audits: readonly Audit[],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cursor: string | null | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start: (stream) => stream.enqueue(encoder.encode(CSV_START + csvRow(HEADINGS[context.language]))),
      async pull(stream) {
        const query = { ...filters, limit: CHUNK, cursor: cursor ?? undefined };
        const { items, next } = await searchAudit(context, query, audits);
        stream.enqueue(encoder.encode(items.map(rowOf).join("")));
        cursor = next;
        if (next === null) stream.close();
      },
    },
    { highWaterMark: 0 },
  );
}
