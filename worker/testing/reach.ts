import { vi } from "vitest";
import { FEATURES } from "../features.ts";
import type { Feature } from "../lib/feature.ts";
import type { Guarded } from "../lib/table-rules.ts";
import { type Answer, backgroundDone } from "./world.ts";

const GUARDED: readonly [table: string, guarded: Guarded][] = (FEATURES as readonly Feature[])
  .flatMap(({ tables = {} }) => Object.entries(tables))
  .flatMap(([name, { guarded }]) => (guarded ? [[name, guarded] as [string, Guarded]] : []));

/** A statement without quotation marks and parenthesized parts: columns that are set are in neither. */
function skeletonOf(statement: string): string {
  let text = statement.replace(/["`]/g, "").replace(/\s+/g, " ").toLowerCase();
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, " ");
  }
  return text;
}

/** What a statement writes of a table: whether it adds or deletes rows, and the text of the columns that it sets. */
function writesTo(statement: string, table: string) {
  const text = skeletonOf(statement);
  const isAbout = (verb: string) => new RegExp(`\\b${verb} ${table}\\b`).test(text);
  const isUpdate = isAbout("update(?: or \\w+)?");
  const isInsert = isAbout("insert(?: or \\w+)? into") || isAbout("replace into");
  const [, set = ""] = /\bset (.*)$/.exec(text) ?? [];
  return {
    added: isInsert,
    deleted: isAbout("delete from"),
    set: isUpdate || isInsert ? set.replace(/ (where|from|returning) .*$/, "") : "",
  };
}

/** Returns what statements write of the columns and rows that tables guard. */
function guardedIn(statements: readonly string[]): string[] {
  return GUARDED.flatMap(([table, { because, rows, columns = [] }]) => {
    const isReached = statements.some((statement) => {
      const { added, deleted, set } = writesTo(statement, table);
      const isSet = columns.some((column) => new RegExp(`(^|[ ,])${column} =`).test(set));
      return (
        isSet ||
        (added && (rows === "added" || rows === "both")) ||
        (deleted && (rows === "deleted" || rows === "both"))
      );
    });
    return isReached ? [`${table}: ${because}`] : [];
  });
}

/** Returns what a request reached that takes a recent proof: guarded columns and rows, stored secrets, and files. */
export async function reachOf(send: () => Promise<Answer>): Promise<{ answer: Answer; reached: string[] }> {
  await backgroundDone();
  const decrypt = vi.spyOn(crypto.subtle, "decrypt");
  try {
    const answer = await send();
    await backgroundDone();
    const isFile = answer.headers.get("content-disposition")?.startsWith("attachment") ?? false;
    const reached = [
      ...guardedIn(answer.meter.statements),
      ...(decrypt.mock.calls.length > 0 ? ["a stored secret"] : []),
      ...(isFile ? ["a file"] : []),
    ];
    return { answer, reached: answer.status < 400 ? reached : [] };
  } finally {
    decrypt.mockRestore();
  }
}
