import { matchedRoutes } from "hono/route";
import type { Next } from "hono/types";
import { newWork } from "../db/counted.ts";
import { type ActorKind, logRequest, type RequestLine } from "../log.ts";
import type { RequestContext } from "./app.ts";

/** The first handler of a method is a route's; those of all methods stand before every route. */
const routeOf = (c: RequestContext): string | null =>
  matchedRoutes(c).find(({ method }) => method !== "ALL")?.path ?? null;

function actorOf(c: RequestContext): ActorKind {
  const actor = c.get("actor");
  if (!actor) return c.get("by") ?? "nobody";
  return actor.kind === "user" ? "session" : actor.kind;
}

/**
 * Counts and times a request, logs one line of it, and tells those how long it took who may know. What is done after the
 * answer is in neither.
 * @param note is told of the answer, once it is made
 */
export async function observe(
  c: RequestContext,
  next: Next,
  note: (c: RequestContext, line: RequestLine) => void,
): Promise<void> {
  const startedAt = Date.now();
  const requestId = crypto.randomUUID();
  c.set("requestId", requestId);
  c.set("now", new Date(startedAt));
  const work = newWork();
  c.set("work", work);
  await next();
  const { status } = c.res;
  const ms = Date.now() - startedAt;
  // Discord is no administrator, and is what an interaction is answered to.
  if (c.get("isTimed") && c.get("actor").kind !== "interaction" && status !== 101)
    c.header("Server-Timing", `db;dur=${work.ms}, trips;desc="${work.trips}", total;dur=${ms}`);
  const cost = { trips: work.trips, rowsRead: work.rowsRead, rowsWritten: work.rowsWritten, ms };
  const line: RequestLine = {
    ...{ what: "request", requestId, method: c.req.method, route: routeOf(c), status },
    ...{ code: c.get("code"), actor: actorOf(c), ...cost },
  };
  logRequest(line);
  note(c, line);
}
