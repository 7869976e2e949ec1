import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie, setCookie } from "hono/cookie";
import { HTTPException } from "hono/http-exception";
import { languageDetector } from "hono/language";
import { secureHeaders } from "hono/secure-headers";
import { sessions } from "./features/sessions/index.ts";
import { listOrganizations } from "./features/settings/index.ts";
import { FEATURES } from "./features.ts";
import { openDb } from "./lib/db/client.ts";
import { readEnv } from "./lib/env.ts";
import { AppError, errors, problemResponse } from "./lib/errors.ts";
import { rootOf } from "./lib/fault.ts";
import { carriesSession, declaredRoutes, forgetCache } from "./lib/http/access.ts";
import { type App, inBackground, type RequestContext } from "./lib/http/app.ts";
import { audienceOf } from "./lib/http/depends.ts";
import { jsonOnly } from "./lib/http/input.ts";
import { announce, announceLog } from "./lib/live/announce.ts";
import { liveRoutes } from "./lib/live/live.routes.ts";
import { REVISIONS_HEADER } from "./lib/live/live.schema.ts";
import { type Audience, revisionsOf, topicsFor } from "./lib/live/topics.ts";
import { SettingsError } from "./lib/settings.schema.ts";
import { LANGUAGES } from "./lib/wire.schema.ts";

/** Largest request body in bytes, but below the paths for which a feature says otherwise. */
export const BODY_LIMIT = 256 * 1024;

/** Carries the bookmark of the last write, so that a person always reads their own writes. */
const BOOKMARK_COOKIE = "bookmark";
const BOOKMARK_SECONDS = 300;

const MACHINE_PATHS = FEATURES.flatMap(({ machinePaths = [] }) => machinePaths);
const AFTER_WRITE = FEATURES.flatMap(({ afterWrite }) => afterWrite ?? []);
/** A path template, such as `/api/bot-files/:id`, and what is below it. */
const below = (template: string) => new RegExp(`^${template.replace(/:\w+/g, "[^/]+")}(/|$)`);
const BODY_LIMITS = FEATURES.flatMap(({ bodyLimits = {} }) =>
  Object.entries(bodyLimits).map(([path, most]) => [below(path), most] as const),
);

/** Whether machines call a path: they send neither cookies nor an origin. */
export const isForMachines = (path: string) => MACHINE_PATHS.some((start) => path.startsWith(start));

/** Largest request body of a path, in bytes. */
export const bodyLimitOf = (path: string) =>
  BODY_LIMITS.find(([paths]) => paths.test(path))?.[1] ?? BODY_LIMIT;

const isUnsafe = (method: string) => !["GET", "HEAD", "OPTIONS"].includes(method);

/** Whether a request comes from our own pages: by Origin, or where there is none by Sec-Fetch-Site. */
function isSameOrigin(c: RequestContext): boolean {
  const origin = c.req.header("Origin");
  if (origin !== undefined) return origin === new URL(c.var.env.APP_URL).origin;
  return c.req.header("Sec-Fetch-Site") === "same-origin";
}

/** Whether something may have been written: a request that was refused wrote nothing, one that failed may have. */
function mayHaveWritten(c: RequestContext): boolean {
  const { status } = c.res;
  return isUnsafe(c.req.method) && (status < 400 || status === 409 || status >= 500);
}

/** Tells open pages what a request changed, when it is answered: here, so that no verb can forget it. */
async function tellPages({ env, opened, actor, changed, logged = [] }: App["Variables"]): Promise<void> {
  const organizations = changed ?? (actor ? [actor.organizationId] : await listOrganizations(opened.db));
  await Promise.all([
    ...organizations.map((each) => announce(env, each)),
    ...logged.map((each) => announceLog(env, each)),
  ]);
}

/** What features do after a user has written. */
async function doAfterWrite(variables: App["Variables"], path: string): Promise<void> {
  const { opened, env, language, actor, revisions } = variables;
  const context = { db: opened.db, env, now: new Date(), language, actor };
  for (const { paths, work } of AFTER_WRITE)
    if (paths.some((start) => `${path}/`.startsWith(`${start}/`))) await work(context, revisions);
}

function answerError(c: RequestContext, error: AppError): Response {
  const { language = "en", requestId = "", isTimed, now } = c.var;
  const added = isTimed ? { durationMs: Date.now() - now.getTime() } : {};
  return problemResponse(error, language, requestId, added);
}

export const app = new Hono<App>()
  .basePath("/api")
  // For a reader who has not chosen a language.
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
      strictTransportSecurity: "max-age=31536000",
      xFrameOptions: "DENY",
    }),
  )
  .use(async (c, next) => {
    c.set("requestId", crypto.randomUUID());
    c.set("now", new Date());
    c.set("env", readEnv(c.env));
    c.set("sessions", sessions);
    c.set("audience", audience);
    c.set("routes", routes);
    const isMachine = isForMachines(c.req.path);
    c.set("opened", openDb(c.env.DB, isMachine ? "first-primary" : getCookie(c, BOOKMARK_COOKIE)));
    c.header("X-Request-Id", c.var.requestId);
    await next();
    const { actor, revisions } = c.var;
    if (c.var.changed || mayHaveWritten(c)) inBackground(c, tellPages(c.var));
    if (actor && mayHaveWritten(c)) inBackground(c, doAfterWrite(c.var, c.req.path));
    if (c.res.status === 101) return;
    if (c.res.status === 401 && carriesSession(c)) forgetCache(c);
    if (actor) {
      const heard = revisionsOf(topicsFor(audience, actor.permissions), revisions);
      c.header(REVISIONS_HEADER, JSON.stringify(heard));
    }
    if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
    const bookmark = isUnsafe(c.req.method) && !isMachine ? c.var.opened.bookmark() : null;
    if (bookmark) {
      setCookie(c, BOOKMARK_COOKIE, bookmark, {
        path: "/api",
        httpOnly: true,
        secure: c.var.env.APP_URL.startsWith("https:"),
        sameSite: "Lax",
        maxAge: BOOKMARK_SECONDS,
      });
    }
  })
  .use((c, next) => {
    const isForPages = isUnsafe(c.req.method) && !isForMachines(c.req.path);
    if (isForPages && !isSameOrigin(c)) throw errors.cross_site();
    const maxSize = bodyLimitOf(c.req.path);
    const onError = () => {
      throw errors.body_too_large({ limit: maxSize / 1024 });
    };
    return bodyLimit({ maxSize, onError })(c, next);
  })
  .use(jsonOnly)
  .route("/", liveRoutes);

for (const { routes = [] } of FEATURES) for (const each of routes) app.route("/", each);

/** Who may hear of which topic, as the routes declare it. */
export const audience: Audience = audienceOf(app);

/** Who may call which route, as the routes declare it. */
const routes = declaredRoutes(app);

app.notFound((c) => answerError(c, errors.not_found()));

app.onError((error, c) => {
  if (error instanceof AppError) return answerError(c, error);
  if (error instanceof SettingsError) return answerError(c, errors.misconfigured({ problem: error.message }));
  if (error instanceof HTTPException && error.status === 400) return answerError(c, errors.malformed_body());
  // The error itself stays here: its words may hold what a reader must not see.
  const { message, stack } = rootOf(error) as Error;
  console.error(JSON.stringify({ requestId: c.var.requestId, path: c.req.path, error: message, stack }));
  return answerError(c, errors.internal());
});
