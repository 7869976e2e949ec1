import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Context, performerOf } from "../../lib/context.ts";
import { guard, isRefused, jsonList, readBatch, runBatch, type Statement } from "../../lib/db/client.ts";
import { type AppError, errors } from "../../lib/errors.ts";
import { type AuditEntry, audit } from "../activity/list.ts";
import { isAssignable, selectMemberNames } from "../members/members.ts";
import { prospectErrors } from "./prospects.errors.ts";
import { visibleTo } from "./prospects.policy.ts";
import {
  type ProspectRow,
  type RolePriorities,
  selectProspects,
  selectRolePriorities,
  toPriorities,
  toProspect,
} from "./prospects.rows.ts";
import type { Prospect, ProspectHistoryEntry } from "./prospects.schema.ts";
import { prospectHistory, prospects } from "./prospects.table.ts";

/** A prospect about to be edited, with what judging and recording the edit needs. */
export type Target = { row: ProspectRow; priorities: RolePriorities; names: Map<number, string> };

type HistoryValues = Pick<typeof prospectHistory.$inferInsert, "action"> &
  Partial<Pick<ProspectHistoryEntry, "previousValue" | "newValue" | "notes" | "changes">> & {
    minutes?: number;
  };

/**
 * What must hold before or after the edit is written, and the error when it does not; equal keys are one
 * requirement.
 */
export type Requirement = {
  key: string;
  at: "before" | "after";
  condition: SQL;
  otherwise: AppError;
  rank?: number;
};

/** Everything that one edit of a prospect writes; without history it is no edit. */
export type Edit = {
  changes: Partial<Pick<ProspectRow, "status" | "assignedTo" | "deadline" | "notes" | "stageChangedAt">>;
  history: HistoryValues[];
  audit: AuditEntry[];
  /** Statements of other features that belong to the edit. */
  extra?: Statement[];
  require?: Requirement[];
};

/** What somebody asks for who asks for what is already so. */
export const NO_EDIT: Edit = { changes: {}, history: [], audit: [] };

/**
 * The statements that read prospects to be edited, the role priorities they are judged by and the names of
 * their assignees and of `assignee`; `toTargets` puts their answers together. `ids` is a list or a subquery.
 * Prospects that the reader may not see are left out.
 */
export const selectTargets = ({ db, actor }: Context, ids: SQL, assignee?: number | null) =>
  [
    selectProspects(db).where(and(sql`${prospects.id} in ${ids}`, visibleTo(actor))),
    selectRolePriorities(db, actor.organizationId),
    selectMemberNames(
      db,
      actor.organizationId,
      sql`(select assigned_to from ${prospects} where id in ${ids} union select ${assignee ?? null})`,
    ),
  ] as const;

/** Targets out of the answers of `selectTargets`. */
export function toTargets(
  rows: ProspectRow[],
  ranks: { id: number; priority: number }[],
  members: { id: number; name: string }[],
): Target[] {
  const priorities = toPriorities(ranks);
  const names = new Map(members.map((member) => [member.id, member.name]));
  return rows.map((row) => ({ row, priorities, names }));
}

/** Reads prospects to be edited in one round trip. */
export async function loadTargets(
  context: Context,
  ids: readonly number[],
  assignee?: number | null,
): Promise<Target[]> {
  return toTargets(...(await readBatch(context.db, [...selectTargets(context, jsonList(ids), assignee)])));
}

/** The same for one prospect. @throws AppError not_found */
export async function loadTarget(context: Context, id: number, assignee?: number | null): Promise<Target> {
  const [target] = await loadTargets(context, [id], assignee);
  if (!target) throw errors.not_found();
  return target;
}

/**
 * The same for an edit based on a version: a stale one is refused before the edit itself is judged, by a
 * state that its author has not seen.
 * @throws AppError not_found, stale_version with the record as it is now
 */
export async function loadTargetAt(
  context: Context,
  id: number,
  version: number | undefined,
  assignee?: number | null,
): Promise<Target> {
  const target = await loadTarget(context, id, assignee);
  if (version !== undefined && version !== target.row.version) throw staleVersion(context, target);
  return target;
}

function staleVersion({ actor }: Context, { row, priorities }: Target): AppError {
  const current = toProspect(row, priorities, actor);
  return errors.stale_version({ name: row.displayName }, { current });
}

/** The condition that somebody can be given prospects, checked where it is written. */
export const requireAssignable = ({ actor }: Context, memberId: number): Requirement => ({
  key: `assignable ${memberId}`,
  // A member who does not exist would break the foreign key instead.
  at: "before",
  condition: isAssignable(actor.organizationId, memberId),
  otherwise: prospectErrors.assignee_unavailable(),
});

/** The statements of an edit: change, history and audit, for one batch. */
export function editStatements(context: Context, row: ProspectRow, edit: Edit): Statement[] {
  const { db, actor, now } = context;
  const at = now.toISOString();
  const by = performerOf(actor);
  const entity = { id: row.id, name: row.displayName };
  const isChanged = Object.keys(edit.changes).length > 0;
  const change = db
    .update(prospects)
    .set({ ...edit.changes, updatedAt: at, version: sql`${prospects.version} + 1` })
    .where(eq(prospects.id, row.id));
  return [
    ...(isChanged ? [change] : []),
    ...edit.history.map((entry) =>
      db.insert(prospectHistory).values({
        ...entry,
        prospectId: row.id,
        performedBy: by.name,
        performedById: by.userId,
        createdAt: at,
      }),
    ),
    ...(edit.extra ?? []),
    ...edit.audit.map((entry) => audit(db, actor.organizationId, by, { entity, ...entry }, now)),
  ];
}

/** SQL condition: the prospect is still at the version that an edit is based on. */
export const isAtVersion = (id: number, version: number) =>
  sql`(select version from ${prospects} where id = ${id}) = ${version}`;

/**
 * Writes an edit in one batch if the prospect is still as it was read, and answers the prospect as it is
 * then. An edit that changes nothing, as the second half of a double click, writes nothing.
 * @throws AppError stale_version with the record as it is now; what a requirement says otherwise
 */
export async function applyEdit(
  context: Context,
  { row, priorities }: Target,
  edit: Edit,
): Promise<Prospect> {
  const { db, actor } = context;
  if (!edit.history.length) return toProspect(row, priorities, actor);
  const reread = selectProspects(db).where(eq(prospects.id, row.id));
  try {
    const results = await runBatch(db, [
      guard(db, isAtVersion(row.id, row.version)),
      ...requirementStatements(context, [edit], "before"),
      ...editStatements(context, row, edit),
      ...requirementStatements(context, [edit], "after"),
      reread,
    ]);
    const [after] = results.at(-1) as ProspectRow[];
    return toProspect(after as ProspectRow, priorities, actor);
  } catch (error) {
    if (!isRefused(error)) throw unmet([edit], error) ?? error;
    throw staleVersion(context, await loadTarget(context, row.id));
  }
}

/** What edits require at a time, each once; of several that say the same, the one of the highest rank speaks. */
function requirements(edits: Edit[], at: Requirement["at"]): Requirement[] {
  const all = edits.flatMap((edit) => edit.require ?? []).filter((each) => each.at === at);
  all.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  return [...new Map(all.map((each) => [each.key, each])).values()];
}

/** The statements that take a batch back when a requirement of its edits does not hold. */
export const requirementStatements = ({ db }: Context, edits: Edit[], at: Requirement["at"]): Statement[] =>
  requirements(edits, at).map(({ condition, key }) =>
    // A path that JSON does not know is an error whose message holds it: that names the requirement.
    db.run(sql`select case when (${condition}) then 1 else json_extract('{}', ${key}) end`),
  );

/** The error of the requirement that a batch was taken back for, if it was for one. */
export function unmet(edits: Edit[], error: unknown): AppError | undefined {
  const all = [...requirements(edits, "before"), ...requirements(edits, "after")];
  for (let at = error; at instanceof Error; at = at.cause) {
    const { message } = at;
    const found = all.find(({ key }) => message.includes(`'${key}'`));
    if (found) return found.otherwise;
  }
  return undefined;
}
