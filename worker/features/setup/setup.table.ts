import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../lib/db/columns.ts";
import type { BotFault, SyncTrial } from "../discord/index.ts";
import { organizations } from "../settings/index.ts";

/** Measurements in Discord for an organization's setup, and whether it was dismissed. */
export const setups = sqliteTable("setups", {
  organizationId: integer("organization_id")
    .primaryKey()
    .references(() => organizations.id),
  /** The newest trial of a sync that Discord answered. */
  trial: json<SyncTrial>("trial"),
  /** The newest trial without an answer. */
  fault: json<{ at: string; fault: BotFault }>("fault"),
  dismissedAt: instant("dismissed_at"),
});
