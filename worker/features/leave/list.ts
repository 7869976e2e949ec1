import { and, eq, gte } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { dayOf } from "../../lib/days.ts";
import { type Page, page } from "../../lib/page.ts";
import { seesAll } from "./leave.policy.ts";
import { type LeaveRow, selectLeaves, toLeave } from "./leave.rows.ts";
import type { Leave, LeaveListQuery } from "./leave.schema.ts";
import { leaves } from "./leave.table.ts";

/** Most leaves in one answer: each is read with a user, a member and a role. */
const LIMIT = 50;

/**
 * One page of the current and coming leaves that the reader may see, in order of their end.
 * @throws AppError invalid_input for a wrong cursor
 */
export async function listLeaves(context: MemberContext, query: LeaveListQuery): Promise<Page<Leave>> {
  const { actor, now, language } = context;
  const today = dayOf(now);
  const limit = Math.min(query.limit, LIMIT);
  const positionOf = ({ position }: LeaveRow) => position;
  const paging = page(
    { ...query, limit },
    { by: leaves.position, type: "string", positionOf, from: today },
    language,
  );
  const userId = query.userId ?? (seesAll(actor) ? undefined : actor.userId);
  const start =
    userId === undefined
      ? eq(leaves.organizationId, actor.organizationId)
      : and(eq(leaves.userId, userId), gte(leaves.to, today));
  const rows = await selectLeaves(context, and(start, paging.after))
    .orderBy(paging.order)
    .limit(paging.limit);
  return paging.toPage(rows, (row) => toLeave(row, context));
}
