import { createHash } from "node:crypto";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { languageDetector } from "hono/language";
import { secureHeaders } from "hono/secure-headers";
import { whereOf } from "./features/auth/index.ts";
import { noteIfSlow } from "./features/health/index.ts";
import { listOrganizations } from "./features/settings/index.ts";
import { FEATURES } from "./features.ts";
import { BOOKMARK } from "./lib/db/client.ts";
import { readEnv } from "./lib/env.ts";
import { AppError, errors, problemResponse } from "./lib/errors.ts";
import { rootOf } from "./lib/fault.ts";
import {
  type App,
  type Description,
  inBackground,
  openBudgeted,
  openUncounted,
  type RequestContext,
  type WayIn,
} from "./lib/http/app.ts";
import { batchRoutes } from "./lib/http/batch.routes.ts";
import { cookie } from "./lib/http/cookie.ts";
import { audienceOf } from "./lib/http/depends.ts";
import { jsonOnly } from "./lib/http/input.ts";
import { observe } from "./lib/http/observe.ts";
import { openApiRoutes } from "./lib/http/openapi.routes.ts";
import { openApiOf } from "./lib/http/openapi.ts";
import { partsOf } from "./lib/http/parts.ts";
import { mount, type Route } from "./lib/http/route.ts";
import { forgetCache } from "./lib/http/session-cookie.ts";
import { announce, announceLog } from "./lib/live/announce.ts";
import { liveRoutes } from "./lib/live/live.routes.ts";
import { REVISIONS_HEADER } from "./lib/live/live.schema.ts";
import { type Audience, revisionsOf, topicsFor } from "./lib/live/topics.ts";
import { logFault, type RequestLine } from "./lib/log.ts";
import { SettingsError } from "./lib/settings.schema.ts";
import { LANGUAGES } from "./lib/wire.schema.ts";

/** The largest request body in bytes, except below paths for which a feature sets another limit. */
export const BODY_LIMIT = 256 * 1024;

/** Carries the bookmark of the last write, so that users always read their own writes. */
const bookmarkCookie = cookie("bookmark", { seconds: 300, shape: BOOKMARK });

const MACHINE_PATHS = FEATURES.flatMap(({ machinePaths = [] }) => machinePaths);
const AFTER_WRITE = FEATURES.flatMap(({ afterWrite }) => afterWrite ?? []);
const SENTENCES = Object.assign({}, ...FEATURES.map(({ sentences }) => sentences));
/** Returns an expression for a path template, such as `/api/bot-files/:id`, and everything below it. */
const below = (template: string) => new RegExp(`^${template.replace(/:\w+/g, "[^/]+")}(/|$)`);
const BODY_LIMITS = FEATURES.flatMap(({ bodyLimits = {} }) =>
  Object.entries(bodyLimits).map(([path, most]) => [below(path), path, most] as const),
);

/** Returns whether machines call a path; they send neither cookies nor an origin. */
export const isForMachines = (path: string) => MACHINE_PATHS.some((start) => path.startsWith(start));

/** Returns whether a program sends a request, not a browser: it has no origin and keeps no cookies. */
const isByProgram = (c: RequestContext) => isForMachines(c.req.path) || c.get("way")?.isAmbient === false;

/** Returns the largest request body of a path, in bytes. */
export const bodyLimitOf = (path: string) =>
  BODY_LIMITS.find(([paths, own, most]) => (Number.isFinite(most) ? paths.test(path) : path === own))?.[2] ??
  BODY_LIMIT;

/** Paths below which requests are answered while a backup is being restored, too: those of the restore, and of signing out. */
const FREE_PATHS = FEATURES.flatMap(({ whileRestoring = [] }) => whileRestoring);

const isUnsafe = (method: string) => !["GET", "HEAD", "OPTIONS"].includes(method);

/** Returns whether a request comes from our own pages: by Origin, or without one by Sec-Fetch-Site. */
function isSameOrigin(c: RequestContext): boolean {
  const origin = c.req.header("Origin");
  if (origin !== undefined) return origin === new URL(c.get("env").APP_URL).origin;
  return c.req.header("Sec-Fetch-Site") === "same-origin";
}

/** Returns whether something may have been written: a refused request wrote nothing, a failed one may have. */
function mayHaveWritten(c: RequestContext): boolean {
  const { status } = c.res;
  return isUnsafe(c.req.method) && (status < 400 || status === 409 || status >= 500);
}

/** Tells open pages what a request changed, after its answer. Done here, so that no verb can forget it. */
async function tellPages(variables: App["Variables"]): Promise<void> {
  const { env, opened, actor, changed, endsSession, logged = [] } = variables;
  // The session that has ended may be of another organization.
  const known = endsSession ? undefined : (changed ?? (actor && [actor.organizationId]));
  const organizations = known ?? (await listOrganizations(opened.db));
  await Promise.all([
    ...organizations.map((each) => announce(env, each, endsSession)),
    ...logged.map((each) => announceLog(env, each)),
  ]);
}

/** Runs what features do after a user's write. */
async function doAfterWrite(variables: App["Variables"], path: string): Promise<void> {
  const { opened, env, language, actor, revisions } = variables;
  const context = { db: opened.db, env, now: new Date(), language, actor };
  for (const { paths, work } of AFTER_WRITE)
    if (paths.some((start) => `${path}/`.startsWith(`${start}/`))) await work(context, revisions, FEATURES);
}

const AFTER_REFUSAL = FEATURES.flatMap(({ afterRefusal }) => afterRefusal ?? []);

/** Tells features of a refusal, after its answer. */
function noteRefusal(c: RequestContext, { entry, about, parameters }: AppError): void {
  const kind = entry.refusal;
  if (!kind || !c.get("opened")) return;
  const { actor, env, now, language } = c.var;
  const { db } = openUncounted(c);
  const { network } = whereOf(c.req.header("CF-Connecting-IP") ?? null);
  const user = actor?.userId ? { id: actor.userId, organizationId: actor.organizationId } : about;
  const permission = typeof parameters["permission"] === "string" ? parameters["permission"] : null;
  for (const note of AFTER_REFUSAL)
    inBackground(c, note({ db, env, now, language }, { kind, user, network, permission }));
}

/** Remembers a slow or failed answer for the health page, at no cost for the others. */
function noteAnswer(c: RequestContext, { method, route, status, ms, requestId }: RequestLine): void {
  if (route === null) return;
  const work = noteIfSlow({ route: `${method} ${route}`, status, ms, requestId }, () => openUncounted(c).db);
  if (work) inBackground(c, work);
}

function answerError(c: RequestContext, error: AppError): Response {
  const { language = "en", requestId, isTimed, now } = c.var;
  c.set("code", error.code);
  const added = isTimed ? { durationMs: Date.now() - now.getTime() } : {};
  return problemResponse(error, language, requestId, added);
}

const answerMissing = (c: RequestContext) => answerError(c, errors.not_found());

function answerThrown(thrown: unknown, c: RequestContext): Response {
  // drizzle wraps what a statement outside of a batch throws.
  const root = rootOf(thrown);
  const error = root instanceof AppError ? root : thrown;
  if (error instanceof AppError) {
    noteRefusal(c, error);
    return answerError(c, error);
  }
  if (error instanceof SettingsError) return answerError(c, errors.misconfigured({ problem: error.message }));
  if (error instanceof HTTPException && error.status === 400) return answerError(c, errors.malformed_body());
  // Logged only: the message may contain what the user must not see.
  logFault("request", error, { requestId: c.get("requestId") });
  return answerError(c, errors.internal());
}

/** Every route of the API, in the order in which they are tried. */
export const API: readonly Route[] = [
  liveRoutes,
  batchRoutes,
  openApiRoutes,
  ...FEATURES.map(({ routes = [] }) => (typeof routes === "function" ? routes(FEATURES) : routes)),
].flat();

const readParts = partsOf(API, answerThrown, answerMissing);

let description: Description | undefined;
/** The description of the API. It is made when it is first asked for, since that takes time. */
function describeApi(): Description {
  const text = description?.text ?? JSON.stringify(openApiOf(API));
  description ??= { text, tag: `W/"${createHash("sha256").update(text).digest("base64url")}"` };
  return description;
}

/** Which users may hear of which topic, as the routes declare it. */
export const audience: Audience = audienceOf(API);

const topics = new WeakMap<ReadonlySet<string>, string[]>();
/** The topics that holders of these permissions are told of; all people of a role share one set of permissions. */
const topicsOf = (permissions: ReadonlySet<string>): string[] => {
  const known = topics.get(permissions) ?? topicsFor(audience, permissions);
  topics.set(permissions, known);
  return known;
};

/** Every way by which a request can say who acts. */
export const WAYS_IN: readonly WayIn[] = FEATURES.flatMap(({ waysIn = [] }) => waysIn);

/**
 * Makes the API with all features, for the given ways in. Credentials that a program chose take precedence over a
 * cookie.
 */
export function makeApp(ways: readonly WayIn[]) {
  const waysIn = ways.toSorted((a, b) => Number(a.isAmbient) - Number(b.isAmbient));
  const app = new Hono<App>()
    .basePath("/api")
    .use((c, next) => observe(c, next, noteAnswer))
    // For users who have not chosen a language.
    .use(
      languageDetector({
        supportedLanguages: [...LANGUAGES],
        fallbackLanguage: "en",
        order: ["header"],
        caches: false,
      }),
    )
    .use(
      secureHeaders({
        contentSecurityPolicy: {
          defaultSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
          sandbox: [],
        },
        referrerPolicy: "same-origin",
        strictTransportSecurity: "max-age=31536000; includeSubDomains",
        xFrameOptions: "DENY",
      }),
    )
    .use(async (c, next) => {
      c.set("env", readEnv(c.env));
      c.set(
        "way",
        waysIn.find((way) => way.isTaken(c)),
      );
      c.set("audience", audience);
      c.set("isFree", !isUnsafe(c.req.method) || FREE_PATHS.some((start) => c.req.path.startsWith(start)));
      c.set("describeApi", describeApi);
      c.set("readParts", (paths) => readParts(c, paths));
      c.set("sentences", SENTENCES);
      const isBrowser = !isByProgram(c);
      c.set("opened", openBudgeted(c, isBrowser ? bookmarkCookie.read(c) : "first-primary"));
      c.header("X-Request-Id", c.get("requestId"));
      c.set("refused", (error) => noteRefusal(c, error));
      c.set("afterAsking", (path) => {
        inBackground(c, tellPages(c.var));
        if (!c.get("isPaused")) inBackground(c, doAfterWrite(c.var, path));
      });
      const answered = Promise.withResolvers<void>();
      c.set("answered", answered.promise);
      await next();
      answered.resolve();
      const actor = c.get("actor");
      const isWrite = !c.get("isAsking") && mayHaveWritten(c);
      if (c.get("changed") || isWrite) inBackground(c, tellPages(c.var));
      if (actor && isWrite && !c.get("isPaused")) inBackground(c, doAfterWrite(c.var, c.req.path));
      if (c.res.status === 101) return;
      // Set there, not by `c.header`, which makes another response for each.
      if (c.res.status === 401 && c.get("way")?.isAmbient) forgetCache(c);
      if (actor) {
        const heard = revisionsOf(topicsOf(actor.permissions), c.get("revisions"));
        c.res.headers.set(REVISIONS_HEADER, JSON.stringify(heard));
      }
      if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
      const bookmark = isUnsafe(c.req.method) && isBrowser ? c.get("opened").bookmark() : null;
      if (bookmark) bookmarkCookie.write(c, bookmark);
    })
    .use((c, next) => {
      if (isUnsafe(c.req.method) && !isByProgram(c) && !isSameOrigin(c)) throw errors.cross_site();
      if (c.req.raw.body === null) return next();
      const maxSize = bodyLimitOf(c.req.path);
      // Its verb reads it as a stream, which a limit would keep in memory.
      if (maxSize === Number.POSITIVE_INFINITY) return next();
      const onError = () => {
        throw errors.body_too_large({ limit: maxSize / 1024 });
      };
      return bodyLimit({ maxSize, onError })(c, next);
    })
    .use(jsonOnly);

  mount(app, API);

  app.notFound(answerMissing);
  app.onError(answerThrown);
  return app;
}

export const app = makeApp(WAYS_IN);
