import type { LogLevel } from "./protocol.ts";

/** Writes one line of the gateway's own log: the name of an event and its fields. */
export type Log = (
  level: LogLevel,
  event: string,
  fields?: Record<string, string | number | boolean | null>,
) => void;

/** Returns a log of JSON lines; every text in it goes through `redact`. */
export function createLog(write: (line: string) => void, redact: (text: string) => string): Log {
  return (level, event, fields = {}) => {
    const cleaned = Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [key, typeof value === "string" ? redact(value) : value]),
    );
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...cleaned })}\n`);
  };
}
