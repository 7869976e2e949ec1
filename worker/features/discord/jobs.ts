import { actorWithoutSession } from "../../lib/actor.ts";
import type { SystemContext } from "../../lib/context.ts";
import { AppError } from "../../lib/errors.ts";
import { listOrganizationsWith } from "../settings/index.ts";
import { syncMembers } from "./sync.ts";

/** Syncs every organization that has it switched on. A sync that fails does not keep the others from running. */
export async function syncAllMembers(context: SystemContext): Promise<void> {
  for (const organizationId of await listOrganizationsWith(context.db, "discord_auto_sync")) {
    try {
      await syncMembers({ ...context, actor: actorWithoutSession("job", organizationId, "Discord sync") });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      console.warn(JSON.stringify({ job: "syncAllMembers", organizationId, code: error.code }));
    }
  }
}
