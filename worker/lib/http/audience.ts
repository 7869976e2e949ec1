import type { Audience } from "../live/topics.ts";
import { type Access, accessOf } from "./access.ts";
import { topicsOf } from "./depends.ts";

type Router = { routes: readonly { method: string; path: string; handler: unknown }[] };

/** The audience that the routes declare: a topic is heard by users who may call a route that depends on it. */
export function audienceOf({ routes }: Router): Audience {
  const accessByRoute = new Map<string, Access>();
  const audience = new Map<string, Set<string> | null>();
  for (const { method, path, handler } of routes) {
    const route = `${method} ${path}`;
    const declared = accessOf(handler);
    if (declared) accessByRoute.set(route, declared);
    const access = accessByRoute.get(route);
    for (const topic of topicsOf(handler) ?? []) {
      const known = audience.get(topic);
      if (access?.kind !== "permission") audience.set(topic, null);
      else if (known !== null) audience.set(topic, new Set([...(known ?? []), ...access.anyOf]));
    }
  }
  return audience;
}
