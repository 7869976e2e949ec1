import { Hono } from "hono";
import { LinearRouter } from "hono/router/linear-router";
import type { Piggyback, Trip } from "../db/counted.ts";
import type { App, RequestContext } from "./app.ts";
import { mount, type Route } from "./route.ts";

type Waiting = { trip: Trip; answer: PromiseWithResolvers<D1Result[]> };

/**
 * Makes one round trip of the reads that the parts of a request ask for at the same time; where that fails, one of each, so
 * that a part fails alone.
 * @param next what joins the first round trip of the request
 */
export function joinReads(next: () => Piggyback | undefined): Piggyback {
  const go = async (trip: Trip) => next()?.send(trip) ?? trip.go(trip.statements);
  let waiting: Waiting[] = [];

  async function send(): Promise<void> {
    const all = waiting;
    waiting = [];
    const [first] = all as [Waiting];
    const statements = all.flatMap(({ trip }) => trip.statements);
    try {
      const results = await go({ ...first.trip, statements });
      for (const { trip, answer } of all) answer.resolve(results.splice(0, trip.statements.length));
    } catch (error) {
      for (const { trip, answer } of all)
        if (all.length === 1) answer.reject(error);
        else answer.resolve(go(trip));
    }
  }

  return {
    isPending: true,
    send(trip) {
      if (trip.isWrite) return go(trip);
      const answer = Promise.withResolvers<D1Result[]>();
      waiting.push({ trip, answer });
      // Parts that wait for nothing else have all asked by then.
      if (waiting.length === 1) setTimeout(send);
      return answer.promise;
    },
  };
}

/** What a part needs of its request, by the request made for it. */
const wholes = new WeakMap<Request, RequestContext>();

/** Whether a route can answer a part of a request: those that read, and answer JSON. */
const isPart = ({ method, path, answers }: Route) =>
  method === "GET" && path !== "/batch" && answers.content?.type === "application/json";

/**
 * Makes what answers paths as parts of one request: for its actor, with its connection to D1, and without the headers and the
 * log line that each request has. Access, input and errors are those of the routes.
 */
export function partsOf(
  routes: readonly Route[],
  onError: (error: unknown, c: RequestContext) => Response,
  onMissing: (c: RequestContext) => Response,
): (whole: RequestContext, paths: readonly string[]) => Promise<Response[]> {
  // A few paths of a request do not earn the time that other routers take to begin.
  const app = new Hono<App>({ router: new LinearRouter() }).basePath("/api").use((c, next) => {
    const whole = (wholes.get(c.req.raw) as RequestContext).var;
    for (const [name, value] of Object.entries(whole)) c.set(name as never, value as never);
    // The whole revalidates its actor once for all parts, and discards their answers if that actor was stale.
    c.set("found", whole.revalidation?.found ?? whole.found);
    c.set("revalidation", undefined as never);
    return next();
  });
  mount(app, routes.filter(isPart));
  app.notFound(onMissing);
  app.onError(onError);
  return (whole, paths) => {
    whole.set(
      "joined",
      joinReads(() => whole.get("revalidation")),
    );
    const headers = new Headers(whole.req.raw.headers);
    headers.delete("If-None-Match");
    const origin = new URL(whole.req.url).origin;
    return Promise.all(
      paths.map((path) => {
        const request = new Request(new URL(path, origin), { headers });
        wholes.set(request, whole);
        return app.fetch(request, whole.env, executionOf(whole));
      }),
    );
  };
}

function executionOf(c: RequestContext) {
  // A request that does not come from the network has none.
  try {
    return c.executionCtx;
  } catch {
    return undefined;
  }
}
