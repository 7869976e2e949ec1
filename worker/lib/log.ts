import type { Work } from "./db/counted.ts";
import { faultText, placesOf, rootOf, StaleActor } from "./fault.ts";

/** The cost of work: round trips to D1, its rows, and milliseconds from begin to end. */
type Cost = Work;

/** The actor: a person by one of three ways, the bot gateway, a visitor or a program without credentials, or the clock. */
export type ActorKind = "session" | "token" | "interaction" | "gateway" | "nobody" | "job";

export type RequestLine = Cost & {
  what: "request";
  requestId: string;
  method: string;
  /** The path as its route declares it, such as `/api/prospects/:orgId`; null where there is none. */
  route: string | null;
  status: number;
  /** The code of the error that was answered. */
  code?: string | undefined;
  actor: ActorKind;
};

/** A run of a job, or a tick of a cron trigger with everything that it runs. */
type JobLine = Cost & {
  what: "job" | "tick";
  name: string;
  outcome: string;
  code?: string | undefined;
  actor: "job";
};

/** Facts about a fault besides its error: words and numbers of ours. */
type About = {
  requestId?: string;
  code?: string;
  name?: string;
  bot?: number;
  kind?: string;
  attempts?: number;
};

type FaultLine = About & { what: "fault"; at: string; error?: string; places?: string[] };

type Level = "info" | "warn" | "error";
const METHODS = { info: "log", warn: "warn", error: "error" } as const;

/**
 * Writes one line of JSON to the log. A line has the fields of its type only: no path, query or body, no name or
 * address, no id of a user or an organization.
 */
function say(level: Level, line: RequestLine | JobLine | FaultLine): void {
  console[METHODS[level]](JSON.stringify({ level, ...line }));
}

export const logRequest = (line: RequestLine): void => say(line.status >= 500 ? "error" : "info", line);

/** @param before what D1 had been asked when the work began @param after when it ended */
export function logJob(
  { what, name, outcome, code }: Pick<JobLine, "what" | "name" | "outcome" | "code">,
  startedAt: number,
  before: Readonly<Work>,
  after: Readonly<Work>,
): void {
  const cost = {
    trips: after.trips - before.trips,
    rowsRead: after.rowsRead - before.rowsRead,
    rowsWritten: after.rowsWritten - before.rowsWritten,
    ms: Date.now() - startedAt,
  };
  say(outcome === "failed" ? "error" : "info", { what, name, outcome, code, actor: "job", ...cost });
}

/** Logs an error that nobody is told of, or not with its reason. @param at the work that failed, in a word of ours */
export function logFault(at: string, error: unknown, about: About = {}): void {
  // No fault: the work runs again.
  if (rootOf(error) instanceof StaleActor) return;
  say("error", { what: "fault", at, ...about, error: faultText(error), places: placesOf(error) });
}

/** Logs what an operator should know and is no fault of ours, such as a malformed answer of another service. */
export const logWarning = (at: string, about: About, error?: unknown): void =>
  say("warn", { what: "fault", at, ...about, ...(error === undefined ? {} : { error: faultText(error) }) });
