import { eq, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { Changed, guard, newest } from "../../lib/guard.ts";
import { forms, guardSentFew, validate } from "../forms/index.ts";
import { holdersOf, members } from "../members/index.ts";
import { hindranceOf } from "./teams.policy.ts";
import { selectOwn, selectTeams, teamApplicationRecord, teamRecord, withOwn } from "./teams.rows.ts";
import { OPEN_MOST, type TeamApplication, type TeamApplyInput } from "./teams.schema.ts";
import { teamApplications, teams } from "./teams.table.ts";
import { teamErrors, teamNotices } from "./teams.texts.ts";

/** SQL query: the ids of the users who are told of an application, without the actor. */
const reviewersOf = (actor: Actor, reviewerRoleId: number | null) =>
  reviewerRoleId === null
    ? holdersOf(actor, "admin.system").users
    : sql`select ${members.userId} as id from ${members} where ${members.roleId} = ${reviewerRoleId}
        and ${members.status} = 'active' and ${members.userId} is not ${actor.userId}`;

/**
 * Applies to a team by the version of its form that is asked now.
 * @throws AppError not_found, team_applied, team_joined, team_closed, team_form_changed, invalid_input, team_open_most,
 * applications_often
 */
export const applyToTeam = (
  context: MemberContext,
  { teamId, formNumber, answers: given }: TeamApplyInput,
): Promise<TeamApplication> =>
  teamApplicationRecord.create(context, async () => {
    const { db, actor, now, language } = context;
    const { organizationId, userId } = actor;
    const [[read], own] = await readBatch(db, [
      selectTeams(context, eq(teams.id, teamId)),
      selectOwn(context, sql`t.id = ${teamId}`),
    ]);
    if (!read) throw errors.not_found();
    const row = withOwn(read, [own]);
    const { name, formId, liveNumber, content, reviewerRoleId } = row;
    const hindrance = hindranceOf(actor, { team: row, newest: row.own });
    if (hindrance) throw teamErrors[`team_${hindrance}`]({ team: name });
    if (formNumber !== liveNumber || content === null) throw teamErrors.team_form_changed();
    const answers = validate(content, given, { complete: true, language });
    const at = now.toISOString();
    const changed = new Changed(errors.stale_version({ name }));
    const isAsked = sql`(select live_number from ${forms} where id = ${formId}) = ${formNumber}`;
    const areFew = sql`(select count(*) from ${teamApplications} where user_id = ${userId} and status = 'pending') < ${OPEN_MOST}`;
    const details = sql`json_set(${JSON.stringify({ applicant: actor.name, team: name, teamId })},
      '$.id', ${newest(teamApplications)})`;
    return {
      name,
      values: {
        ...{ organizationId, teamId, userId, formNumber, answers },
        ...{ createdAt: at, updatedAt: at },
      },
      audit: [{ action: "team.applied" }],
      checkBefore: [
        guard(sql`${teamRecord.isUnchanged(context, row)} and ${isAsked}`, changed),
        guardSentFew(
          context,
          sql`select created_at as at from ${teamApplications} where user_id = ${userId} and team_id = ${teamId} order by id desc`,
        ),
        guard(areFew, teamErrors.team_open_most({ most: OPEN_MOST })),
      ],
      notices: [teamNotices.entry(reviewersOf(actor, reviewerRoleId), "team.applied", details)],
      taken: { "team_applications.user_id": teamErrors.team_applied({ team: name }) },
    };
  });
