import type { SystemContext } from "../../lib/context.ts";
import { AppError } from "../../lib/errors.ts";
import { listOrganizationsWith } from "../settings/settings.ts";
import { syncMembers } from "./sync.ts";

/** Syncs every organization that wants it, each hour. What keeps one from it does not keep the others. */
export async function syncAllMembers(context: SystemContext): Promise<void> {
  for (const organizationId of await listOrganizationsWith(context.db, "discord_auto_sync")) {
    try {
      await syncMembers(context, organizationId, { kind: "job", userId: null, name: "Discord sync" });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      console.warn(JSON.stringify({ job: "syncAllMembers", organizationId, code: error.code }));
    }
  }
}
