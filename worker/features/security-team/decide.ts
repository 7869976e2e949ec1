import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ById, MemberContext } from "../../lib/context.ts";
import { dayOf } from "../../lib/days.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import {
  type ApplicationRow,
  contractApplications,
  detailedRecord,
  planDecision,
} from "../applications/index.ts";
import { giveRole, memberErrors, members } from "../members/index.ts";
import { roles } from "../roles/index.ts";
import { settingNumber } from "../settings/index.ts";
import { editDetails, isHeld } from "./details.ts";
import { selectApplications } from "./rows.ts";
import { assertReviewable, assertStaff } from "./security-team.policy.ts";
import {
  type ApplicationDetails,
  type ClearFlagInput,
  type DecisionInput,
  type DeleteInput,
  type HoldInput,
  REVIEWS,
} from "./security-team.schema.ts";
import {
  securityLooks,
  securityMessages,
  securityReviews,
  securityStates,
  securityTrials,
} from "./security-team.table.ts";
import { securityAudit, securityErrors, securityNotices } from "./security-team.texts.ts";
import { noteLook, noteState } from "./state.ts";

/** SQL value: the id of the team's role, null where none is chosen or it belongs to the administration by now. */
export const teamRole = (organizationId: number): SQL<number | null> =>
  sql`(select team.id from ${roles} team where team.id = ${settingNumber(organizationId, "security_role")}
    and team.organization_id = ${organizationId} and team.key is not 'administrator'
    and team.permissions not like '%"admin.%')`;

/** SQL condition: the actor is in the team or on trial, and cannot apply for it. */
export const isInTeam = ({ userId, organizationId }: MemberContext["actor"]): SQL =>
  sql`(exists (select 1 from ${members} where user_id = ${userId} and status = 'active'
      and role_id = ${teamRole(organizationId)})
    or exists (select 1 from ${securityTrials} where user_id = ${userId} and outcome is not 'ended'))`;

/** The guards of an application for the team (see `Attached` of applications). */
export const whenApplied = ({ actor }: MemberContext): Guard[] => [
  guard(sql`not ${isInTeam(actor)}`, securityErrors.security_member()),
];

/** Guards and statements of a decision (see `Attached` of applications): most reviewers agree; yes gives the role. */
export function whenDecided(
  context: MemberContext,
  row: ApplicationRow,
  status: "accepted" | "declined",
  weeks?: number,
) {
  const { actor } = context;
  const { id, userId, message } = row;
  const wanted = status === "declined" ? sql`verdict = 'decline'` : sql`verdict <> 'decline'`;
  const isWanted = sql`(select count(*) from ${securityReviews} where application_id = ${id} and ${wanted}) >= ${REVIEWS}`;
  const details = { id, by: actor.name, subject: "Security Team", message };
  const given = status === "accepted" ? acceptance(context, row, weeks) : { checkBefore: [], writeAfter: [] };
  return {
    checkBefore: [guard(isWanted, securityErrors.security_undecided()), ...given.checkBefore],
    writeAfter: [...given.writeAfter, ...noteLook(context, id)],
    notices: [securityNotices.entry(userId, `security.${status}`, details)],
  };
}

/** The guards and statements of accepting: the team's role, unless the member's own is higher, and the trial or its end. */
function acceptance(context: MemberContext, row: ApplicationRow, weeks?: number) {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const { id, userId, applicantName: name } = row;
  const role = teamRole(organizationId);
  const applicant = { id: userId, name: name ?? "" };
  const given = giveRole(context, applicant, role, sql`previous.priority <= roles.priority`);
  const isActive = sql`exists (select 1 from ${members} where user_id = ${userId} and status = 'active')`;
  const today = dayOf(now);
  const days =
    weeks === undefined
      ? sql`7 * ${settingNumber(organizationId, "security_trial_weeks")}`
      : sql`${7 * weeks}`;
  return {
    checkBefore: [
      guard(sql`${role} is not null`, securityErrors.security_role_missing()),
      guard(isActive, memberErrors.member_inactive({ name: applicant.name })),
      ...given.checkBefore,
    ],
    writeAfter: [
      // Before the role is given, since it stores the previous one.
      db.run(sql`insert into ${securityTrials} (organization_id, user_id, application_id, from_day, ends_on, outcome,
          role_id, previous_role_id, updated_at)
        select ${organizationId}, ${userId}, ${id}, ${today}, date(${today}, cast(${days} as integer) || ' days'),
          ${weeks === 0 ? "confirmed" : null}, ${role}, (select previous.id ${given.changed}), ${now.toISOString()}
        where true on conflict (user_id) do update set application_id = excluded.application_id,
          from_day = excluded.from_day, ends_on = excluded.ends_on, outcome = excluded.outcome, role_id = excluded.role_id,
          previous_role_id = coalesce(excluded.previous_role_id, previous_role_id), reminders = 0,
          updated_at = excluded.updated_at, version = version + 1`),
      ...given.writeAfter,
    ],
  };
}

/** The statements that delete data beside applications that lose their answers. */
export const whenForgotten = (db: Db, ids: SQL): Statement[] => [
  db.run(sql`delete from ${securityMessages} where application_id in (${ids})`),
  db.run(sql`delete from ${securityReviews} where application_id in (${ids})`),
  db.run(sql`delete from ${securityLooks} where application_id in (${ids})`),
  db.run(sql`delete from ${securityStates} where id in (${ids})`),
];

/**
 * Decides on an application as most of its reviewers advise, and tells the applicant.
 * @throws AppError not_found, stale_version, application_self, forbidden, application_decided, security_undecided,
 * security_role_missing, member_inactive, outranked, role_not_yours
 */
export const decideApplication = (
  context: MemberContext,
  { id, version, decision, trialWeeks, message }: ById<DecisionInput>,
): Promise<ApplicationDetails> =>
  editDetails(context, id, version, (row) => {
    assertReviewable(context, row);
    const status = decision === "decline" ? "declined" : "accepted";
    return planDecision(context, row, status, { message }, decision === "trial" ? trialWeeks : 0);
  });

/** Puts an application on hold, and tells its applicant why. @throws AppError as `decideApplication`, security_held */
export const holdApplication = (context: MemberContext, { id, version, reason }: ById<HoldInput>) =>
  editDetails(context, id, version, (row) => {
    assertReviewable(context, row);
    if (isHeld(row)) throw securityErrors.security_held();
    return {
      ...changed(context, row, "security.held", [noteState(context, id, { step: "held", words: reason })]),
      notices: [securityNotices.entry(row.userId, "security.held", { id })],
    };
  });

/** Ends a hold. @throws AppError as `holdApplication`, security_not_held */
export const resumeApplication = (
  context: MemberContext,
  { id, version }: ById<{ version?: number | undefined }>,
) =>
  editDetails(context, id, version, (row) => {
    assertReviewable(context, row);
    if (!isHeld(row)) throw securityErrors.security_not_held();
    return changed(context, row, "security.resumed", [noteState(context, id, { step: "resumed" })]);
  });

/** The plan of a change stored beside the application; it raises the application's version. */
const changed = (
  context: MemberContext,
  { id, applicantName: name }: ApplicationRow,
  action: "security.held" | "security.resumed",
  writeAfter: Statement[],
) => ({
  set: {},
  audit: [],
  writeAfter: [securityAudit.write(context, { action, entity: { id, name } }), ...writeAfter],
});

/** Clears a flag of an application with a remark, which is kept. @throws AppError not_found, application_self, forbidden */
export const clearFlag = (context: MemberContext, { id, kind: flag, word }: ById<ClearFlagInput>) =>
  editDetails(context, id, undefined, (row) => {
    assertReviewable(context, row);
    if (row.cleared?.[flag]?.word === word) return null;
    const cleared = { [flag]: { by: context.actor.name, word, at: context.now.toISOString() } };
    const entity = { id, name: row.applicantName };
    return {
      audit: [],
      writeAfter: [
        securityAudit.write(context, { action: "security.flag_cleared", entity, details: { flag } }),
        noteState(context, id, { cleared }),
      ],
    };
  });

/** Applications as administrators delete them, with or without permission to read them. */
const deletedRecord = detailedRecord({
  select(context, which) {
    const { organizationId } = contractApplications;
    const isOurs = sql`${which} and ${organizationId} = ${context.actor.organizationId}`;
    return selectApplications(context, isOurs, true);
  },
  answers: z.object({ id: z.number() }),
  present: ({ id }) => ({ id }),
});

/** Deletes another user's application with all data about it. @throws AppError not_found, application_self */
export const removeApplication = (context: MemberContext, { id, reason }: ById<DeleteInput>): Promise<void> =>
  deletedRecord.remove(context, id, ({ userId, applicantName: name }) => {
    assertStaff(context, { userId });
    const entity = { id, name };
    return {
      audit: [],
      writeAfter: [securityAudit.write(context, { action: "security.deleted", entity, details: { reason } })],
    };
  });
