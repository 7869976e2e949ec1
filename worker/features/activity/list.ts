import { desc, sql } from "drizzle-orm";
import { type Audience, auditLog } from "../../lib/audit.table.ts";
import type { Audit } from "../../lib/audit.ts";
import type { UserContext } from "../../lib/context.ts";
import type { Activity } from "./activity.schema.ts";
import { tellEntry } from "./tell.ts";

/** Entries of the recent activity in one answer. */
export const ACTIVITY_LIMIT = 20;

/**
 * The newest activity that the reader may know of, at most ACTIVITY_LIMIT entries. A user who sees only the
 * prospects assigned to them sees of prospects only what they did themselves.
 * @param audits the audit actions of all features
 */
export async function listActivity(context: UserContext, audits: readonly Audit[]): Promise<Activity[]> {
  const { db, actor } = context;
  const { organizationId, permissions, userId } = actor;
  // The conditions of the partial indexes stand in the text of the statement: only then does SQLite use them.
  const of = (audience: Audience, own = sql``) => sql`select id from ${auditLog}
    where organization_id = ${organizationId} and audience = ${sql.raw(`'${audience}'`)}
      and audience <> 'private' ${own}`;
  const own = permissions.has("prospects.read_all") ? undefined : sql`and actor_user_id = ${userId}`;
  const parts = [
    of("everyone"),
    ...(permissions.has("prospects.read") ? [of("prospects", own)] : []),
    ...(permissions.has("contracts.read") ? [of("contracts")] : []),
    ...(permissions.has("admin.users") ? [of("admin")] : []),
  ];
  // Each part comes out of its index in order, so that the merge reads hardly more than it answers.
  const newest = sql`(${sql.join(parts, sql` union all `)} order by id desc limit ${ACTIVITY_LIMIT})`;
  const rows = await db.select().from(auditLog).where(sql`id in ${newest}`).orderBy(desc(auditLog.id));
  return rows.map((row) => {
    const { sentence, changes, prospectId } = tellEntry(row, audits, context);
    return {
      id: row.id,
      type: row.action,
      description: sentence,
      createdAt: row.createdAt,
      actor: { name: row.actorName, kind: row.actorKind },
      subject: { name: row.entityName, prospectId },
      from: changes[0]?.from ?? null,
      to: changes[0]?.to ?? null,
    };
  });
}
