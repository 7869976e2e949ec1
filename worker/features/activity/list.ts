import { type SQL, sql } from "drizzle-orm";
import { auditLog } from "../../lib/audit.table.ts";
import type { Context, Performer } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import type { Language } from "../../lib/wire.schema.ts";
import type { Activity } from "./activity.schema.ts";
import { activityText, stageText } from "./activity.texts.ts";

export { stageText };

/** Everything that is written to the audit log, and who reads it in the recent activity. */
export const AUDIT_ACTIONS = {
  "user.registered": "prospects",
  "user.added": "admin",
  "user.signed_in": "private",
  "user.signed_out": "private",
  "user.language": "private",
  "user.sessions_ended": "private",
  "prospect.created": "prospects",
  "prospect.status": "prospects",
  "prospect.assigned": "prospects",
  "prospect.deadline": "prospects",
  "prospect.notes": "prospects",
  "prospect.time": "prospects",
  "prospect.bulk": "prospects",
  "prospect.undo": "prospects",
  "member.joined": "everyone",
  "member.role": "admin",
  "discord.synced": "everyone",
  "discord.sync_failed": "admin",
  "bot.created": "admin",
  "bot.token": "admin",
  "bot.updated": "admin",
  "bot.invite_url": "admin",
  "bot.auto_start": "admin",
  "bot.started": "admin",
  "bot.stopped": "admin",
  "bot.restarted": "admin",
  "bot.deleted": "admin",
  "bot.crashed": "admin",
  "bot.error": "admin",
  "bot.file_created": "admin",
  "bot.file_saved": "admin",
  "bot.file_renamed": "admin",
  "bot.file_reverted": "admin",
  "bot.file_main": "admin",
  "bot.file_deleted": "admin",
  "bot.files_synced": "admin",
} as const satisfies Record<string, AuditAudience>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
export type AuditAudience = "everyone" | "prospects" | "admin" | "private";

export type AuditEntry = {
  action: AuditAction;
  /** The record it happened to; its id may be SQL where the same batch makes it. */
  entity?: { id: number | SQL | null; name: string | null };
  details?: Record<string, string | number | null>;
};

/** The audit statement of a change; it goes into the same batch as the change. */
export function audit(db: Db, organizationId: number, by: Performer, entry: AuditEntry, now: Date) {
  return db.insert(auditLog).values({
    organizationId,
    action: entry.action,
    audience: AUDIT_ACTIONS[entry.action],
    actorKind: by.kind,
    actorUserId: by.userId,
    actorName: by.name,
    entityId: entry.entity?.id ?? null,
    entityName: entry.entity?.name ?? null,
    details: entry.details ?? null,
    createdAt: now.toISOString(),
  });
}

/** Entries of the recent activity in one answer. */
export const ACTIVITY_LIMIT = 20;

type FeedRow = typeof auditLog.$inferSelect;

/**
 * The newest activity that the reader may know of, at most ACTIVITY_LIMIT entries. Somebody who sees only
 * the prospects assigned to them sees of prospects only what they did themselves.
 */
export async function listActivity(context: Context): Promise<Activity[]> {
  const { actor, db } = context;
  const sees: AuditAudience[] = ["everyone"];
  const seesProspects = actor.permissions.has("prospects.read");
  const ownOnly = actor.role?.key === "onboarding_team";
  if (seesProspects && !ownOnly) sees.push("prospects");
  if (actor.permissions.has("admin.users")) sees.push("admin");
  // Each part comes out of its index in order, so that the merge reads hardly more than it answers.
  const parts = sees.map(
    (audience) => sql`select * from audit_log
      where organization_id = ${actor.organizationId} and audience = ${audience}`,
  );
  if (seesProspects && ownOnly) {
    parts.push(sql`select * from audit_log
      where organization_id = ${actor.organizationId} and actor_user_id = ${actor.userId}
        and audience = 'prospects'`);
  }
  const rows = await db.all<Record<string, unknown>>(
    sql`${sql.join(parts, sql` union all `)} order by id desc limit ${ACTIVITY_LIMIT}`,
  );
  return rows.map((row) => toActivity(fromRaw(row), context.language, seesProspects));
}

function fromRaw(row: Record<string, unknown>): FeedRow {
  return {
    id: row["id"] as number,
    organizationId: row["organization_id"] as number,
    action: row["action"] as AuditAction,
    audience: row["audience"] as AuditAudience,
    actorKind: row["actor_kind"] as FeedRow["actorKind"],
    actorUserId: row["actor_user_id"] as number | null,
    actorName: row["actor_name"] as string,
    entityId: row["entity_id"] as number | null,
    entityName: row["entity_name"] as string | null,
    details: JSON.parse((row["details"] as string | null) ?? "null") as FeedRow["details"],
    createdAt: row["created_at"] as string,
  };
}

function toActivity(row: FeedRow, language: Language, canOpen: boolean): Activity {
  const isProspect = row.action.startsWith("prospect.") || row.action === "user.registered";
  const stage = (value: unknown) => (typeof value === "string" ? stageText(value, language) : null);
  return {
    id: row.id,
    type: row.action,
    description: activityText(row.action, language, {
      actor: row.actorName,
      subject: row.entityName ?? "",
      ...row.details,
    }),
    createdAt: row.createdAt,
    actor: { name: row.actorName, kind: row.actorKind },
    subject: {
      name: row.entityName,
      prospectId: canOpen && isProspect && row.action !== "prospect.bulk" ? row.entityId : null,
    },
    from: stage(row.details?.["from"]),
    to: stage(row.details?.["to"]),
  };
}

/** The statement that records the role changes of a member sync, one entry a person, before they are made. */
export const auditRoleChanges = (
  db: Db,
  writer: { organizationId: number; performedBy: string; at: string },
  people: string,
) =>
  db.run(sql`insert into ${auditLog} (organization_id, action, audience, actor_kind, actor_name, entity_id, entity_name, details, created_at)
    select ${writer.organizationId}, 'member.role', ${AUDIT_ACTIONS["member.role"]}, 'job', ${writer.performedBy},
      members.id, users.display_name,
      json_object('fromRole', value ->> 'previousRole', 'toRole', roles.name), ${writer.at}
    from json_each(${people})
    cross join users on users.organization_id = ${writer.organizationId} and users.discord_id = value ->> 'discordId'
    join members on members.user_id = users.id
    join roles on roles.id = value ->> 'roleId'
    where value ->> 'roleId' is not null`);

/**
 * The statement that records bots that ended with an error, before that is stored. `ended` is what follows
 * `from`: the state as `s.value` with its reason, and the bot as `b`.
 */
export const auditBotEnds = (db: Db, ended: SQL, at: string) =>
  db.run(sql`insert into ${auditLog} (organization_id, action, audience, actor_kind, actor_name, entity_id, entity_name, details, created_at)
    select b.organization_id,
      case when s.value ->> 'reason' in ('crashed', 'memory') then 'bot.crashed' else 'bot.error' end,
      ${AUDIT_ACTIONS["bot.error"]}, 'bot', b.name, b.id, b.name,
      json_object('reason', s.value ->> 'reason'), ${at}
    from ${ended}`);
