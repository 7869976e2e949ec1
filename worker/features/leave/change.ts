import { eq, type SQL, sql } from "drizzle-orm";
import { changedDetails } from "../../lib/audit.ts";
import type { ById, MemberContext } from "../../lib/context.ts";
import { addDays, countDays, dayOf, dayText } from "../../lib/days.ts";
import { errors } from "../../lib/errors.ts";
import { Changed, type Guard, guard } from "../../lib/guard.ts";
import { invalidField } from "../../lib/validation.ts";
import { findPersonBelow, guardPerson, memberErrors, members } from "../members/index.ts";
import { whenBack } from "./attached.ts";
import { noteLeaves } from "./away.ts";
import { changeRefusal } from "./leave.policy.ts";
import { type LeaveRow, leaveRecord } from "./leave.rows.ts";
import {
  type AddLeaveInput,
  type ChangeLeaveInput,
  type Leave,
  MOST_DAYS,
  MOST_LEAVES,
} from "./leave.schema.ts";
import { leaves } from "./leave.table.ts";
import { leaveErrors, leaveNotices, leaveSentences } from "./leave.texts.ts";

type Days = { from: string; to: string };

/** @throws AppError invalid_input for days in the wrong order, too many of them, or all of them past */
function assertDays({ now, language }: MemberContext, { from, to }: Days): void {
  const count = countDays(from, to);
  if (count < 1) throw invalidField("to", language, leaveSentences.leave_order);
  if (count > MOST_DAYS) throw invalidField("to", language, leaveSentences.leave_long);
  if (to < dayOf(now)) throw invalidField("to", language, leaveSentences.leave_past);
}

/** The guard that no other leave of a user shares one of these days; its error has the other's days. */
function guardFree(
  { db, language }: MemberContext,
  user: { id: number; name: string },
  days: Days,
  id = 0,
): Guard {
  const overlapping = sql`from ${leaves}
    where user_id = ${user.id} and to_day >= ${days.from} and from_day <= ${days.to} and id <> ${id}`;
  return guard(sql`not exists (select 1 ${overlapping})`, async () => {
    const [other] = await db.all<Days>(
      sql`select from_day as "from", to_day as "to" ${overlapping} order by to_day limit 1`,
    );
    // It was deleted meanwhile.
    if (!other) return new Changed(errors.stale_version({ name: user.name }));
    const [from, to] = [dayText(other.from, language), dayText(other.to, language)];
    return leaveErrors.leave_overlaps({ from, to });
  });
}

/** The audit action of a change of a leave, by the member themself or by an officer. */
const actionOf = <Kind extends "added" | "changed" | "ended" | "removed">(isOwn: boolean, kind: Kind) =>
  isOwn ? (`leave.own_${kind}` as const) : (`leave.${kind}` as const);

const wordsOf = ({ from, to }: Days) => ({ firstDay: from, lastDay: to });

/**
 * Adds leave of the caller, or of a member below them, who is notified.
 * @throws AppError invalid_input, forbidden, not_found, outranked, without_role, leave_overlaps, leave_too_many, stale_version
 * when the membership changed
 */
export async function addLeave(context: MemberContext, input: AddLeaveInput): Promise<Leave> {
  const { actor, now } = context;
  const { from, to, note, userId = actor.userId } = input;
  const days = { from, to };
  assertDays(context, days);
  const isOwn = userId === actor.userId;
  if (!isOwn && !actor.permissions.has("members.write"))
    throw errors.forbidden({ permission: "members.write" });
  const person = isOwn ? null : await findPersonBelow(context, userId);
  const { name, memberId } = person ?? actor;
  if (memberId === null) throw memberErrors.without_role({ name });
  const at = now.toISOString();
  const isFew = sql`(select count(*) from ${leaves} where user_id = ${userId} and to_day >= ${dayOf(now)}) < ${MOST_LEAVES}`;
  return leaveRecord.create(context, {
    values: {
      ...{ ...days, userId, note: note || null, addedBy: isOwn ? null : actor.name },
      ...{ organizationId: actor.organizationId, createdAt: at, updatedAt: at },
    },
    name,
    writeAfter: () => [noteLeaves(context, userId)],
    audit: [{ action: actionOf(isOwn, "added"), entity: { id: memberId, name }, details: wordsOf(days) }],
    notices: isOwn ? [] : [leaveNotices.entry(userId, "leave.added", { by: actor.name, ...wordsOf(days) })],
    checkBefore: [
      ...(person ? guardPerson(context, person) : []),
      guardFree(context, { id: userId, name }, days),
      guard(isFew, leaveErrors.leave_too_many({ name })),
    ],
  });
}

/** @throws AppError forbidden, outranked, leave_over */
function assertChangeable({ actor, now, language }: MemberContext, row: LeaveRow): void {
  const refusal = changeRefusal(actor, row);
  if (refusal) throw refusal;
  if (row.to < dayOf(now)) throw leaveErrors.leave_over({ day: dayText(row.to, language) });
}

/** The common plan of changes of an existing leave: its member, the notice, and the guards. */
function planOf(context: MemberContext, row: LeaveRow, kind: "leave.changed" | "leave.removed", days: Days) {
  const { actor } = context;
  const isOwn = row.userId === actor.userId;
  const isSameMember: SQL = sql`(select version from ${members} where user_id = ${row.userId}) = ${row.memberVersion}`;
  return {
    isOwn,
    entity: { id: row.memberId, name: row.name },
    notices: isOwn ? [] : [leaveNotices.entry(row.userId, kind, { by: actor.name, ...wordsOf(days) })],
    unchanged: isOwn ? [] : [isSameMember],
    writeAfter: [noteLeaves(context, row.userId), ...whenBack(context, row.userId)],
  };
}

/**
 * Changes a leave that has not ended.
 * @throws AppError not_found, stale_version, invalid_input, forbidden, outranked, leave_over, leave_overlaps
 */
export const changeLeave = (context: MemberContext, { id, version, ...input }: ById<ChangeLeaveInput>) =>
  leaveRecord.edit(context, id, version, (row) => {
    assertChangeable(context, row);
    const note = input.note === undefined ? row.note : input.note || null;
    const days = { from: input.from ?? row.from, to: input.to ?? row.to };
    const details = changedDetails(wordsOf(row), wordsOf(days), ["firstDay", "lastDay"]);
    if (details === null && note === row.note) return null;
    if (details) assertDays(context, days);
    const { isOwn, entity, ...plan } = planOf(context, row, "leave.changed", days);
    return {
      ...plan,
      set: {
        ...(days.from === row.from ? {} : { from: days.from }),
        ...(days.to === row.to ? {} : { to: days.to }),
        ...(note === row.note ? {} : { note }),
      },
      audit: [{ action: actionOf(isOwn, "changed"), entity, details }],
      checkBefore: details ? [guardFree(context, { id: row.userId, name: row.name }, days, id)] : [],
    };
  });

/**
 * Ends a leave: the last day of a running one becomes yesterday, one that begins today or later is deleted.
 * @throws AppError not_found, forbidden, outranked, leave_over
 */
export async function endLeave(context: MemberContext, { id }: ById): Promise<void> {
  const today = dayOf(context.now);
  const make = (row: LeaveRow) => {
    assertChangeable(context, row);
    const { isOwn, entity, ...plan } = planOf(context, row, "leave.removed", row);
    if (row.from >= today)
      return {
        ...plan,
        audit: [{ action: actionOf(isOwn, "removed"), entity, details: wordsOf(row) }] as const,
        writeAfter: [context.db.delete(leaves).where(eq(leaves.id, id)), ...plan.writeAfter],
      };
    const to = addDays(today, -1);
    const details = { fromLastDay: row.to, toLastDay: to };
    return { ...plan, set: { to }, audit: [{ action: actionOf(isOwn, "ended"), entity, details }] as const };
  };
  await leaveRecord.edit(context, id, undefined, make, { isUnanswered: true });
}
