import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ById, Context, MemberContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { blanksOf } from "../../lib/fields.schema.ts";
import { valuesAfter } from "../../lib/fields.ts";
import { guard, newest, once, write } from "../../lib/guard.ts";
import { isAssignable } from "../members/index.ts";
import { whenAssigned } from "./attached.ts";
import { guardDiscordFree, guardOutranksUserOf, userOf } from "./corrections/correct.ts";
import { prospectAnnouncements } from "./prospects.announcements.ts";
import { prospectFacts } from "./prospects.fields.ts";
import { assertAssigns } from "./prospects.policy.ts";
import type { ProspectPlan, ProspectRow } from "./prospects.rows.ts";
import {
  beforeChange,
  insertHistory,
  memberName,
  noticeOfAssignment,
  prospectRecord,
} from "./prospects.rows.ts";
import * as schema from "./prospects.schema.ts";
import { prospectHistory, prospects } from "./prospects.table.ts";
import { prospectAudit, prospectErrors } from "./prospects.texts.ts";

/** The columns that every new prospect begins with. */
export function atIntro({ actor, now }: Context) {
  const at = now.toISOString();
  const status = "intro" as const;
  return { organizationId: actor.organizationId, status, stageChangedAt: at, createdAt: at, updatedAt: at };
}

export const CREATED = { action: "created", newValue: "intro" } as const;

/** Adds a prospect. @throws AppError discord_id_taken, discord_id_removed, outranked, assignee_unavailable, forbidden to assign */
export function createProspect(context: MemberContext, input: schema.CreateProspectInput) {
  const { actor } = context;
  const { organizationId = actor.organizationId, displayName, assignedTo = null, deadline = null } = input;
  if (organizationId !== actor.organizationId) throw errors.not_found();
  if (assignedTo !== null) assertAssigns(actor, null);
  const facts = valuesAfter(prospectFacts, input, { ...blanksOf(prospectFacts), displayName, username: "" });
  const { discordId } = facts;
  return prospectRecord.create(context, {
    name: displayName,
    values: {
      ...facts,
      ...atIntro(context),
      username: facts.username || displayName,
      assignedTo,
      deadline,
      addedBy: actor.memberId,
      notes: input.notes?.trim() || null,
      userId: discordId === null ? null : userOf(context, discordId),
    },
    history: [CREATED],
    audit: [{ action: "prospect.created" }],
    notices: noticeOfAssignment(context, { assignedTo, id: newest(prospects), name: displayName, deadline }),
    checkBefore: [
      ...guardAssignable(context, assignedTo),
      ...(discordId === null
        ? []
        : [guardDiscordFree(context, discordId), ...guardOutranksUserOf(context, discordId)]),
    ],
  });
}

/** The guard that a member is assignable; empty without a member. */
export const guardAssignable = ({ actor }: MemberContext, memberId: number | null) =>
  memberId === null
    ? []
    : [guard(isAssignable(actor.organizationId, memberId), prospectErrors.assignee_unavailable())];

/** The columns of who comes by the website. @param source SQL: the source whose link they came by, and its name; null without one */
export const cameBy = (source: { id: SQL; name: SQL } | null) =>
  source
    ? { sourceId: source.id, referralSource: sql`coalesce(${source.name}, 'website')` }
    : { referralSource: "website" };

/** The statements that add a prospect at intro for a user who registers on the website. */
export const insertWebsiteProspect = (
  context: Context,
  person: { userId: SQL; username: string; displayName: string; email: string | null },
  source: Parameters<typeof cameBy>[0],
) => [
  context.db.insert(prospects).values({ ...atIntro(context), ...person, ...cameBy(source) }),
  insertHistory(context, sql`(select max(id) from ${prospects})`, CREATED),
];

/** Assigns a prospect. @throws AppError forbidden, no_deadline_here, assignee_unavailable, stale_version, not_found */
export const assignProspect = (context: MemberContext, { id, ...input }: ById<schema.AssignInput>) =>
  prospectRecord.edit(context, id, input.version, (row) => planAssignment(context, row, input));

/** @throws AppError no_deadline_here for a deadline of a prospect that is, or will be, active or inactive */
export function assertTakesDeadline(
  { displayName: name }: ProspectRow,
  status: schema.ProspectStatus,
  deadline: string | null | undefined,
): void {
  if (deadline && !schema.isOpenStage(schema.stageOf(status)))
    throw prospectErrors.no_deadline_here({ name });
}

/** The plan of an assignment, null without a change. @throws AppError forbidden, no_deadline_here */
export function planAssignment(
  context: MemberContext,
  row: ProspectRow,
  { assignedTo, deadline = row.deadline }: Pick<schema.AssignInput, "assignedTo" | "deadline">,
): ProspectPlan | null {
  assertAssigns(context.actor, row.assignedTo);
  const isNewDeadline = deadline !== row.deadline;
  if (assignedTo === row.assignedTo && !isNewDeadline) return null;
  assertTakesDeadline(row, row.status, isNewDeadline ? deadline : null);
  const newValue = memberName(assignedTo);
  const previousValue = memberName(row.assignedTo);
  const changes = isNewDeadline ? { deadline: { from: row.deadline, to: deadline } } : null;
  const also = isNewDeadline ? { fromDeadline: row.deadline, toDeadline: deadline } : {};
  const details = sql`json_insert(${JSON.stringify(also)}, '$.assignee', ${newValue},
    '$.fromAssignee', ${previousValue}, '$.toAssignee', ${newValue})`;
  return {
    writeBefore: assignedTo === row.assignedTo ? [] : whenAssigned(context, sql`select ${row.id} as id`),
    set: { assignedTo, ...(isNewDeadline ? { deadline } : {}) },
    history: [{ action: "assigned", previousValue, newValue, changes, before: beforeChange(row) }],
    audit: [{ action: "prospect.assigned", details }],
    notices:
      assignedTo === row.assignedTo
        ? []
        : noticeOfAssignment(context, {
            assignedTo,
            id: row.id,
            name: row.displayName,
            deadline: deadline ?? null,
          }),
    announcements: assignedTo === row.assignedTo ? [] : assignedOf(row, assignedTo),
    checkBefore: guardAssignable(context, assignedTo),
  };
}

/** The announcement of a prospect's new assignee; empty without one. */
export const assignedOf = ({ displayName }: ProspectRow, assignedTo: number | null) =>
  assignedTo === null
    ? []
    : [
        prospectAnnouncements.entry(
          "prospect.assigned",
          sql`json_object('name', ${displayName}, 'assignee', ${memberName(assignedTo)})`,
        ),
      ];

/** Replaces a prospect's notes. @throws AppError stale_version, not_found */
export const changeNotes = (context: MemberContext, { id, ...input }: ById<schema.NotesInput>) =>
  prospectRecord.edit(context, id, input.version, (row) => {
    const notes = input.notes?.trim() || null;
    if (notes === row.notes) return null;
    return {
      set: { notes },
      history: [{ action: "notes", previousValue: row.notes, newValue: notes }],
      audit: [{ action: "prospect.notes" }],
    };
  });

/**
 * Sets or clears a prospect's deadline, adds a comment to the history, or both.
 * @throws AppError nothing_to_save, no_deadline_here, stale_version, not_found
 */
export async function changeDeadline(context: MemberContext, { id, ...input }: ById<schema.DeadlineInput>) {
  if (input.deadline === undefined && !input.notes) throw prospectErrors.nothing_to_save();
  return prospectRecord.edit(context, id, input.version, (row) => planDeadline(row, input));
}

/** The plan of a new deadline or a comment, null without a change. @throws AppError no_deadline_here */
export function planDeadline(
  row: ProspectRow,
  { deadline, notes: comment }: Pick<schema.DeadlineInput, "deadline" | "notes">,
): ProspectPlan | null {
  const notes = comment || null;
  if (deadline === row.deadline && !notes) return null;
  assertTakesDeadline(row, row.status, deadline);
  if (deadline === undefined)
    return { history: [{ action: "notes", notes }], audit: [{ action: "prospect.notes" }] };
  return {
    set: { deadline },
    history: [
      {
        action: "deadline",
        previousValue: row.deadline,
        newValue: deadline,
        notes,
        before: beforeChange(row),
      },
    ],
    audit: [{ action: "prospect.deadline", details: { from: row.deadline, to: deadline } }],
  };
}

/** Logs minutes spent on a prospect, once for each idempotency key, and answers the history entry. @throws AppError not_found */
export const logTime = (context: MemberContext, { id, minutes, notes }: ById<schema.TimeInput>) =>
  once<schema.ProspectHistoryEntry>(
    context,
    prospectHistory,
    async (isFirst, key) => {
      const [row] = await prospectRecord.find(context, eq(prospects.id, id));
      if (!row) throw errors.not_found();
      const entity = { id, name: row.displayName };
      const spent = { action: "time", newValue: String(minutes), notes: notes || null, minutes } as const;
      const [entries] = await write(context.db, [
        ...isFirst,
        insertHistory(context, id, spent).returning(),
        ...key,
        prospectAudit.write(context, { action: "prospect.time", entity, details: { minutes } }),
      ]);
      return (entries as [schema.ProspectHistoryEntry])[0];
    },
    async (added) => {
      const [row] = await prospectRecord.find(context, eq(prospects.id, id));
      if (!row) return undefined;
      // The id of an entry deleted with its prospect may have been reused for another prospect.
      const isEntry = and(eq(prospectHistory.id, added), eq(prospectHistory.prospectId, id));
      const [entry] = await context.db.select().from(prospectHistory).where(isEntry);
      return entry;
    },
  );
