import { eq, sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Db } from "../db/client.ts";

/** A counter for each organization and topic, which the triggers of the features' topics raise with every change. */
export const revisions = sqliteTable(
  "revisions",
  {
    organizationId: integer("organization_id").notNull(),
    topic: text("topic").notNull(),
    revision: integer("revision").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.topic] })],
);

/** Reads the revisions of an organization's topics, without those that never changed. */
export async function readRevisions(db: Db, organizationId: number): Promise<Record<string, number>> {
  const rows = await db.select().from(revisions).where(eq(revisions.organizationId, organizationId));
  return Object.fromEntries(rows.map(({ topic, revision }) => [topic, revision]));
}

/** Raises the revision of a topic without a change of its rows. */
export const raiseRevision = (db: Db, organizationId: number, topic: string) =>
  db.run(sql`insert into ${revisions} (organization_id, topic, revision) values (${organizationId}, ${topic}, 1)
    on conflict do update set revision = revision + 1`);
