import { and, asc, desc, eq, gte, inArray, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { nextTick } from "../../lib/crons.ts";
import type { Statement } from "../../lib/db/client.ts";
import { AppError, definedErrors } from "../../lib/errors.ts";
import type { Job } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import type { Language } from "../../lib/wire.schema.ts";
import {
  HEALTH_POINTS,
  type HealthCheck,
  type HealthReport,
  JOB_RUNS,
  type JobReport,
  type JobRun,
  SERVICES,
  type Service,
  type ServiceReport,
} from "./health.schema.ts";
import { healthHours, jobRuns } from "./health.table.ts";
import { healthErrors } from "./health.texts.ts";
import { insertCheck, look } from "./measure.ts";
import { DEPLOYMENT } from "./runs.ts";

const DAY_MS = 24 * 3_600_000;
const POINT_MS = DAY_MS / HEALTH_POINTS;

type Hour = { checks: HealthCheck[] };
type Run = typeof jobRuns.$inferSelect;

/** A job as the report names it. */
export type KnownJob = Pick<Job, "name" | "every">;

/** How everything is, out of what was measured and recorded; one round trip, which writes `first`. */
export async function getReport(
  context: Context,
  jobs: readonly KnownJob[],
  first: readonly Statement[] = [],
): Promise<HealthReport> {
  const { db, actor, now, language } = context;
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const all: KnownJob[] = [...jobs, { name: "upkeep", every: "daily" }];
  const ofUs = inArray(jobRuns.organizationId, [actor.organizationId, DEPLOYMENT]);
  const runsOf = ({ name }: KnownJob) =>
    db
      .select()
      .from(jobRuns)
      .where(and(ofUs, eq(jobRuns.name, name)))
      .orderBy(desc(jobRuns.scheduledAt))
      .limit(JOB_RUNS);
  const results = await write(db, [
    ...first,
    db
      .select({ checks: healthHours.checks })
      .from(healthHours)
      .where(
        and(eq(healthHours.organizationId, actor.organizationId), gte(healthHours.hour, since.slice(0, 13))),
      )
      .orderBy(asc(healthHours.hour)),
    ...all.map(runsOf),
  ]);
  const [hours, ...runs] = results.slice(first.length) as [Hour[], ...Run[][]];
  const checks = hours
    .flatMap((each) => each.checks)
    .filter(({ at }) => at >= since)
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  return {
    checkedAt: checks.at(-1)?.at ?? null,
    nextCheckAt: nextTick("health", now).toISOString(),
    services: SERVICES.map((service) => toService(service, checks, now)),
    jobs: all.map((job, at): JobReport => {
      const newest = (runs[at] ?? []).map((run) => toRun(run, language, now));
      return { ...job, nextAt: nextTick(job.every, now).toISOString(), runs: newest };
    }),
  };
}

/** What the checks of a day, oldest first, say of a service. */
export function toService(service: Service, checks: readonly HealthCheck[], now: Date): ServiceReport {
  // A check of an older version may know nothing of it.
  const measured = checks.flatMap(({ at, services }) => {
    const each = services[service];
    return each ? [{ at, ...each }] : [];
  });
  const counted = measured.filter(({ state }) => state !== "not_configured");
  const last = measured.at(-1);
  const other = measured.findLastIndex(({ state }) => state !== last?.state);
  const points = Array.from({ length: HEALTH_POINTS }, (_, at): ServiceReport["points"][number] => {
    const from = now.getTime() - DAY_MS + at * POINT_MS;
    const inside = counted.filter((each) => {
      const time = Date.parse(each.at);
      return time > from && time <= from + POINT_MS;
    });
    if (inside.length === 0) return null;
    if (inside.some(({ state }) => state === "down")) return "down";
    return Math.round(inside.reduce((sum, { ms }) => sum + (ms ?? 0), 0) / inside.length);
  });
  const up = counted.filter(({ state }) => state !== "down").length;
  const { at: _, ...found } = last ?? { at: "", state: "down", ms: null, why: null };
  return {
    service,
    last: last ? (found as ServiceReport["last"]) : null,
    since: measured[other + 1]?.at ?? null,
    uptime: counted.length ? up / counted.length : null,
    points,
  };
}

function toRun(run: Run, language: Language, now: Date): JobRun {
  const { startedAt, finishedAt, leaseUntil, counts } = run;
  const isLost = run.outcome === "running" && leaseUntil <= now.toISOString();
  const code = isLost ? "job_interrupted" : run.error;
  const entry = code === null ? undefined : definedErrors().get(code);
  return {
    outcome: isLost ? "failed" : run.outcome,
    startedAt,
    finishedAt: isLost ? leaseUntil : finishedAt,
    error: code !== null && entry ? new AppError(code, entry, { minutes: 1 }, {}).text(language) : code,
    counts: counts ?? {},
  };
}

/** Looks at everything now and answers how it is. @throws AppError checked_just_now within LOOK_SECONDS of the last look */
export async function checkNow(context: Context, jobs: readonly KnownJob[]): Promise<HealthReport> {
  const { db, actor } = context;
  const found = await look(context, actor.organizationId);
  if ("waitMs" in found) {
    const seconds = Math.ceil(found.waitMs / 1000);
    throw healthErrors.checked_just_now({ seconds }, { retryAfterSeconds: seconds });
  }
  const remember = insertCheck(db, actor.organizationId, found.check);
  return getReport({ ...context, now: new Date() }, jobs, [remember]);
}

/** Whether the database answers. */
export async function isUp({ db }: Pick<Context, "db">): Promise<boolean> {
  return db.get(sql`select 1 as answer`).then(
    () => true,
    () => false,
  );
}
