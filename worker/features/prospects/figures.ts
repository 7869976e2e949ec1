import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { seesOwnOnly } from "./prospects.policy.ts";
import { PROSPECT_STATUSES, type ProspectStatus } from "./prospects.schema.ts";
import { assigneeTotals, prospects, prospectTotals } from "./prospects.table.ts";
import { urgentUntil } from "./read.ts";

/**
 * The statements of the pipeline's figures, for a batch; `toPipelineFigures` puts their answers together.
 * Totals come from what triggers keep; only prospects that are due are counted.
 */
export function selectPipelineFigures({ db, actor, now }: UserContext) {
  const { organizationId } = actor;
  const memberId = actor.memberId ?? -1;
  const isDue = and(
    eq(prospects.organizationId, organizationId),
    lt(prospects.position, `${urgentUntil(now)}!`),
    seesOwnOnly(actor)
      ? and(eq(prospects.assignedTo, memberId), inArray(prospects.stage, ["onboarding", "active"]))
      : ne(prospects.status, "inactive"),
  );
  return [
    db
      .select({
        overdue: sql<number>`coalesce(sum(${prospects.deadline} < ${now.toISOString()} and ${prospects.assignedTo} is not null), 0)`,
        urgent: sql<number>`count(*)`,
      })
      .from(prospects)
      .where(isDue),
    db.select().from(prospectTotals).where(eq(prospectTotals.organizationId, organizationId)),
    db
      .select()
      .from(assigneeTotals)
      .where(and(eq(assigneeTotals.organizationId, organizationId), eq(assigneeTotals.memberId, memberId))),
  ] as const;
}

type Answers = {
  -readonly [At in keyof ReturnType<typeof selectPipelineFigures>]: Awaited<
    ReturnType<typeof selectPipelineFigures>[At]
  >;
};

/** The pipeline in figures, as far as the reader sees it. */
export function toPipelineFigures(
  { actor }: UserContext,
  [due]: Answers[0],
  totals: Answers[1],
  own: Answers[2],
) {
  const pipeline = Object.fromEntries(PROSPECT_STATUSES.map((status) => [status, 0])) as Record<
    ProspectStatus,
    number
  >;
  const isHidden = (status: ProspectStatus) => status === "intro" || status === "intro_completed";
  const counted = seesOwnOnly(actor) ? own.filter(({ status }) => !isHidden(status)) : totals;
  for (const { status, count } of counted) pipeline[status] += count;
  return {
    overdue: due?.overdue ?? 0,
    urgent: due?.urgent ?? 0,
    pipeline,
    /** Of the organization, whoever the reader is. */
    activeInDiscord: totals.find(({ status, inDiscord }) => status === "active" && inDiscord)?.count ?? 0,
  };
}
