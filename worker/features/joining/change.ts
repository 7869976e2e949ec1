import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { MemberContext } from "../../lib/context.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import { type AppError, errors } from "../../lib/errors.ts";
import { Changed, type Guard, guard, retrying, write } from "../../lib/guard.ts";
import { named } from "../../lib/named.ts";
import { type Holders, notify } from "../../lib/notify.ts";
import { invalidField } from "../../lib/validation.ts";
import { validate } from "../forms/index.ts";
import { members } from "../members/index.ts";
import { keptProspect, prospects, withdrawApplicant, withMerged } from "../prospects/index.ts";
import { roleHolds, roles } from "../roles/index.ts";
import { guardUnblocked } from "./blocks.ts";
import { tellThread } from "./joining.announcements.ts";
import { type AdmissionRow, newestOfUser, selectAdmissions, toAdmission } from "./joining.rows.ts";
import * as schema from "./joining.schema.ts";
import { admissions } from "./joining.table.ts";
import { joiningAudit, joiningErrors, joiningNotices } from "./joining.texts.ts";
import { addMessage } from "./messages.ts";
import { barOf, canOf, type Own, ownStatements, toOwn, withVerified } from "./own.ts";
import { refusalOf, tooManyOpen } from "./refusals.ts";

/** The officers who see applicants: they change prospects, and see those of everybody. */
export const officersOf = ({
  organizationId,
  userId,
}: Pick<Actor, "organizationId" | "userId">): Holders<"prospects.write"> => ({
  permission: "prospects.write",
  users: sql`select ${members.userId} as id from ${roles} cross join ${members} on ${members.roleId} = ${roles.id}
      and ${members.status} = 'active' and ${members.userId} <> ${userId}
    where ${roles.organizationId} = ${organizationId} and ${roleHolds("prospects.write")}
      and ${roleHolds("prospects.read_all")}`,
});

export const staleError = ({ row, me }: Pick<Own, "row" | "me">): AppError =>
  errors.stale_version(
    { name: me.displayName },
    row ? { current: named(schema.admission, toAdmission(row, me.purgeDays)) } : {},
  );

const readOwn = async (context: MemberContext): Promise<Own> =>
  toOwn(context, await readBatch(context.db, [...ownStatements(context)]));

/** The statements that store what was typed as the caller's draft. */
export function storeDraft(
  { db, actor, now }: MemberContext,
  { open, newest }: Own,
  answers: schema.Answers,
  formNumber: number,
): Statement[] {
  const at = now.toISOString();
  if (open)
    return [
      db
        .update(admissions)
        .set({ answers, formNumber, version: sql`${admissions.version} + 1`, updatedAt: at })
        .where(sql`id = ${open.id} and status = 'draft'`),
    ];
  const { organizationId, userId } = actor;
  const draft = { organizationId, userId, formId: newest?.id ?? 0, formNumber, answers, corrections: {} };
  return [
    db
      .insert(admissions)
      .values({ ...draft, keptFrom: at, createdAt: at, updatedAt: at })
      .onConflictDoNothing(),
  ];
}

/**
 * Stores the caller's draft, as typed: nothing is checked but its size.
 * @throws AppError stale_version, invalid_input for another version of the form, applications_open, door_closed, door_blocked, apply_later
 */
export const saveDraft = (context: MemberContext, { answers, formNumber, version }: schema.DraftInput) =>
  retrying(async () => {
    const { db, actor, language } = context;
    const own = await readOwn(context);
    const { me, row, open, newest } = own;
    if (row?.status === "sent" || version !== (open?.version ?? 0)) throw staleError(own);
    // What was typed is kept where something else keeps it from being sent, and for who is a member meanwhile.
    const bar = barOf(own);
    if (bar) throw refusalOf(context, { me: { ...me, isMember: 0 }, unmet: [bar] });
    if (!newest) throw joiningErrors.door_closed();
    if (!open && me.open >= schema.OPEN_MOST) throw tooManyOpen();
    if (formNumber !== open?.formNumber && formNumber !== newest.number)
      throw invalidField("formNumber", language);
    const isSame = open && open.formNumber === formNumber && same(open.answers, answers);
    if (isSame) return toAdmission(open, me.purgeDays);
    const results = await write(db, [
      guard(isAsRead(open, actor.userId), async () => new Changed(staleError(own))),
      ...storeDraft(context, own, answers, formNumber),
      selectAdmissions(db, sql`${admissions.id} = ${newestOfUser(actor.userId)}`),
    ]);
    const [stored] = results.at(-1) as [AdmissionRow];
    return toAdmission(stored, me.purgeDays);
  });

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const isAsRead = (open: AdmissionRow | null | undefined, userId: number): SQL =>
  open
    ? sql`(select version from ${admissions} where id = ${open.id}) = ${open.version}`
    : sql`not exists (select 1 from ${admissions} where user_id = ${userId} and status in ('draft', 'sent'))`;

/** What a change of the caller's sent application sets, and what is written with it. */
type Change = { set: Partial<AdmissionRow>; steps: readonly (Guard | Statement)[] };

/** Changes the caller's sent application. @throws AppError application_ended, stale_version */
const changeSent = (
  context: MemberContext,
  version: number,
  make: (own: Own, row: AdmissionRow) => Change | null,
): Promise<schema.Admission> =>
  retrying(async () => {
    const { db, now } = context;
    const own = await readOwn(context);
    const { row, me } = own;
    if (row?.status !== "sent") throw joiningErrors.application_ended();
    if (row.version !== version) throw staleError(own);
    const change = make(own, row);
    if (!change) return toAdmission(row, me.purgeDays);
    const next = { ...change.set, version: row.version + 1, updatedAt: now.toISOString() };
    await write(db, [
      guard(isAsRead(row, row.userId), async () => new Changed(staleError(own))),
      db.update(admissions).set(next).where(sql`id = ${row.id}`),
      ...change.steps,
    ]);
    return toAdmission({ ...row, ...next }, me.purgeDays);
  });

const entityOf = (row: AdmissionRow, { me }: Own) => ({ id: row.prospectId, name: me.displayName });

/** The refusal of who takes no part in their sent application any more. */
const noPart = ({ me }: Own): AppError =>
  me.isBlocked ? joiningErrors.door_blocked() : joiningErrors.door_closed();

/**
 * Corrects the caller's sent application; both sides see what an answer was.
 * @throws AppError door_closed, door_blocked, invalid_input, as `changeSent`
 */
export const correctOwn = (context: MemberContext, { answers, version }: schema.CorrectInput) =>
  changeSent(context, version, (own, row) => {
    if (!canOf(own).correct || !own.content) throw noPart(own);
    const kept = validate(own.content, answers, { complete: true, language: context.language });
    const corrected = withVerified(kept, own.me.verifiedHandle);
    const ids = [...new Set([...Object.keys(row.answers), ...Object.keys(corrected)])];
    const changed = ids.filter((id) => !same(row.answers[id], corrected[id]));
    if (changed.length === 0) return null;
    const corrections = { ...row.corrections };
    for (const id of changed) {
      const was = corrections[id] ? corrections[id].was : (row.answers[id] ?? null);
      if (same(was, corrected[id] ?? null)) delete corrections[id];
      else corrections[id] = { was, at: context.now.toISOString() };
    }
    return {
      set: { answers: corrected, corrections },
      steps: [
        guardUnblocked(context, corrected),
        joiningAudit.write(context, { action: "admission.corrected", entity: entityOf(row, own) }),
        tellThread(context, sql`select ${row.id} as id`),
      ],
    };
  });

/** SQL condition: no other application of a prospect, or of those merged with it, is open. */
const isLastOf = (id: number, prospectId: number): SQL => sql`not exists (select 1 from ${admissions}
  where prospect_id in (${withMerged(sql`select ${keptProspect(sql`${prospectId}`)} as id`)}) and status = 'sent' and id <> ${id})`;

/** Takes the caller's sent application back and deletes its answers; the prospect becomes inactive. @throws AppError as `changeSent` */
export const withdrawOwn = (context: MemberContext, { version }: schema.WithdrawInput) =>
  changeSent(context, version, (own, row) => ({
    set: {
      ...{ status: "withdrawn", answers: {}, corrections: {} },
      ...{ decidedAt: context.now.toISOString(), decidedBy: own.me.displayName },
      keptFrom: context.now.toISOString(),
    },
    steps: [
      ...(row.prospectId === null
        ? []
        : withdrawApplicant(context, row.prospectId, isLastOf(row.id, row.prospectId))),
      joiningAudit.write(context, { action: "admission.withdrawn", entity: entityOf(row, own) }),
      tellThread(context, sql`select ${row.id} as id`),
    ],
  }));

/** Writes to the officers about the caller's sent application. @throws AppError application_ended, door_closed, door_blocked, messages_full */
export async function writeOwn(
  context: MemberContext,
  { text }: schema.MessageInput,
): Promise<schema.Message> {
  const { actor } = context;
  const own = await readOwn(context);
  const { row, me } = own;
  if (row?.status !== "sent") throw joiningErrors.application_ended();
  if (!canOf(own).write) throw noPart(own);
  const prospectId = keptProspect(sql`${row.prospectId}`);
  const assignee = sql`select ${members.userId} as id from ${prospects} cross join ${members}
    on ${members.id} = ${prospects.assignedTo} and ${members.status} = 'active' where ${prospects.id} = ${prospectId}`;
  const receivers: Holders<"prospects.write"> = {
    permission: "prospects.write",
    users: sql`${assignee} union select id from (${officersOf(actor).users}) where not exists (${assignee})`,
  };
  return addMessage(context, row, {
    text,
    isTheirs: true,
    steps: [
      ...notify(context, {
        ...joiningNotices.entry(
          receivers,
          "admission.message",
          sql`json_object('id', ${prospectId}, 'name', ${me.displayName})`,
        ),
        replaces: {
          organizationId: actor.organizationId,
          userId: 0,
          where: sql`details ->> 'id' = ${prospectId}`,
        },
      }),
      tellThread(context, sql`select ${row.id} as id`),
    ],
  });
}
