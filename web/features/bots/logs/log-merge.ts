import type { BotLog, LogLevel } from "../../../../worker/features/bots/bots.schema.ts";

/** Lines that are kept on screen, as many as the server keeps. */
export const LOG_LINES = 1000;

/**
 * A bot's log as far as it is known. `upTo` is the id up to which nothing is missing: lines that were heard
 * live may have others before them that were not, so the next question to the server begins there.
 */
export type LogState = { lines: BotLog[]; upTo: number };

export const EMPTY_LOG: LogState = { lines: [], upTo: 0 };

/** Puts lines into their places by id, each once, the newest 1,000 of them. The same list when none is new. */
export function mergeLines(known: BotLog[], more: readonly BotLog[]): BotLog[] {
  const newest = known.at(-1)?.id ?? 0;
  const ids = new Set(known.map(({ id }) => id));
  const fresh = more.filter(({ id }) => {
    if (ids.has(id)) return false;
    ids.add(id);
    return true;
  });
  if (fresh.length === 0) return known;
  const all = [...known, ...fresh];
  if (fresh.some(({ id }, at) => id < (fresh[at - 1]?.id ?? newest))) all.sort((a, b) => a.id - b.id);
  return all.slice(-LOG_LINES);
}

/** Lines that arrived by themselves; what lies between them and `upTo` stays to be asked for. */
export function heard(state: LogState, lines: readonly BotLog[]): LogState {
  const merged = mergeLines(state.lines, lines);
  return merged === state.lines ? state : { ...state, lines: merged };
}

/** The server's answer to the question for everything after `after`: from there on nothing is missing. */
export function fetched(state: LogState, answer: readonly BotLog[], after: number): LogState {
  const last = answer.reduce((newest, { id }) => Math.max(newest, id), after);
  const merged = mergeLines(state.lines, answer);
  const upTo = after <= state.upTo ? Math.max(state.upTo, last) : state.upTo;
  return merged === state.lines && upTo === state.upTo ? state : { lines: merged, upTo };
}

export const LEVEL_FILTERS = ["all", "info", "warn", "error"] as const;
/** The least level that is shown. */
export type LevelFilter = (typeof LEVEL_FILTERS)[number];

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/** The lines of a level or above whose text holds what is looked for, upper and lower case alike. */
export function filterLines(lines: BotLog[], level: LevelFilter, search: string): BotLog[] {
  const least = level === "all" ? 0 : RANK[level];
  const wanted = search.trim().toLowerCase();
  if (least === 0 && wanted === "") return lines;
  return lines.filter(
    (line) => (RANK[line.level] ?? 1) >= least && line.message.toLowerCase().includes(wanted),
  );
}

/** The log as a text file: one line each with its time in UTC, further lines of a message indented. */
export function logFile(lines: readonly BotLog[]): string {
  return lines
    .map(
      ({ timestamp, level, message }) =>
        `${timestamp} ${level.padEnd(5)} ${message.replaceAll("\n", "\n                               ")}\n`,
    )
    .join("");
}

/** The parts of a text around what was searched for, found parts marked. */
export function highlight(text: string, search: string): { text: string; at: number; found: boolean }[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return [{ text, at: 0, found: false }];
  const lower = text.toLowerCase();
  // Lower case can be longer than the text itself in a few languages: then the places do not match.
  if (lower.length !== text.length) return [{ text, at: 0, found: false }];
  const parts: { text: string; at: number; found: boolean }[] = [];
  let at = 0;
  for (let next = lower.indexOf(wanted); next !== -1; next = lower.indexOf(wanted, at)) {
    if (next > at) parts.push({ text: text.slice(at, next), at, found: false });
    at = next + wanted.length;
    parts.push({ text: text.slice(next, at), at: next, found: true });
  }
  if (at < text.length) parts.push({ text: text.slice(at), at, found: false });
  return parts;
}
