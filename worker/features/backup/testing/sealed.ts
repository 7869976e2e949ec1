import { createHash } from "node:crypto";
import type { Backup } from "../backup.schema.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Writes a document that was changed by hand, with matching checksums. */
export function sealed({ header, tables, manifest }: Backup): string {
  let text = `{"header":${JSON.stringify(header)},\n"tables":[\n`;
  let sums = "";
  for (const [at, { section, name, columns, rows: found }] of tables.entries()) {
    const lines = found.map((row) => JSON.stringify(row));
    const sum = sha256(lines.map((line) => `${line}\n`).join(""));
    sums += `${name}:${lines.length}:${sum}\n`;
    text += `${JSON.stringify({ section, name, columns }).slice(0, -1)},"rows":[\n${lines.join(",\n")}\n`;
    text += `],"count":${lines.length},"sha256":"${sum}"}${at === tables.length - 1 ? "" : ","}\n`;
  }
  text += "],\n";
  const count = tables.reduce((sum, table) => sum + table.rows.length, 0);
  const whole = { ...manifest, tables: tables.length, rows: count, sha256: sha256(sums) };
  const document = sha256(`${text}${whole.tables}:${count}:${whole.changesMeanwhile}`);
  return `${text}"manifest":${JSON.stringify({ ...whole, document })}}\n`;
}
