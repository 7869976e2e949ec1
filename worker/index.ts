import { app } from "./app.ts";
import { openDb } from "./db/client.ts";
import { type Bindings, readEnv } from "./env.ts";
import { JOBS } from "./jobs.ts";

type RawEnv = Bindings & Record<string, unknown>;

export default {
  fetch: (request, raw, execution) => app.fetch(request, raw, execution),

  async scheduled(controller, raw) {
    const env = readEnv(raw);
    const { db } = openDb(env.DB, "first-primary");
    const job = JOBS[controller.cron];
    if (!job) throw new Error(`no job for the cron expression ${controller.cron}`);
    await job({ db, env, now: new Date(controller.scheduledTime), language: "en" });
  },
} satisfies ExportedHandler<RawEnv>;
