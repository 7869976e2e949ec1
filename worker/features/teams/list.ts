import { asc, eq, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { type Page, page } from "../../lib/page.ts";
import { isReviewedBy } from "./teams.policy.ts";
import {
  selectApplications,
  selectOwn,
  selectTeams,
  type TeamApplicationRow,
  toApplication,
  toTeam,
  withOwn,
} from "./teams.rows.ts";
import type { Team, TeamApplication, TeamListQuery } from "./teams.schema.ts";
import { teamApplications, teams } from "./teams.table.ts";

/** Most applications in one answer, since each comes with its questions. */
const MOST = 20;

/** Lists the teams that the reader may apply to, has applied to or reviews for, the oldest first. */
export async function listTeams(context: MemberContext): Promise<Team[]> {
  const [found, own] = await readBatch(context.db, [
    selectTeams(context).orderBy(asc(teams.id)),
    selectOwn(context, sql`true`),
  ]);
  return found.map((each) => toTeam(withOwn(each, [own]), context));
}

const SHOWN = {
  open: { which: sql`${teamApplications.status} = 'pending'`, direction: "asc" },
  decided: { which: sql`${teamApplications.status} in ('accepted', 'declined')`, direction: "desc" },
} as const;

/**
 * One page of others' applications to a team: those that wait, the oldest first, or those that were decided, the newest first.
 * @throws AppError not_found for a team that the actor does not review for
 */
export async function listApplications(
  context: MemberContext,
  { id: teamId, show, limit, cursor }: ById<TeamListQuery>,
): Promise<Page<TeamApplication>> {
  const { db, actor, language } = context;
  const { which, direction } = SHOWN[show];
  const positionOf = ({ id }: TeamApplicationRow) => id;
  const order = page(
    { limit: Math.min(limit, MOST), cursor },
    { by: teamApplications.id, direction, positionOf },
    language,
  );
  const [[reviewed], rows] = await readBatch(db, [
    db
      .select({ id: teams.id })
      .from(teams)
      .where(
        sql`${eq(teams.id, teamId)} and ${teams.organizationId} = ${actor.organizationId} and ${isReviewedBy(actor)}`,
      ),
    selectApplications(
      context,
      sql`${teamApplications.teamId} = ${teamId} and ${which} and ${order.after ?? sql`true`}
        and +${teamApplications.userId} <> ${actor.userId}`,
    )
      .orderBy(order.order)
      .limit(order.limit),
  ]);
  if (!reviewed) throw errors.not_found();
  return order.toPage(rows, (row) => toApplication(row, context));
}
