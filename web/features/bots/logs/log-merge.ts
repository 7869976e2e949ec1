import { type BotLog, GATEWAY_LIMITS, type LogLevel } from "../../../../worker/features/bots/bots.schema.ts";

/** Most lines on screen, as many as the server keeps. */
export const LOG_LINES = GATEWAY_LIMITS.logLines;

/** Merges lines by id, without doubles, and keeps the newest {@link LOG_LINES}. Returns the same list without new lines. */
export function mergeLines(known: BotLog[], more: readonly BotLog[]): BotLog[] {
  const byId = new Map([...more, ...known].map((line) => [line.id, line]));
  if (byId.size === known.length) return known;
  return [...byId.values()].sort((a, b) => a.id - b.id).slice(-LOG_LINES);
}

export const LEVEL_FILTERS = ["all", "info", "warn", "error"] as const;
/** The lowest level that is shown. */
export type LevelFilter = (typeof LEVEL_FILTERS)[number];

const RANK: Record<LogLevel | LevelFilter, number> = { all: 0, debug: 0, info: 1, warn: 2, error: 3 };

/** The lines of a level or above that contain the search text, in any case. */
export function filterLines(lines: BotLog[], level: LevelFilter, search: string): BotLog[] {
  const wanted = search.trim().toLowerCase();
  return lines.filter(
    (line) => (RANK[line.level] ?? 1) >= RANK[level] && line.message.toLowerCase().includes(wanted),
  );
}

/** The log as a text file: one line each with its time in UTC, further lines of a message indented. */
export function logFile(lines: readonly BotLog[]): string {
  const indent = `\n${" ".repeat(31)}`;
  const textOf = ({ timestamp, level, message }: BotLog) =>
    `${timestamp} ${level.padEnd(5)} ${message.replaceAll("\n", indent)}\n`;
  return lines.map(textOf).join("");
}

/** A text in parts, those that match the search marked. */
export function highlight(text: string, search: string): { text: string; at: number; found: boolean }[] {
  const wanted = search.trim().toLowerCase();
  const lower = text.toLowerCase();
  // In a few languages the lower case is longer than the text, and positions do not match.
  if (wanted === "" || lower.length !== text.length) return [{ text, at: 0, found: false }];
  let at = 0;
  return lower
    .split(wanted)
    .flatMap((between) => [between, wanted])
    .slice(0, -1)
    .map(({ length }, index) => {
      const start = at;
      at += length;
      return { text: text.slice(start, at), at: start, found: index % 2 === 1 };
    });
}
