import type { RequestContext } from "./access.ts";

type Topic = "prospects" | "members" | "bots" | "bot_logs" | "activity" | "discord" | "settings";

/**
 * Answers 304 when nothing that an answer is made of has changed since the browser got it, without reading
 * any of it: the entity tag is made of the revisions that came with the session, of who is asking, and of
 * `moment` for answers that the mere passing of time changes.
 */
export async function unlessUnchanged(
  c: RequestContext,
  topics: readonly Topic[],
  answer: () => Promise<Response>,
  moment: number | null = null,
): Promise<Response> {
  const { actor, env, language } = c.var;
  const parts = [
    env.CF_VERSION_METADATA?.id ?? "",
    actor.userId,
    actor.role?.id ?? 0,
    actor.role?.version ?? 0,
    language,
    moment ?? "",
    ...topics.map((topic) => actor.revisions[topic] ?? 0),
  ];
  const tag = `W/"${parts.join(".")}"`;
  const headers = { ETag: tag, "Cache-Control": "private, no-cache", Vary: "Cookie" };
  if (c.req.header("If-None-Match") === tag) return c.body(null, 304, headers);
  const response = await answer();
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** The running minute, for answers in which deadlines pass. */
export const minuteOf = (now: Date): number => Math.floor(now.getTime() / 60_000);
