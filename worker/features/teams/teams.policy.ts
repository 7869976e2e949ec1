import { or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { roles } from "../roles/index.ts";
import { teamApplications, teams } from "./teams.table.ts";

/** Whether the actor edits teams, and so may review for any of them. */
export const editsTeams = ({ permissions }: Actor): boolean => permissions.has("admin.system");

/** The role that makes the actor a reviewer; null for none, which is what held-back people and former members have. */
const roleOf = (actor: Actor): number | null =>
  actor.memberId !== null && "role" in actor ? (actor.role?.id ?? null) : null;

/** Whether the actor reviews for a team: its role's holders and those who edit teams do. */
export const reviewsFor = (actor: Actor, { reviewerRoleId }: { reviewerRoleId: number | null }): boolean =>
  editsTeams(actor) || (reviewerRoleId !== null && reviewerRoleId === roleOf(actor));

/** SQL condition: the same of the row of a team. */
export const isReviewedBy = (actor: Actor): SQL =>
  editsTeams(actor) ? sql`true` : sql`${teams.reviewerRoleId} = ${roleOf(actor)}`;

/** SQL condition: a role that a team gives, `roles`, is not below the one held, `previous`, and has all of its permissions. */
export const TAKES_NOTHING: SQL = sql`previous.priority <= roles.priority and not exists (
  select 1 from json_each(previous.permissions) held
  where held.value not in (select value from json_each(roles.permissions)))`;

/** SQL condition: the actor keeps their own role when the team of a row, joined with its role, accepts them. */
export const keepsOwnRole = (actor: Actor): SQL =>
  sql`exists (select 1 from ${roles} previous where previous.id = ${roleOf(actor)} and not (${TAKES_NOTHING}))`;

/** SQL condition: the actor sees an application joined with its team: their own, or one that they review. */
export const seesApplication = (actor: Actor): SQL =>
  sql`(${teamApplications.organizationId} = ${actor.organizationId}
    and ${or(sql`${teamApplications.userId} = ${actor.userId}`, isReviewedBy(actor))})`;

/** SQL condition: the actor has applied to the team of a row. */
const hasApplied = (actor: Actor): SQL =>
  sql`exists (select 1 from ${teamApplications} mine where mine.user_id = ${actor.userId} and mine.team_id = ${teams.id})`;

/** SQL condition: the actor sees the team of a row joined with the live version of its form. */
export const seesTeam = (actor: Actor, liveNumber: SQL): SQL =>
  sql`(${teams.organizationId} = ${actor.organizationId} and (${isReviewedBy(actor)}
    or (${teams.isOpen} and ${liveNumber} is not null) or ${hasApplied(actor)}))`;

/** What of a team and of somebody's newest application decides on whether they may apply. */
type Applying = {
  team: { isOpen: boolean; roleId: number | null; keepsOwn: boolean; liveNumber: number | null };
  newest: { status: string } | null;
};

/** Why the actor may not apply; null where they may. Who was accepted may apply again once they lost the role. */
export function hindranceOf(
  actor: Actor,
  { team, newest }: Applying,
): "closed" | "applied" | "joined" | null {
  if (newest?.status === "pending") return "applied";
  const isAccepted = newest?.status === "accepted" && (team.roleId === null || team.keepsOwn);
  const isIn = isAccepted || (team.roleId !== null && team.roleId === roleOf(actor));
  if (isIn) return "joined";
  return team.isOpen && team.liveNumber !== null ? null : "closed";
}
