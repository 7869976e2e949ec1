import { app } from "./app.ts";
import { FEATURES } from "./features.ts";
import { JOBS } from "./jobs.ts";
import { CRONS } from "./lib/crons.ts";
import { openDb, workOf } from "./lib/db/client.ts";
import { newWork } from "./lib/db/counted.ts";
import { type Bindings, readEnv } from "./lib/env.ts";
import { pathOf } from "./lib/http/depends.ts";
import { serveApp, servePage } from "./lib/http/serve-app.ts";
import { announce } from "./lib/live/announce.ts";
import { changedSince, readAllRevisions } from "./lib/live/revisions.table.ts";
import { logFault, logJob } from "./lib/log.ts";

export { BotContainer, BotOutlet } from "./features/bots/index.ts";
export { OrganizationHub } from "./hub.ts";

/** The pages that the worker writes itself: the route that answers each, by its address. */
const PAGES: Readonly<Record<string, string>> = Object.assign({}, ...FEATURES.map(({ pages }) => pages));

/**
 * Answers the API, the pages that the worker writes, and for all other addresses the web app, whose files are answered
 * before this worker runs.
 */
async function answer(request: Request, raw: Bindings, execution: ExecutionContext): Promise<Response> {
  if (pathOf(request.url).startsWith("/api/")) return app.fetch(request, raw, execution);
  const url = new URL(request.url);
  const route = PAGES[url.pathname.toLowerCase().replace(/\/$/, "")];
  if (!route || !["GET", "HEAD"].includes(request.method)) return serveApp(request, raw.ASSETS);
  const asked = new Request(new URL(route + url.search, url), request);
  return servePage(request, await app.fetch(asked, raw, execution), raw.ASSETS);
}

/** Topics that a tick tells of by itself. */
const TOLD: Record<string, readonly string[]> = { [CRONS.health]: ["health"] };

export default {
  fetch: answer,

  async scheduled(controller, raw) {
    const env = readEnv(raw);
    const { db } = openDb(env.DB, "first-primary");
    const job = JOBS[controller.cron];
    if (!job) throw new Error(`no job for the cron expression ${controller.cron}`);
    const [name = ""] = Object.entries(CRONS).find(([, cron]) => cron === controller.cron) ?? [];
    const startedAt = Date.now();
    const before = await readAllRevisions(db);
    let outcome = "failed";
    try {
      await job({ db, env, now: new Date(controller.scheduledTime), language: "en" });
      outcome = "done";
    } catch (error) {
      logFault("tick", error, { name });
      throw error;
    } finally {
      // A job that fails half-way has changed something, too.
      for (const id of await changedSince(before, db, TOLD[controller.cron] ?? [])) await announce(env, id);
      logJob({ what: "tick", name, outcome }, startedAt, newWork(), workOf(db));
    }
  },
} satisfies ExportedHandler<Bindings>;
