import { eq, type SQL, sql } from "drizzle-orm";
import { type Context, performerOf } from "../../lib/context.ts";
import { guard, isRefused, isUniqueViolation, runBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { audit } from "../activity/list.ts";
import { isAssignable } from "../members/members.ts";
import {
  applyEdit,
  type Edit,
  editStatements,
  loadTarget,
  loadTargetAt,
  NO_EDIT,
  requireAssignable,
  type Target,
} from "./edit.ts";
import { moveEdit } from "./move.ts";
import { prospectErrors } from "./prospects.errors.ts";
import { abilities } from "./prospects.policy.ts";
import { type ProspectRow, selectProspects, toProspect } from "./prospects.rows.ts";
import type {
  AssignInput,
  CreateProspectInput,
  DeadlineInput,
  NotesInput,
  Prospect,
  ProspectHistoryEntry,
  StatusInput,
  TimeInput,
} from "./prospects.schema.ts";
import { prospectHistory, prospects } from "./prospects.table.ts";
import { toHistoryEntry } from "./read.ts";

/** SQL: the prospect that this batch has just made; ids only grow and a batch is one transaction. */
const newest = sql`(select max(id) from ${prospects})`;

/** Adding somebody twice within this time is one press too many. */
const TWIN_SECONDS = 10;

/** SQL: the same person, added by the same user a moment ago; looks at the newest few prospects only. */
function twinOf({ actor, now }: Context, input: CreateProspectInput): SQL {
  const since = new Date(now.getTime() - TWIN_SECONDS * 1000).toISOString();
  return sql`(select p.id from prospects p join ${prospectHistory} h on h.prospect_id = p.id
    where p.id > (select max(id) - 20 from prospects) and p.organization_id = ${actor.organizationId}
      and p.created_at > ${since} and p.display_name = ${input.displayName}
      and p.username = ${input.username || input.displayName} and p.discord_id is ${input.discordId || null}
      and h.action = 'created' and h.performed_by_id = ${actor.userId})`;
}

/**
 * Adds a person to the pipeline at `intro`. The same person added again by the same user within
 * TWIN_SECONDS is a double click, answered with the prospect that the first one made.
 * @throws AppError discord_id_taken, assignee_unavailable, forbidden to assign without prospects.assign
 */
export async function createProspect(context: Context, input: CreateProspectInput): Promise<Prospect> {
  const { db, actor, now } = context;
  if (input.organizationId !== undefined && input.organizationId !== actor.organizationId) {
    throw errors.not_found();
  }
  if (input.assignedTo && !actor.permissions.has("prospects.assign")) {
    throw errors.forbidden({ permission: "prospects.assign" });
  }
  const at = now.toISOString();
  const by = performerOf(actor);
  const discordId = input.discordId || null;
  const twin = twinOf(context, input);
  const assignable = input.assignedTo ? isAssignable(actor.organizationId, input.assignedTo) : sql`1`;
  try {
    const results = await runBatch(db, [
      guard(db, sql`${assignable} and not exists ${twin}`),
      db.insert(prospects).values({
        organizationId: actor.organizationId,
        displayName: input.displayName,
        username: input.username || input.displayName,
        email: input.email || null,
        status: "intro",
        assignedTo: input.assignedTo ?? null,
        deadline: input.deadline ?? null,
        notes: input.notes?.trim() || null,
        discordId,
        starCitizenId: input.starCitizenId || null,
        referralSource: input.referralSource || null,
        stageChangedAt: at,
        createdAt: at,
        updatedAt: at,
      }),
      db.insert(prospectHistory).values({
        prospectId: newest,
        action: "created",
        performedBy: by.name,
        performedById: by.userId,
        newValue: "intro",
        createdAt: at,
      }),
      audit(
        db,
        actor.organizationId,
        by,
        { action: "prospect.created", entity: { id: newest, name: input.displayName } },
        now,
      ),
      selectProspects(db).where(eq(prospects.id, newest)),
    ]);
    const [row] = results.at(-1) as ProspectRow[];
    return toProspect(row as ProspectRow, new Map(), actor);
  } catch (error) {
    if (isRefused(error)) {
      const [first] = await selectProspects(db).where(eq(prospects.id, twin)).limit(1);
      if (first) return toProspect(first, new Map(), actor);
      throw prospectErrors.assignee_unavailable();
    }
    if (isUniqueViolation(error)) throw prospectErrors.discord_id_taken({ discordId: discordId ?? "" });
    throw error;
  }
}

/** Moves a prospect along the pipeline. @throws AppError as `moveEdit` and `applyEdit` say, not_found */
export async function changeStatus(context: Context, id: number, input: StatusInput): Promise<Prospect> {
  const target = await loadTargetAt(context, id, input.version, input.assignedTo);
  return applyEdit(context, target, moveEdit(context, target, input));
}

/**
 * Gives a prospect to a member, or to nobody.
 * @throws AppError forbidden without the permission to take it from whoever has it, assignee_unavailable,
 * stale_version, not_found
 */
export async function assignProspect(context: Context, id: number, input: AssignInput): Promise<Prospect> {
  const target = await loadTargetAt(context, id, input.version, input.assignedTo);
  return applyEdit(context, target, assignEdit(context, target, input));
}

/** What an assignment writes. @throws AppError forbidden */
export function assignEdit(
  context: Context,
  { row, names }: Target,
  input: Pick<AssignInput, "assignedTo" | "deadline">,
): Edit {
  if (!abilities(context.actor, { ...row, rolePriority: null }).assign) {
    throw errors.forbidden({
      permission: row.assignedTo === null ? "prospects.assign" : "crm.assign",
    });
  }
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  const isNewDeadline = input.deadline !== undefined && input.deadline !== row.deadline;
  const to = nameOf(input.assignedTo);
  if (input.assignedTo === row.assignedTo && !isNewDeadline) return NO_EDIT;
  return {
    changes: {
      assignedTo: input.assignedTo,
      ...(isNewDeadline ? { deadline: input.deadline ?? null } : {}),
    },
    history: [
      {
        action: "assigned",
        previousValue: nameOf(row.assignedTo),
        newValue: to,
        changes: isNewDeadline ? { deadline: { from: row.deadline, to: input.deadline ?? null } } : null,
      },
    ],
    audit: [{ action: "prospect.assigned", details: { assignee: to } }],
    require: input.assignedTo === null ? [] : [requireAssignable(context, input.assignedTo)],
  };
}

/** Replaces a prospect's notes. @throws AppError stale_version, not_found */
export async function changeNotes(context: Context, id: number, input: NotesInput): Promise<Prospect> {
  const target = await loadTargetAt(context, id, input.version);
  const notes = input.notes?.trim() || null;
  if (notes === target.row.notes) return applyEdit(context, target, NO_EDIT);
  return applyEdit(context, target, {
    changes: { notes },
    history: [{ action: "notes", previousValue: target.row.notes, newValue: notes }],
    audit: [{ action: "prospect.notes" }],
  });
}

/**
 * Sets or clears a prospect's deadline, with a comment for the log; a comment alone is fine too.
 * @throws AppError nothing_to_save, stale_version, not_found
 */
export async function changeDeadline(context: Context, id: number, input: DeadlineInput): Promise<Prospect> {
  if (input.deadline === undefined && !input.notes) throw prospectErrors.nothing_to_save();
  const target = await loadTargetAt(context, id, input.version);
  return applyEdit(context, target, deadlineEdit(target, input));
}

/** What a new deadline writes. */
export function deadlineEdit({ row }: Target, input: Pick<DeadlineInput, "deadline" | "notes">): Edit {
  const comment = input.notes || null;
  if (input.deadline === row.deadline && !comment) return NO_EDIT;
  if (input.deadline === undefined) {
    return {
      changes: {},
      history: [{ action: "notes", notes: comment }],
      audit: [{ action: "prospect.notes" }],
    };
  }
  return {
    changes: { deadline: input.deadline },
    history: [{ action: "deadline", previousValue: row.deadline, newValue: input.deadline, notes: comment }],
    audit: [{ action: "prospect.deadline", details: { deadline: input.deadline } }],
  };
}

/** Logs minutes spent on a prospect and answers the history entry. @throws AppError not_found */
export async function logTime(context: Context, id: number, input: TimeInput): Promise<ProspectHistoryEntry> {
  const { db } = context;
  const { row } = await loadTarget(context, id);
  const results = await runBatch(db, [
    ...editStatements(context, row, {
      changes: {},
      history: [
        {
          action: "time",
          newValue: String(input.minutes),
          notes: input.notes || null,
          minutes: input.minutes,
        },
      ],
      audit: [{ action: "prospect.time", details: { minutes: input.minutes } }],
    }),
    db
      .select()
      .from(prospectHistory)
      .where(eq(prospectHistory.id, sql`(select max(id) from ${prospectHistory})`)),
  ]);
  const [entry] = results.at(-1) as (typeof prospectHistory.$inferSelect)[];
  return toHistoryEntry(entry as typeof prospectHistory.$inferSelect);
}
