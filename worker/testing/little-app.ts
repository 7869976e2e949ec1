import { Hono } from "hono";
import type { MemberActor, SessionActor } from "../lib/actor.ts";
import { AppError, problemResponse } from "../lib/errors.ts";
import { rootOf } from "../lib/fault.ts";
import { type App, openBudgeted, type WayIn } from "../lib/http/app.ts";
import { jsonOnly } from "../lib/http/input.ts";
import { mount, type Route } from "../lib/http/route.ts";
import type { Permission } from "../lib/permissions.schema.ts";
import { execution, raw, settings } from "./database.ts";

/** The time at which requests to a little app are answered. */
export const NOW = new Date("2950-03-14T12:00:00.500Z");

/** Returns a person of organization 1 with a session: user 7 and member 3, if `more` does not say otherwise. */
export const personWith = (
  permissions: readonly Permission[] = [],
  more: Partial<SessionActor> = {},
): SessionActor => ({
  ...{ kind: "user", organizationId: 1, name: "Vega", userId: 7, memberId: 3, rank: 50, language: null },
  ...{ permissions: new Set(permissions), role: null, isHeldBack: false, sessionId: 1 },
  ...{ provenAt: "2950-03-14T11:00:00.000Z", endsAt: "2950-03-15T12:00:00.000Z" },
  ...more,
});

/** Returns a way in for one actor, or for nobody, as browsers or as programs use it. */
export const wayOf = (actor: MemberActor | null, isAmbient = true, more = {}): WayIn => ({
  isAmbient,
  isTaken: () => true,
  query: () =>
    actor && {
      // Never found in the cache.
      key: crypto.randomUUID(),
      statement: { text: "select 7 as userId", values: [] },
      toFound: () => ({ actor, revisions: {}, isDebugging: false, pause: null, ...more }),
    },
});

/** Answers a request of an API of a few routes and of no feature, for tests of how routes are declared. */
export async function ask(
  routes: readonly Route[],
  request: string,
  { init = {}, ...variables }: Partial<App["Variables"]> & { init?: RequestInit } = {},
) {
  const answered = Promise.withResolvers<void>();
  const app = new Hono<App>()
    .use(async (c, next) => {
      const known = { now: NOW, language: "en", env: settings(), audience: new Map(), sentences: {} };
      const given = { ...known, requestId: "1", answered: answered.promise, ...variables };
      for (const [name, value] of Object.entries(given)) c.set(name as never, value as never);
      c.set("opened", openBudgeted(c, "first-primary"));
      await next();
    })
    .use(jsonOnly);
  mount(app, routes);
  app.onError((thrown, c) => {
    const error = rootOf(thrown);
    if (error instanceof AppError) return problemResponse(error, c.var.language, "1");
    throw thrown;
  });
  const [method = "", path = ""] = request.split(" ");
  const response = await app.request(path, { method, ...init }, { ...raw }, execution);
  answered.resolve();
  const text = await response.text();
  const body = response.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body };
}

/** Returns the code of the problem that answers a request, or its status where it succeeds. */
export const outcome = async (...given: Parameters<typeof ask>): Promise<string | number> => {
  const { status, body } = await ask(...given);
  return status < 400 ? status : (body.code ?? status);
};
