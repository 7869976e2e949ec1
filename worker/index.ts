import { app } from "./app.ts";
import { openDb } from "./db/client.ts";
import { type Bindings, readEnv } from "./env.ts";
import { announce } from "./features/live/live.service.ts";
import { listOrganizations } from "./features/settings/settings.service.ts";
import { JOBS } from "./jobs.ts";

export { BotContainer } from "./features/bots/bot-container.ts";
export { OrganizationHub } from "./features/live/live.hub.ts";

type RawEnv = Bindings & Record<string, unknown>;

export default {
  fetch: (request, raw, execution) => app.fetch(request, raw, execution),

  async scheduled(controller, raw) {
    const env = readEnv(raw);
    const { db } = openDb(env.DB, "first-primary");
    const job = JOBS[controller.cron];
    if (!job) throw new Error(`no job for the cron expression ${controller.cron}`);
    try {
      await job({ db, env, now: new Date(controller.scheduledTime), language: "en" });
    } finally {
      // One that fails half-way has changed something, too.
      for (const organizationId of await listOrganizations(db)) await announce(env, organizationId);
    }
  },
} satisfies ExportedHandler<RawEnv>;
