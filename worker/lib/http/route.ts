import type { Hono, MiddlewareHandler } from "hono";
import type { $ZodObject, $ZodType, output, input as typed } from "zod/v4/core";
import { assertRecent, type SystemContext } from "../context.ts";
import { type Reserve, USUAL_ROWS } from "../write-budget.ts";
import type { Access } from "./access.ts";
import { type AnswerOf, type Answers, answersOf } from "./answers.ts";
import { type App, idParameter, type RequestContext } from "./app.ts";
import type { AccessRule } from "./declared.ts";
import { entityTag, type TopicsOf } from "./depends.ts";
import { input, parsed } from "./input.ts";
import { assertFreshActor, orWithFreshActor, withFreshActor } from "./ways-in.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The names of a path's parameters. */
type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? Name | Names<`/${After}`>
    : Rest
  : never;

/** Parameters that access checks against the user who acts. */
const OWN_NAMES = ["orgId", "userId"] as const;
type OwnNames<Context> = Context extends { actor: unknown } ? (typeof OWN_NAMES)[number] : never;

type OutputOf<Schema> = Schema extends $ZodType ? output<Schema> : unknown;

/**
 * What a verb is called with: the path's parameters, the query and the body, in one object. A parameter without a
 * schema is the id of a record, a number; where a user has to act, `orgId` and `userId` are theirs and are left out.
 */
type Input<Path extends string, Context, Params, Query, Body> = {
  [Name in Exclude<Names<Path>, keyof OutputOf<Params> | OwnNames<Context>>]: number;
} & OutputOf<Params> &
  OutputOf<Query> &
  OutputOf<Body>;

type Declaration<Path extends string, Context extends SystemContext, Params, Query, Body, Answer> = {
  access: Access<Context>;
  /** The schema of path parameters that are not ids of records. */
  params?: Params;
  query?: Query;
  /** Optional where the request may come without. */
  body?: Body;
  /** A schema for 200 with JSON, or one of `answers.ts`. */
  answers: Answer;
  /**
   * The most rows that the route writes for its input, where it is not USUAL_ROWS: what a request is counted as in the
   * user's budget of the day. An estimate where it depends on stored rows; a rest is counted afterwards.
   * 0 for what is counted afterwards alone and never refused.
   */
  rows?: number | ((input: Input<Path, Context, Params, Query, Body>) => number);
  /** The rows that it may use when the budget is used up. */
  reserve?: Reserve;
  /** What the route does, in a few words, for the documentation of the API. */
  summary: string;
  /** The verb. The request itself is for what only HTTP knows: cookies, where it comes from. */
  run: (
    context: Context,
    input: Input<Path, Context, Params, Query, Body>,
    c: RequestContext,
  ) => AnswerOf<Answer> | Promise<AnswerOf<Answer>>;
} & TopicsOf<Context, Input<Path, Context, Params, Query, Body>>;

/** A part of what a route is asked for; left out where it has none, and where everything in it may be left out. */
type Part<Name extends string, Schema> = Schema extends $ZodType
  ? Record<string, never> extends typed<Schema>
    ? { [_ in Name]?: typed<Schema> }
    : undefined extends typed<Schema>
      ? { [_ in Name]?: typed<Schema> }
      : { [_ in Name]: typed<Schema> }
  : unknown;

/** What another way in than HTTP asks a route for: the ids of its path, with its query and body as a client sends them. */
type Asked<Path extends string, Context, Query, Body> = {
  [Name in Exclude<Names<Path>, OwnNames<Context>>]: number;
} & Part<"query", Query> &
  Part<"body", Body>;

/** A route of the API, whole: what tests, live updates and the documentation of the API read. */
export type Route<Given = never, Answer = unknown> = {
  /** Method and whole path, such as `GET /api/prospects/:orgId`. */
  name: string;
  method: Method;
  /** Below `/api`. */
  path: string;
  access: AccessRule;
  /** Left out where it asks no request for a recent proof of who the user is. */
  proof: Access["proof"];
  params: $ZodType | undefined;
  query: $ZodType | undefined;
  body: $ZodType | undefined;
  answers: Answers<never>;
  depends: readonly string[];
  summary: string;
  /** The most rows that it writes for an input. */
  rowsOf: (input: never) => number;
  reserve: Reserve | undefined;
  handlers: readonly MiddlewareHandler<App>[];
  /** Lets in the person who acts in a request to another address. @throws AppError as the route does for one who may not call it */
  enter: (c: RequestContext) => Promise<unknown>;
  /**
   * Asks the route for the person who acts in a request to another address, with the same access, input and budget.
   * @param before runs when the request may be answered, before the verb
   * @throws AppError as the route does
   */
  ask: (
    c: RequestContext,
    given: Given,
    options?: { idempotencyKey?: string; before?: () => Promise<void> },
  ) => Promise<Answer>;
};

/** The ids of a path's parameters that have no schema. @throws AppError not_found where one is no number */
const idsOf = (c: RequestContext, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, idParameter(c, name)]));

const declare =
  (method: Method) =>
  <
    const Path extends string,
    Context extends SystemContext,
    Params extends $ZodObject | undefined,
    Query extends $ZodType | undefined,
    Body extends $ZodType | undefined,
    Answer extends $ZodType | Answers<never>,
  >(
    path: Path,
    declaration: Declaration<Path, Context, Params, Query, Body, Answer>,
  ): Route<Asked<Path, Context, Query, Body>, AnswerOf<Answer>> => {
    type Given = Input<Path, Context, Params, Query, Body>;
    const { access, params, query, body, summary, run, depends = [] } = declaration;
    const { rows = USUAL_ROWS, reserve } = declaration;
    const rowsOf = (given: Given) => (typeof rows === "number" ? rows : rows(given));
    const answers = answersOf(declaration.answers);
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    const takesUser = !["public", "gateway", "discord"].includes(access.rule.kind);
    const others: string[] = [...(takesUser ? OWN_NAMES : []), ...Object.keys(params?._zod.def.shape ?? {})];
    const ids = names.filter((name) => !others.includes(name));

    const enter: MiddlewareHandler<App> = async (c, next) => {
      c.set("context", await orWithFreshActor(c, () => access.enter(c)));
      const isRecalled = c.get("revalidation") !== undefined;
      await next();
      // Input may have been refused before anything was asked of D1.
      if (isRecalled) await assertFreshActor(c, () => access.enter(c));
    };
    const answer = (c: RequestContext): Promise<Response> => {
      if (!c.get("revalidation")) return respond(c);
      let isAnew = false;
      return withFreshActor(c, async () => {
        if (isAnew) c.set("context", await access.enter(c));
        isAnew = true;
        return respond(c);
      });
    };
    const respond = async (c: RequestContext): Promise<Response> => {
      const context = c.get("context") as Context;
      const valid = (target: "param" | "query" | "json") =>
        c.req.valid(target as never) as object | undefined;
      const given = {
        ...idsOf(c, ids),
        ...valid("param"),
        ...valid("query"),
        ...valid("json"),
      } as Given;
      c.set("charge", { rows: rowsOf(given), reserve });
      const { proof } = access;
      if (proof?.isNeeded?.(given as never)) assertRecent(c.get("actor"), c.get("now"));
      const tagOf = async () => {
        // The revisions are those of the first round trip.
        await assertFreshActor(c);
        return entityTag(c, declaration, context, given);
      };
      const isTagged = depends.length > 0;
      const asked = isTagged && c.req.header("If-None-Match") !== undefined ? await tagOf() : null;
      if (asked?.isKnown) return c.body(null, 304, asked.headers);
      const response = await answers.respond(c, (await run(context, given, c)) as never);
      const tag = asked ?? (isTagged ? await tagOf() : null);
      for (const [name, value] of Object.entries(tag?.headers ?? {})) response.headers.set(name, value);
      return response;
    };
    const ask = async (
      c: RequestContext,
      { query: asked = {}, body: sent = {}, ...given }: { query?: unknown; body?: unknown },
      { idempotencyKey, before }: { idempotencyKey?: string; before?: () => Promise<void> } = {},
    ) => {
      const context = { ...(await access.enter(c)), idempotencyKey };
      const whole = {
        ...given,
        ...(query ? ((await parsed(c, query, asked)) as object) : {}),
        ...(body ? ((await parsed(c, body, sent)) as object) : {}),
      } as Given;
      // What only reads leaves the request counted as it was.
      if (method !== "GET") c.set("charge", { rows: rowsOf(whole), reserve });
      if (access.proof?.isNeeded?.(whole as never)) assertRecent(c.get("actor"), c.get("now"));
      await before?.();
      return run(context, whole, c);
    };
    return {
      ...{
        name: `${method} /api${path}`,
        method,
        path,
        access: access.rule,
        proof: access.proof,
      },
      ...{ params, query, body, answers, depends, summary, rowsOf, reserve },
      handlers: [
        enter,
        ...(params ? [input("param", params)] : []),
        ...(query ? [input("query", query)] : []),
        ...(body ? [input("json", body)] : []),
        answer,
      ],
      enter: access.enter,
      ask: ask as Route<Asked<Path, Context, Query, Body>, AnswerOf<Answer>>["ask"],
    };
  };

/** Declares a route that reads. A GET route's answer has an entity tag where it says what it depends on. */
export const get = declare("GET");
export const post = declare("POST");
export const put = declare("PUT");
export const patch = declare("PATCH");
/** `delete` is a word of the language. */
export const remove = declare("DELETE");

/** Adds routes to an app, in their order. */
export function mount(app: Hono<App>, routes: readonly Route[]): void {
  for (const { method, path, handlers } of routes) app.on(method, [path], ...handlers);
}
