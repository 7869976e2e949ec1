import type { MiddlewareHandler } from "hono";
import { type Audience, mayHear } from "../live/topics.ts";
import { accessOf } from "./access.ts";
import type { App, RequestContext } from "./app.ts";
import type { Access, Router } from "./declared.ts";

const topics = Symbol("topics");
type Declared = MiddlewareHandler<App> & { [topics]?: readonly string[] };

/** The running minute, as the `moment` of answers in which deadlines pass. */
export const everyMinute = (c: RequestContext): number => Math.floor(c.var.now.getTime() / 60_000);

type Options = {
  /** Topics of parts of the answer that only those readers get who may hear of them by other routes. */
  partly?: readonly string[];
  /** A number that is another one when time has changed the answer, null where it does not. */
  moment?: (c: RequestContext) => number | null;
};

/**
 * Declares the topics that a route's answer is made of. Its entity tag is made of their revisions and of who asks:
 * what has not changed is answered 304, with no more than the session read. Users hear of a topic if they may call a
 * route that depends on it.
 */
export function depends(
  on: readonly [string, ...string[]],
  { partly = [], moment = () => null }: Options = {},
): MiddlewareHandler<App> {
  const handler: MiddlewareHandler<App> = async (c, next) => {
    const { actor, revisions, audience, env, language } = c.var;
    const heard = partly.filter((topic) => mayHear(audience, topic, actor.permissions));
    const parts = [
      env.CF_VERSION_METADATA?.id ?? "",
      actor.userId,
      actor.role?.id ?? 0,
      actor.role?.version ?? 0,
      language,
      moment(c) ?? "",
      ...[...on, ...heard].map((topic) => revisions[topic] ?? 0),
    ];
    const tag = `W/"${parts.join(".")}"`;
    const headers = { ETag: tag, "Cache-Control": "private, no-cache", Vary: "Cookie" };
    if (c.req.header("If-None-Match") === tag) return c.body(null, 304, headers);
    await next();
    if (c.error) return;
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
  return Object.assign(handler, { [topics]: on });
}

/** The audience of all topics that the routes declare. */
export function audienceOf({ routes }: Router): Audience {
  const accessByRoute = new Map<string, Access>();
  const audience = new Map<string, Set<string> | null>();
  for (const { method, path, handler } of routes) {
    const route = `${method} ${path}`;
    const access = accessOf(handler) ?? accessByRoute.get(route);
    if (access) accessByRoute.set(route, access);
    for (const topic of (handler as Declared)[topics] ?? []) {
      const known = audience.get(topic);
      if (access?.kind !== "permission") audience.set(topic, null);
      else if (known !== null) audience.set(topic, new Set([...(known ?? []), ...access.anyOf]));
    }
  }
  return audience;
}
