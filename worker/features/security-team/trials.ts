import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { ById, Context, MemberContext, SystemContext } from "../../lib/context.ts";
import { addDays, countDays, dayOf } from "../../lib/days.ts";
import type { Statement } from "../../lib/db/client.ts";
import { record } from "../../lib/record.ts";
import { invalidField } from "../../lib/validation.ts";
import { reviews } from "../applications/index.ts";
import { changeRoles, giveRole, holdersOf, members, systemRoleId } from "../members/index.ts";
import { roles } from "../roles/index.ts";
import { organizations } from "../settings/index.ts";
import { users } from "../users/index.ts";
import { personOf } from "./rows.ts";
import { isStaff } from "./security-team.policy.ts";
import { REMIND_DAYS, type Trial, type TrialInput, trial } from "./security-team.schema.ts";
import { securityTrials } from "./security-team.table.ts";
import { securityAudit, securityErrors, securityNotices } from "./security-team.texts.ts";
import { noteState } from "./state.ts";

/** The statement that reads people of the team, on trial or not. */
export const selectTrials = ({ db, actor }: Context, which: SQL) =>
  db
    .select({
      ...getTableColumns(securityTrials),
      name: users.displayName,
      discordId: users.discordId,
      avatar: users.avatar,
    })
    .from(securityTrials)
    .innerJoin(users, eq(users.id, securityTrials.userId))
    .where(sql`${securityTrials.organizationId} = ${actor.organizationId} and ${which}`);

type TrialRow = Awaited<ReturnType<ReturnType<typeof selectTrials>["execute"]>>[number];

export const toTrial = (row: TrialRow, context: Pick<Context, "actor">): Trial => ({
  ...row,
  member: personOf(row),
  from: row.fromDay,
  can: { decide: row.outcome === null && isStaff(context, row) },
});

const trialRecord = record({
  table: securityTrials,
  select: (context, which) => selectTrials(context, reviews(context.actor) ? which : sql`false`),
  answers: trial,
  present: toTrial,
  nameOf: ({ name }) => name,
  audit: securityAudit,
});

/** SQL value: the role of a member after their trial: the one before it, else the default role of members. */
const roleAfter = (organizationId: number, previousRoleId: number | SQL | null): SQL =>
  sql`coalesce((select earlier.id from ${roles} earlier where earlier.id = ${previousRoleId}),
    ${systemRoleId(organizationId, "member")})`;

/**
 * Confirms a member, or extends or ends their trial; ending takes the team's role away. Members do not decide on their own.
 * @throws AppError not_found, stale_version, security_trial_own, security_trial_over, invalid_input without the required weeks
 * or reason, outranked, role_not_yours
 */
export const decideTrial = (
  context: MemberContext,
  { id, version, outcome, weeks, reason }: ById<TrialInput>,
): Promise<Trial> =>
  trialRecord.edit(context, id, version, (row) => {
    const { actor, now, language } = context;
    const { userId, applicationId, name } = row;
    if (userId === actor.userId) throw securityErrors.security_trial_own();
    if (row.outcome !== null) throw securityErrors.security_trial_over({ name });
    if (outcome === "extend" && !weeks) throw invalidField("weeks", language, "required");
    if (outcome === "end" && !reason) throw invalidField("reason", language, "required");
    const today = dayOf(now);
    const endsOn = addDays(countDays(row.endsOn, today) > 1 ? today : row.endsOn, 7 * (weeks ?? 0));
    const done = outcome === "confirm" ? "confirmed" : outcome === "extend" ? "extended" : "ended";
    const role = roleAfter(actor.organizationId, row.previousRoleId);
    const back = giveRole(context, { id: userId, name }, role, sql`previous.id = ${row.roleId}`);
    const words = outcome === "end" ? (reason ?? null) : null;
    return {
      set: done === "extended" ? { endsOn, reminders: 0 } : { outcome: done },
      audit: [
        {
          action: `security.trial_${done}`,
          entity: { id: applicationId, name },
          details: done === "extended" ? { fromEndsOn: row.endsOn, toEndsOn: endsOn } : null,
        },
      ],
      notices: [
        securityNotices.entry(userId, `security.trial_${done}`, {
          id: applicationId,
          by: actor.name,
          endsOn,
          reason: words,
        }),
      ],
      writeAfter: [
        ...(done === "ended" ? back.writeAfter : []),
        noteState(context, applicationId, { step: done, words }),
      ],
      checkBefore: done === "ended" ? back.checkBefore : [],
    };
  });

/** The statements that end the trials of members who become inactive, with the role from before. */
export function endWithMembership(context: Context, userIds: SQL | number): Statement[] {
  const { organizationId } = context.actor;
  const isOnTrial = sql`${securityTrials.userId} in (${userIds}) and ${securityTrials.outcome} is null`;
  const changed = sql`from ${securityTrials}
    cross join ${members} on members.user_id = ${securityTrials.userId} and members.role_id = ${securityTrials.roleId}
    join ${users} on users.id = members.user_id
    join ${roles} previous on previous.id = members.role_id
    join ${roles} on roles.id = ${roleAfter(organizationId, sql`${securityTrials.previousRoleId}`)}
    where ${isOnTrial}`;
  return [
    ...changeRoles(context, changed, "person"),
    context.db.run(sql`delete from ${securityTrials} where ${isOnTrial}`),
  ];
}

/** Most trials in one run of reminders; the next day's run continues. */
const REMINDED_AT_ONCE = 100;

type Due = {
  id: number;
  organizationId: number;
  userId: number;
  applicationId: number;
  endsOn: string;
  name: string;
};

/** The statements that remind reviewers of trials, once some days before the end and once on the last day. */
export async function remindOfTrials(context: SystemContext): Promise<Statement[]> {
  const { db, now } = context;
  const today = dayOf(now);
  const reached = sql`iif(t.ends_on <= ${today}, 2, 1)`;
  const due = await db.all<Due>(sql`select t.id, t.organization_id as organizationId, t.user_id as userId,
      t.application_id as applicationId, t.ends_on as endsOn, u.display_name as name
    from ${organizations} o cross join ${securityTrials} t on t.organization_id = o.id and t.outcome is null
      and t.ends_on <= ${addDays(today, REMIND_DAYS)} and t.reminders < ${reached}
    cross join ${users} u on u.id = t.user_id order by t.ends_on limit ${REMINDED_AT_ONCE}`);
  return due.flatMap(({ id, applicationId, endsOn, name, ...member }) => [
    ...securityNotices.write(context, holdersOf(member, "security.review"), "security.trial_ends", {
      id: applicationId,
      applicant: name,
      endsOn,
    }),
    db.run(sql`update ${securityTrials} set reminders = ${endsOn <= today ? 2 : 1} where id = ${id}`),
  ]);
}
