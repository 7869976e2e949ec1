import type { SystemContext } from "../context.ts";
import { type Audience, mayHear } from "../live/topics.ts";
import type { RequestContext } from "./app.ts";
import type { AccessRule } from "./declared.ts";

/** The running minute, as the `moment` of answers in which deadlines pass. */
export const everyMinute = ({ now }: { now: Date }): number => Math.floor(now.getTime() / 60_000);

/** The running day by UTC, as the `moment` of answers that say who is away. */
export const everyDay = ({ now }: { now: Date }): number => Math.floor(now.getTime() / 86_400_000);

/** The topics and other sources of a route's answer. */
export type TopicsOf<Context, Input> = {
  /**
   * The topics that the answer is made of. Its entity tag is made of their revisions, of who asks and where: what has not
   * changed is answered 304, with no more than the session read. Users hear of a topic if they may call a route that
   * depends on it.
   */
  depends?: readonly string[];
  /** Topics of parts of the answer that only readers get who may hear of these topics by other routes. */
  partly?: readonly string[];
  /** A number that changes when time alone changes the answer, null where it never does. */
  moment?: (context: Context, input: Input) => number | null;
};

/** The path and query of a request's address, which the runtime has put in its usual form. */
export const pathOf = (url: string): string => url.slice(url.indexOf("/", "https://".length));

/** The entity tag of an answer, and whether the client has that answer already. */
export function entityTag<Context extends SystemContext, Input>(
  c: RequestContext,
  { depends = [], partly = [], moment }: TopicsOf<Context, Input>,
  context: Context,
  input: Input,
): { isKnown: boolean; headers: Record<string, string> } {
  const [actor, revisions] = [c.get("actor"), c.get("revisions")];
  const heard = partly.filter((topic) => mayHear(c.get("audience"), topic, actor.permissions));
  const parts = [
    c.get("env").CF_VERSION_METADATA?.id ?? "",
    actor.userId,
    actor.role?.id ?? 0,
    actor.role?.version ?? 0,
    // Tokens of one user may read different things.
    actor.kind === "token" ? actor.tokenId : "",
    c.get("language"),
    moment?.(context, input) ?? "",
    ...[...depends, ...heard].map((topic) => revisions[topic] ?? 0),
    // A tag says nothing of another record, which may be one that the user does not see.
    pathOf(c.req.url),
  ];
  const tag = `W/"${parts.join(".")}"`;
  return {
    isKnown: c.req.header("If-None-Match") === tag,
    headers: { ETag: tag, "Cache-Control": "private, no-cache", Vary: "Cookie, Authorization" },
  };
}

/** The audience of all topics that the routes declare. */
export function audienceOf(routes: readonly { access: AccessRule; depends: readonly string[] }[]): Audience {
  const audience = new Map<string, Set<string> | null>();
  for (const { access, depends } of routes)
    for (const topic of depends) {
      const known = audience.get(topic);
      if (access.kind !== "permission") audience.set(topic, null);
      else if (known !== null) audience.set(topic, new Set([...(known ?? []), ...access.permissions]));
    }
  return audience;
}
