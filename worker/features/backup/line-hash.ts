import { createHash } from "node:crypto";

/**
 * Characters that are joined at once: many lines, because each call of a hash costs as much as a line, but no longer a text
 * than V8 keeps in its young generation. Longer ones fill the memory until a full collection.
 */
export const PART = 50_000;

/** SHA-256 over lines, each followed by a line feed. */
export function lineHash() {
  const hash = createHash("sha256");
  let lines: string[] = [];
  let size = 0;
  const flush = () => {
    if (lines.length > 0) hash.update(`${lines.join("\n")}\n`);
    [lines, size] = [[], 0];
  };
  return {
    add(line: string): void {
      lines.push(line);
      size += line.length;
      if (size > PART) flush();
    },
    /** Returns the digest after more text behind the last line. Hexadecimal. */
    digest(more = ""): string {
      flush();
      return hash.update(more).digest("hex");
    },
  };
}
