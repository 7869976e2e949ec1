import { type SQL, sql } from "drizzle-orm";
import type { ById, MemberContext, SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { guard } from "../../lib/guard.ts";
import { giveRole, memberErrors, members } from "../members/index.ts";
import { organizations, settingNumber } from "../settings/index.ts";
import { reviewsFor, TAKES_NOTHING } from "./teams.policy.ts";
import { type TeamApplicationRow, teamApplicationRecord } from "./teams.rows.ts";
import type { TeamApplication, TeamDecideInput, TeamWithdrawInput } from "./teams.schema.ts";
import { teamApplications, teams } from "./teams.table.ts";
import { teamErrors, teamNotices } from "./teams.texts.ts";

/** @throws AppError team_decided, team_taken_back */
function assertPending({ status, decidedBy }: TeamApplicationRow): void {
  if (status === "withdrawn") throw teamErrors.team_taken_back();
  if (status !== "pending") throw teamErrors.team_decided({ by: decidedBy ?? "" });
}

/**
 * Accepts another user's application, which gives them the team's role unless that would take something from them, and tells them.
 * @throws AppError not_found, team_own_application, team_not_reviewer, team_decided, team_taken_back, stale_version,
 *   member_inactive, outranked, role_not_yours
 */
export const acceptForTeam = (context: MemberContext, input: ById<TeamDecideInput>) =>
  decide(context, input, "accepted");

/** Declines another user's application, and tells them. @throws AppError as `acceptForTeam`, without those about the role */
export const declineForTeam = (context: MemberContext, input: ById<TeamDecideInput>) =>
  decide(context, input, "declined");

const decide = (
  context: MemberContext,
  { id, version, message: words }: ById<TeamDecideInput>,
  status: "accepted" | "declined",
): Promise<TeamApplication> =>
  teamApplicationRecord.edit(context, id, undefined, (row) => {
    const { actor, now } = context;
    const { teamId, userId, applicantName } = row;
    const team = row.teamName ?? "";
    if (userId === actor.userId) throw teamErrors.team_own_application();
    if (!reviewsFor(actor, row)) throw teamErrors.team_not_reviewer({ team });
    assertPending(row);
    teamApplicationRecord.assertVersion(context, row, version);
    const given = status === "accepted" ? acceptance(context, row) : NOTHING_GIVEN;
    return {
      // Who reviews, and which role is given, may have changed since.
      unchanged: [
        sql`(select reviewer_role_id from ${teams} where id = ${teamId}) is ${row.reviewerRoleId}`,
        sql`(select role_id from ${teams} where id = ${teamId}) is ${row.roleId}`,
      ],
      checkBefore: given.checkBefore,
      set: { status, message: words || null, decidedBy: actor.name, decidedAt: now.toISOString() },
      audit: [{ action: `team.${status}`, details: { applicant: applicantName } }],
      notices: [teamNotices.entry(userId, `team.${status}`, { id, teamId, team, by: actor.name })],
      writeAfter: given.writeAfter,
    };
  });

const NOTHING_GIVEN = { checkBefore: [], writeAfter: [] };

/** The guards and statements that give the team's role to an active member, unless that would take something from them. */
function acceptance(context: MemberContext, { userId, roleId, applicantName }: TeamApplicationRow) {
  const name = applicantName ?? "";
  const isActive = sql`exists (select 1 from ${members} where user_id = ${userId} and status = 'active')`;
  const active = guard(isActive, memberErrors.member_inactive({ name }));
  if (roleId === null) return { checkBefore: [active], writeAfter: [] };
  const given = giveRole(context, { id: userId, name }, sql`${roleId}`, TAKES_NOTHING);
  return { checkBefore: [active, ...given.checkBefore], writeAfter: given.writeAfter };
}

/** Takes the actor's own application back and deletes its answers. @throws AppError not_found, team_decided, team_taken_back, stale_version */
export const withdrawFromTeam = (context: MemberContext, { id, version }: ById<TeamWithdrawInput>) =>
  teamApplicationRecord.edit(context, id, undefined, (row) => {
    const { actor, now } = context;
    if (row.userId !== actor.userId) throw errors.not_found();
    assertPending(row);
    teamApplicationRecord.assertVersion(context, row, version);
    const at = now.toISOString();
    return {
      set: { status: "withdrawn", answers: {}, decidedAt: at, purgedAt: at },
      audit: [{ action: "team.withdrawn" }],
    };
  });

/** SQL query: the ids of declined applications whose answers have been kept for as long as their organization says. */
const due = (at: string): SQL => {
  const before = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${at}, '-' || ${settingNumber(organizations.id, "purge_days")} || ' days')`;
  return sql`select a.id from ${organizations} cross join ${teamApplications} a on a.organization_id = ${organizations.id}
    and a.decided_at < ${before} and a.status = 'declined' and a.purged_at is null`;
};

/** The statements that delete the answers of applications that were declined long ago; who applied and what was decided stays. */
export function purgeDeclined({ db, now }: SystemContext): Statement[] {
  const at = now.toISOString();
  return [
    db.run(sql`update ${teamApplications} set answers = '{}', message = null, purged_at = ${at}, updated_at = ${at},
      version = version + 1 where id in (${due(at)})`),
  ];
}
