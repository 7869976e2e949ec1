import * as z from "zod/mini";

export const SERVICES = ["database", "gateway", "discord", "ships", "rsi", "live"] as const;
export type Service = (typeof SERVICES)[number];

/** GET /api/health. */
export const upOrDown = z.object({
  status: z.enum(["up", "down"]),
  /** The first migration of this version that the database lacks; until it is applied, all other requests are refused. */
  missingMigration: z.exactOptional(z.string()),
});
export type UpOrDown = z.infer<typeof upOrDown>;

const serviceState = z.enum(["up", "slow", "down", "not_configured"]);
export type ServiceState = z.infer<typeof serviceState>;

const serviceReason = z.enum([
  "slow",
  "timeout",
  "unreachable",
  "refused",
  "failing",
  "nonsense",
  "rate_limited",
  "token_refused",
  "no_bot",
  "not_configured",
]);
export type ServiceReason = z.infer<typeof serviceReason>;

const measured = z.object({
  state: serviceState,
  /** Duration of the answer; null without one. */
  ms: z.nullable(z.number()),
  why: z.nullable(serviceReason),
  /** Bytes of the database; running bots and all bots; open live connections. */
  bytes: z.exactOptional(z.number()),
  running: z.exactOptional(z.number()),
  bots: z.exactOptional(z.number()),
  open: z.exactOptional(z.number()),
});
export type Measured = z.infer<typeof measured>;

export type HealthCheck = { at: string; services: Record<Service, Measured> };

/** Half hours that a report shows. */
export const HEALTH_POINTS = 48;

/** A service's last measurement, null if it never was measured, with the last 24 hours. */
const serviceReport = z.object({
  service: z.enum(SERVICES),
  last: z.nullable(measured),
  /** Since when it has been in this state, within the last 24 hours. */
  since: z.nullable(z.string()),
  /** Share of successful measurements, from 0 to 1; null without any, or if it is not configured. */
  uptime: z.nullable(z.number()),
  /** Milliseconds that these measurements cover, each up to the next one and at most until it is due. */
  measuredMs: z.number(),
  /** Milliseconds on average in each half hour, oldest first; null where it was not measured. */
  points: z.array(z.nullable(z.union([z.number(), z.literal("down")]))),
});
export type ServiceReport = z.infer<typeof serviceReport>;

/** Outcome of a job's run; "held" waits for a user. */
const jobOutcome = z.enum(["running", "done", "failed", "held", "skipped"]);
export type JobOutcome = z.infer<typeof jobOutcome>;

const jobRun = z.object({
  outcome: jobOutcome,
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  error: z.nullable(z.string()),
  counts: z.record(z.string(), z.number()),
});
export type JobRun = z.infer<typeof jobRun>;

const jobReport = z.object({
  name: z.string(),
  /** In the reader's language. */
  title: z.string(),
  every: z.enum(["hourly", "daily", "weekly"]),
  nextAt: z.string(),
  /** The newest 20, newest first. */
  runs: z.array(jobRun),
});
export type JobReport = z.infer<typeof jobReport>;

const release = z.object({
  version: z.string(),
  name: z.string(),
  /** Its changes, in Markdown. */
  notes: z.string(),
  url: z.string(),
  publishedAt: z.nullable(z.string()),
});
export type Release = z.infer<typeof release>;

/** A route whose requests failed or took more than SLOW_MS in the last 24 hours. */
const slowRoute = z.object({
  /** Method and path as declared. */
  route: z.string(),
  /** Requests that failed or were slow, at least. */
  count: z.number(),
  /** Those that failed, with a status from 500. */
  failed: z.number(),
  worstMs: z.number(),
  lastAt: z.string(),
  /** The id of the newest of them in the log. */
  lastRequestId: z.string(),
});
export type SlowRoute = z.infer<typeof slowRoute>;

/** Milliseconds from which a request is slow. */
export const SLOW_MS = 1_000;
/** The most routes that a report names. */
export const SLOW_ROUTES = 20;

/** GET /api/health/report. */
export const healthReport = z.object({
  /** When everything was last measured, null before the first time. */
  checkedAt: z.nullable(z.string()),
  nextCheckAt: z.string(),
  /** The version of this deployment, and a newer one if any. */
  version: z.string(),
  update: z.nullable(release),
  services: z.array(serviceReport),
  jobs: z.array(jobReport),
  /** Of all organizations, the most failures first. */
  slow: z.array(slowRoute),
});
export type HealthReport = z.infer<typeof healthReport>;

export const JOB_RUNS = 20;
