import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import { addDays } from "../../lib/days.ts";
import type { Db } from "../../lib/db/client.ts";
import { aliased } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import type { Id } from "../../lib/record-kind.ts";
import { type Counted, type FormContent, forms, formVersions } from "../forms/index.ts";
import { members } from "../members/index.ts";
import { roles } from "../roles/index.ts";
import { settingNumber } from "../settings/index.ts";
import { users } from "../users/index.ts";
import {
  editsTeams,
  hindranceOf,
  isReviewedBy,
  keepsOwnRole,
  reviewsFor,
  seesApplication,
  seesTeam,
  TAKES_NOTHING,
} from "./teams.policy.ts";
import { COUNTED_MOST, type Team, type TeamApplication, team, teamApplication } from "./teams.schema.ts";
import { teamApplications, teams } from "./teams.table.ts";
import { teamAudit } from "./teams.texts.ts";

/** The statement that reads applications to teams that the actor may see, with what they answer. */
export const selectApplications = ({ db, actor }: Context, which: SQL) =>
  db
    .select({
      ...getTableColumns(teamApplications),
      teamName: aliased(teams.name, "team_name"),
      ...{ reviewerRoleId: teams.reviewerRoleId, roleId: teams.roleId },
      applicantName: aliased(users.displayName, "applicant_name"),
      applicantAvatar: aliased(users.avatar, "applicant_avatar"),
      applicantDiscordId: aliased(users.discordId, "applicant_discord_id"),
      gives: sql<
        string | null
      >`(select roles.name from ${members} join roles previous on previous.id = members.role_id
        join roles on roles.id = ${teams.roleId} and roles.id <> previous.id
        where members.user_id = ${users.id} and ${TAKES_NOTHING})`.as("gives"),
      content: formVersions.content,
      purgeDays: settingNumber(sql`${actor.organizationId}`, "purge_days").as("purge_days"),
    })
    .from(teamApplications)
    .innerJoin(teams, eq(teams.id, teamApplications.teamId))
    .innerJoin(users, eq(users.id, teamApplications.userId))
    .innerJoin(
      formVersions,
      and(eq(formVersions.formId, teams.formId), eq(formVersions.number, teamApplications.formNumber)),
    )
    .where(and(which, seesApplication(actor)));

export type TeamApplicationRow = Awaited<
  ReturnType<ReturnType<typeof selectApplications>["execute"]>
>[number];

export function toApplication(row: TeamApplicationRow, { actor }: Pick<Context, "actor">): TeamApplication {
  const { userId, status, decidedAt, purgedAt, purgeDays } = row;
  const isPending = status === "pending";
  const isKept = status === "declined" && decidedAt !== null && purgedAt === null;
  const decides = isPending && userId !== actor.userId && reviewsFor(actor, row);
  return {
    ...row,
    teamName: row.teamName ?? "",
    applicant: {
      userId,
      displayName: row.applicantName ?? "",
      avatarUrl: avatarUrl(row.applicantDiscordId, row.applicantAvatar),
    },
    isPurged: purgedAt !== null,
    purgedOn: isKept ? addDays(decidedAt.slice(0, 10), purgeDays + 1) : null,
    gives: decides ? row.gives : null,
    can: {
      decide: decides,
      withdraw: isPending && userId === actor.userId,
    },
  };
}

export const teamApplicationRecord = record({
  table: teamApplications,
  select: selectApplications,
  answers: teamApplication,
  present: toApplication,
  nameOf: ({ teamName }) => teamName ?? "",
  audit: teamAudit,
});

/** SQL: the ids of the actor's newest applications, one for each team. @param which of the rows of `t`, teams */
export const newestOwn = ({ actor }: Context, which: SQL): SQL =>
  sql`(select (select max(mine.id) from ${teamApplications} mine where mine.user_id = ${actor.userId} and mine.team_id = t.id)
    from ${teams} t where t.organization_id = ${actor.organizationId} and ${which})`;

export const selectOwn = (context: Context, which: SQL) =>
  selectApplications(context, sql`${teamApplications.id} in ${newestOwn(context, which)}`);

const reviewerRoles = alias(roles, "reviewer_roles");
const parsed = (text: string) => JSON.parse(text) as FormContent;

/** The statement that reads teams that the actor sees, with what their forms ask and how many applications wait. */
export function selectTeams({ db, actor }: Context, which: SQL = sql`true`) {
  const waiting = sql`(select count(*) from (select 1 from ${teamApplications} w where w.team_id = ${teams.id}
    and w.status = 'pending' and w.user_id is not ${actor.userId} limit ${COUNTED_MOST}))`;
  return db
    .select({
      ...getTableColumns(teams),
      ...{ formKey: forms.key, liveNumber: forms.liveNumber },
      content: sql<FormContent | null>`${formVersions.content}`.mapWith(parsed).as("content"),
      reviewerRole: aliased(reviewerRoles.name, "reviewer_role"),
      role: aliased(roles.name, "role"),
      keepsOwn: sql<boolean>`iif(${teams.roleId} is null, false, ${keepsOwnRole(actor)})`
        .mapWith(Boolean)
        .as("keeps_own"),
      waiting: sql<number | null>`iif(${isReviewedBy(actor)}, ${waiting}, null)`.as("waiting"),
    })
    .from(teams)
    .innerJoin(forms, eq(forms.id, teams.formId))
    .leftJoin(formVersions, and(eq(formVersions.formId, forms.id), eq(formVersions.number, forms.liveNumber)))
    .leftJoin(reviewerRoles, eq(reviewerRoles.id, teams.reviewerRoleId))
    .leftJoin(roles, eq(roles.id, teams.roleId))
    .where(and(which, seesTeam(actor, sql`${forms.liveNumber}`)));
}

type Read = Awaited<ReturnType<ReturnType<typeof selectTeams>["execute"]>>[number];
export type TeamRow = Read & { own: TeamApplicationRow | null };

/** A team with the actor's newest application to it, of the result of `selectOwn`. */
export const withOwn = (read: Read, [found]: readonly unknown[]): TeamRow => ({
  ...read,
  own: (found as TeamApplicationRow[]).find(({ teamId }) => teamId === read.id) ?? null,
});

const nameOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });

export function toTeam(row: TeamRow, context: Context): Team {
  const { actor } = context;
  const { liveNumber, content, own } = row;
  const edit = editsTeams(actor);
  return {
    ...row,
    form: liveNumber === null || content === null ? null : { id: row.formId, number: liveNumber, content },
    own: own && toApplication(own, context),
    setup: edit
      ? {
          formKey: row.formKey,
          reviewerRole: nameOf(row.reviewerRoleId, row.reviewerRole),
          role: nameOf(row.roleId, row.role),
        }
      : null,
    can: {
      apply: actor.memberId !== null && hindranceOf(actor, { team: row, newest: own }) === null,
      review: reviewsFor(actor, row),
      edit,
    },
  };
}

export const teamRecord = record({
  table: teams,
  select: selectTeams,
  parts: (context, id: Id | SQL) => [selectOwn(context, sql`t.id = ${id}`)],
  join: withOwn,
  answers: team,
  present: toTeam,
  nameOf: ({ name }) => name,
  audit: teamAudit,
});

/** The statement that counts who answered each version of the teams' forms. */
export const countTeams = (db: Db, organizationId: number) =>
  db.all<Counted>(sql`select t.form_id as formId, a.number, a.answered, 0 as filling
    from (select team_id, form_number as number, count(*) as answered from ${teamApplications}
        where organization_id = ${organizationId} group by team_id, form_number) a
      cross join ${teams} t on t.id = a.team_id`);
