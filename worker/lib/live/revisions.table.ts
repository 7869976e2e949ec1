import { eq, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Db } from "../db/client.ts";

/** An organization's revisions by topic, without those that never changed. */
type Revisions = Record<string, number>;

/**
 * A counter for each topic of an organization, which the triggers of the features' topics raise with every change. They
 * share one row, because every request reads them all.
 */
export const revisions = sqliteTable("revisions", {
  organizationId: integer("organization_id").primaryKey(),
  topics: text("topics", { mode: "json" }).$type<Revisions>().notNull(),
});

export async function readRevisions(db: Db, organizationId: number): Promise<Revisions> {
  const [row] = await db.select().from(revisions).where(eq(revisions.organizationId, organizationId));
  return row?.topics ?? {};
}

/** The organizations of which a topic has changed since; each request and job tells of what it changed. */
export async function changedSince(
  before: ReadonlyMap<number, Revisions>,
  db: Db,
  apart: readonly string[],
): Promise<number[]> {
  const after = await readAllRevisions(db);
  return [...after.keys()].filter((id) =>
    Object.entries(after.get(id) ?? {}).some(
      ([topic, revision]) => !apart.includes(topic) && revision !== before.get(id)?.[topic],
    ),
  );
}

/** Reads the revisions of all organizations, by organization id; an organization without any is left out. */
export async function readAllRevisions(db: Db): Promise<ReadonlyMap<number, Revisions>> {
  const rows = await db.select().from(revisions);
  return new Map(rows.map(({ organizationId, topics }) => [organizationId, topics]));
}

/** SQL statement: raises the revision of a topic. @param source reads the ids of organizations, as `id` */
export const raiseSql = (topic: string, source: string) =>
  `INSERT INTO revisions (organization_id, topics) SELECT id, '{"${topic}":1}' FROM (${source}) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.${topic}', coalesce(topics ->> '$.${topic}', 0) + 1)`;

/** Raises the revision of a topic without a change of its rows. */
export const raiseRevision = (db: Db, organizationId: number, topic: string) =>
  db.run(sql.raw(raiseSql(topic, `SELECT ${organizationId} AS id`)));
