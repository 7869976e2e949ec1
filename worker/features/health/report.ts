import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import type { MemberContext, SystemContext } from "../../lib/context.ts";
import { nextTick } from "../../lib/crons.ts";
import type { Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AppError, definedErrors } from "../../lib/errors.ts";
import { rootOf } from "../../lib/fault.ts";
import type { Job } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import { VERSION } from "../../lib/version.ts";
import type { Language } from "../../lib/wire.schema.ts";
import {
  HEALTH_POINTS,
  type HealthCheck,
  type HealthReport,
  JOB_RUNS,
  type JobRun,
  type Release,
  SERVICES,
  type Service,
  type ServiceReport,
  type UpOrDown,
} from "./health.schema.ts";
import { healthHours, jobRuns } from "./health.table.ts";
import { healthErrors } from "./health.texts.ts";
import { insertCheck, look } from "./measure.ts";
import { isNewer, selectRelease } from "./releases.ts";
import { DEPLOYMENT } from "./runs.ts";
import { type SlowRow, selectSlowRoutes, toSlowRoute } from "./slow.ts";

const DAY_MS = 24 * 3_600_000;
/** Time between two measurements of the job. */
const CHECK_MS = 5 * 60_000;
const POINT_MS = DAY_MS / HEALTH_POINTS;

type Run = typeof jobRuns.$inferSelect;

export type KnownJob = Pick<Job, "name" | "title" | "every" | "isOn">;

/** The job of the whole deployment. */
const UPKEEP: KnownJob = { name: "upkeep", title: { en: "Upkeep", da: "Oprydning" }, every: "daily" };

/** Reports all services and jobs in one round trip, which runs the statements of `first` before. */
export async function getReport(
  { db, env, actor, now, language }: MemberContext,
  jobs: readonly KnownJob[],
  first: readonly Statement[] = [],
): Promise<HealthReport> {
  const since = hoursFrom(now, -24);
  const isOn = (job: KnownJob) => job.isOn?.(env) ?? true;
  const all = [...jobs.filter(isOn), UPKEEP];
  const isOwn = eq(healthHours.organizationId, actor.organizationId);
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
      .where(and(isOwn, gte(healthHours.hour, since.slice(0, 13)))),
    selectSlowRoutes(db, since),
    selectRelease(db, actor.organizationId),
    ...all.map(runsOf),
  ]);
  type Results = [{ checks: HealthCheck[] }[], SlowRow[], Release[], ...Run[][]];
  const [hours, slow, [found], ...runs] = results.slice(first.length) as Results;
  const isUpdate = found && env.RELEASES_URL && isNewer(found.version, VERSION);
  const checks = hours
    .flatMap((each) => each.checks)
    .filter(({ at }) => at >= since)
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  return {
    checkedAt: checks.at(-1)?.at ?? null,
    nextCheckAt: nextTick("health", now).toISOString(),
    version: VERSION,
    update: isUpdate ? found : null,
    slow: slow.map(toSlowRoute),
    services: SERVICES.map((service) => toService(service, checks, now)),
    jobs: all.map((job, at) => ({
      ...job,
      title: job.title[language],
      nextAt: nextTick(job.every, now).toISOString(),
      runs: (runs[at] ?? []).map((run) => toRun(run, language, now)),
    })),
  };
}

/** The report of a service. @param checks of a day, oldest first */
export function toService(service: Service, checks: readonly HealthCheck[], now: Date): ServiceReport {
  // A check by an older version may lack the service.
  const measured = checks.flatMap(({ at, services }) => {
    const each = services[service];
    return each ? [{ at, ...each }] : [];
  });
  const counted = measured.filter(({ state }) => state !== "not_configured");
  const last = measured.at(-1);
  const other = measured.findLastIndex(({ state }) => state !== last?.state);
  const points = Array.from({ length: HEALTH_POINTS }, (_, at): ServiceReport["points"][number] => {
    const from = now.getTime() - DAY_MS + at * POINT_MS;
    const isInside = (time: number) => time > from && time <= from + POINT_MS;
    const inside = counted.filter((each) => isInside(Date.parse(each.at)));
    if (inside.length === 0) return null;
    if (inside.some(({ state }) => state === "down")) return "down";
    return Math.round(inside.reduce((sum, { ms }) => sum + (ms ?? 0), 0) / inside.length);
  });
  const up = counted.filter(({ state }) => state !== "down").length;
  return {
    service,
    last: last ?? null,
    since: measured[other + 1]?.at ?? null,
    uptime: counted.length ? up / counted.length : null,
    measuredMs: counted.reduce((sum, { at }, index) => {
      const until = Date.parse(counted[index + 1]?.at ?? now.toISOString());
      return sum + Math.min(until - Date.parse(at), CHECK_MS);
    }, 0),
    points,
  };
}

function toRun(run: Run, language: Language, now: Date): JobRun {
  const isLost = run.outcome === "running" && run.leaseUntil <= now.toISOString();
  const code = isLost ? "job_interrupted" : run.error;
  const entry = code === null ? undefined : definedErrors().get(code);
  return {
    ...run,
    ...(isLost && { outcome: "failed", finishedAt: run.leaseUntil }),
    error: code !== null && entry ? new AppError(code, entry, { minutes: 1 }, {}).text(language) : code,
    counts: run.counts ?? {},
  };
}

/** Measures all services now. @throws AppError checked_just_now within LOOK_SECONDS of the last measurement */
export async function checkNow(context: MemberContext, jobs: readonly KnownJob[]): Promise<HealthReport> {
  const { db, actor } = context;
  const found = await look(context, actor.organizationId);
  if ("waitMs" in found) {
    const seconds = Math.ceil(found.waitMs / 1000);
    throw healthErrors.checked_just_now({ seconds }, { retryAfterSeconds: seconds });
  }
  const remember = insertCheck(db, actor.organizationId, found.check);
  return getReport({ ...context, now: new Date() }, jobs, [remember]);
}

export const getHealth = async ({ db }: SystemContext): Promise<UpOrDown> =>
  db.get(sql`select 1 as answer`).then(
    () => ({ status: "up" }),
    (error) => {
      const root = rootOf(error);
      const migration = root instanceof AppError && root.parameters["migration"];
      return { status: "down", ...(migration ? { missingMigration: String(migration) } : {}) };
    },
  );
