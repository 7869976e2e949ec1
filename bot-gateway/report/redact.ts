import { oneLine } from "../errors.ts";

const REDACTED = "[token]";
/** Shorter parts of a token reveal nothing and may be part of an ordinary word. */
const SHORTEST_PART = 6;

/** Removes one bot's token from texts: the whole token, and each of its parts between dots. */
export class Redactor {
  readonly #secrets: string[];
  readonly #pattern: RegExp | null;

  constructor(token: string) {
    const parts = token.split(".").filter((part) => part.length >= SHORTEST_PART);
    this.#secrets = [...new Set([token, ...parts])].filter(Boolean).sort((a, b) => b.length - a.length);
    const escaped = this.#secrets.map((secret) => secret.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"));
    this.#pattern = escaped.length > 0 ? new RegExp(escaped.join("|"), "g") : null;
  }

  clean(text: string): string {
    return this.#pattern ? text.replace(this.#pattern, REDACTED) : text;
  }

  /** Does the same for a text whose end was cut off, and also removes the beginning of a token at its end. */
  cleanCut(text: string): string {
    const cleaned = this.clean(text);
    for (let length = Math.min(cleaned.length, (this.#secrets[0]?.length ?? 0) - 1); length > 0; length -= 1)
      if (this.#secrets.some((secret) => secret.length > length && cleaned.endsWith(secret.slice(0, length))))
        return cleaned.slice(0, -length);
    return cleaned;
  }

  /** Returns the text on one line, without the token and control characters, cut to `limit` characters. */
  line(text: string, limit: number): string {
    return this.clean(plain(oneLine(text)))
      .slice(0, limit)
      .toWellFormed();
  }
}

const ESCAPE = 0x1b;
const BELL = 0x07;

/**
 * Returns a line as plain text, without terminal sequences, control characters, and marks that change the direction
 * of writing. Takes time proportional to the length for any content.
 */
export function plain(text: string): string {
  if (!/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text)) return text;
  let kept = "";
  let from = 0;
  for (let at = text.indexOf("\u001b"); at !== -1; at = text.indexOf("\u001b", from)) {
    kept += text.slice(from, at);
    from = afterSequence(text, at);
  }
  return withoutTakenBack(kept + text.slice(from))
    .replaceAll("\t", "  ")
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, "");
}

/** Removes characters that a program erases with backspaces. */
function withoutTakenBack(text: string): string {
  if (!text.includes("\b")) return text;
  const kept: string[] = [];
  for (const sign of text) {
    if (sign === "\b") kept.pop();
    else kept.push(sign);
  }
  return kept.join("");
}

/**
 * Returns the position after the terminal sequence that begins at `start`; an unterminated one extends to the end of
 * the text.
 */
function afterSequence(text: string, start: number): number {
  const kind = text[start + 1] ?? "";
  if (kind === "[") {
    let at = start + 2;
    while (at < text.length && isBetween(text, at, 0x20, 0x3f)) at += 1;
    return isBetween(text, at, 0x40, 0x7e) ? at + 1 : at;
  }
  if (kind !== "" && "]PX^_".includes(kind)) {
    for (let at = start + 2; at < text.length; at += 1) {
      if (text.charCodeAt(at) === BELL) return at + 1;
      if (text.charCodeAt(at) === ESCAPE && text[at + 1] === "\\") return at + 2;
    }
    return text.length;
  }
  let at = start + 1;
  while (at < text.length && isBetween(text, at, 0x20, 0x2f)) at += 1;
  return text.charCodeAt(at) === ESCAPE ? at : Math.min(text.length, at + 1);
}

function isBetween(text: string, at: number, low: number, high: number): boolean {
  const code = text.charCodeAt(at);
  return code >= low && code <= high;
}
