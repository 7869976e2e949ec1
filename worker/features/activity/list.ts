import { type SQL, sql } from "drizzle-orm";
import { type Audience, type AuditDetails, auditLog } from "../../lib/audit.table.ts";
import { type Audit, auditSentence } from "../../lib/audit.ts";
import type { UserContext } from "../../lib/context.ts";
import type { Activity } from "./activity.schema.ts";

/** Entries of the recent activity in one answer. */
export const ACTIVITY_LIMIT = 20;

type Row = {
  id: number;
  action: string;
  actorKind: Activity["actor"]["kind"];
  actorName: string;
  entityId: number | null;
  entityName: string | null;
  details: string | null;
  createdAt: string;
};

const COLUMNS = sql.raw(`id, action, actor_kind as actorKind, actor_name as actorName, entity_id as entityId,
  entity_name as entityName, details, created_at as createdAt`);

/**
 * The newest activity that the reader may know of, at most ACTIVITY_LIMIT entries. A user who sees only the
 * prospects assigned to them sees of prospects only what they did themselves.
 * @param audits the audit actions of all features
 */
export async function listActivity(context: UserContext, audits: readonly Audit[]): Promise<Activity[]> {
  const { actor, db } = context;
  const seesProspects = actor.permissions.has("prospects.read");
  const seesAll = actor.permissions.has("prospects.read_all");
  // The conditions of the partial indexes stand in the text of the statement: only then does SQLite use them.
  const of = (audience: Audience, own?: SQL) => sql`select ${COLUMNS} from ${auditLog}
    where organization_id = ${actor.organizationId} and audience = ${sql.raw(`'${audience}'`)}
      and audience <> 'private' ${own ?? sql``}`;
  const parts = [
    of("everyone"),
    ...(seesProspects
      ? [seesAll ? of("prospects") : of("prospects", sql`and actor_user_id = ${actor.userId}`)]
      : []),
    ...(actor.permissions.has("admin.users") ? [of("admin")] : []),
  ];
  // Each part comes out of its index in order, so that the merge reads hardly more than it answers.
  const rows = await db.all<Row>(
    sql`${sql.join(parts, sql` union all `)} order by id desc limit ${ACTIVITY_LIMIT}`,
  );
  return rows.map((row) => toActivity(row, context, audits, seesProspects));
}

function toActivity(
  { id, action, actorKind, actorName, entityId, entityName, createdAt, ...row }: Row,
  { language }: UserContext,
  audits: readonly Audit[],
  canOpen: boolean,
): Activity {
  const audit = audits.find(({ texts }) => action in texts);
  const details = JSON.parse(row.details ?? "null") as AuditDetails | null;
  const values = { actor: actorName, subject: entityName ?? "", ...details };
  const detail = (name: "from" | "to") => {
    const value = details?.[name];
    return typeof value === "string" ? (audit?.detailText(name, value, language) ?? value) : null;
  };
  return {
    id,
    type: action,
    description: audit ? auditSentence(audit, action, language, values) : action,
    createdAt,
    actor: { name: actorName, kind: actorKind },
    subject: {
      name: entityName,
      prospectId: canOpen && audit?.texts[action]?.opens === "prospect" ? entityId : null,
    },
    from: detail("from"),
    to: detail("to"),
  };
}
