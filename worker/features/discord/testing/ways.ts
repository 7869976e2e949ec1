import { openDb } from "../../../lib/db/client.ts";
import { backgroundDone, type Caller, raw, settings } from "../../../testing/world.ts";
import { gateway } from "../../bots/testing/bots.factory.ts";
import { syncByJob } from "../start.ts";

const asked = (path: string) => async (administrator: Caller) => {
  await gateway("reset");
  await gateway("state", { botId: 1, runId: 1, status: "running" });
  await administrator.ok("POST", path);
  await backgroundDone();
};

/** Every way to begin a sync of organization 1, whose CRM bot is the first: the routes by their names, and the job. */
export const WAYS: Record<string, (administrator: Caller) => Promise<void>> = {
  "/discord/sync-members/:orgId": asked("/api/discord/sync-members/1"),
  "/discord/sync-roles/:orgId": asked("/api/discord/sync-roles/1"),
  "/discord-bots/:id/command/syncmembers": asked("/api/discord-bots/1/command/syncmembers"),
  member_sync: async () => {
    const { db } = openDb(raw.DB, undefined);
    await syncByJob({ db, env: settings(), now: new Date(), language: "en" }, 1);
  },
};
