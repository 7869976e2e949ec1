import { desc, eq } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import type { LastBackup } from "./backup.schema.ts";
import { backups } from "./backup.table.ts";

/** The newest backup that was read to its end, null without one. */
export async function getLastBackup({ db, actor }: UserContext): Promise<LastBackup | null> {
  const { createdAt, createdBy, bytes, tables, rows, sha256 } = backups;
  const [last] = await db
    .select({ createdAt, createdBy, bytes, tables, rows, sha256 })
    .from(backups)
    .where(eq(backups.organizationId, actor.organizationId))
    .orderBy(desc(backups.id))
    .limit(1);
  return last ?? null;
}
