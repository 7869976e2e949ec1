import type { MiddlewareHandler } from "hono";
import { requireRecent } from "../context.ts";
import type { App, RequestContext } from "./app.ts";

const recency = Symbol("recent");

/** Whether a handler asks for a recent proof of who the user is. */
export const asksForProof = (handler: unknown): boolean =>
  (handler as { [recency]?: true })[recency] === true;

/**
 * Lets only users call the route who have proved who they are within RECENT_MINUTES; stands behind `requires` or
 * `signedIn`. What finds an open browser or steals a session cannot hand out access with it.
 * @param applies which requests it is asked of, where not of all
 */
export function recent(applies: (c: RequestContext) => boolean = () => true): MiddlewareHandler<App> {
  const handler: MiddlewareHandler<App> = async (c, next) => {
    if (applies(c)) requireRecent(c.var.actor, c.var.now);
    await next();
  };
  return Object.assign(handler, { [recency]: true as const });
}
