/** What is measured, in the order in which it is shown. */
export const SERVICES = ["database", "gateway", "discord", "ships", "rsi", "live"] as const;
export type Service = (typeof SERVICES)[number];

export type ServiceState = "up" | "slow" | "down" | "not_configured";

/** Why a service is not up. */
export type ServiceReason =
  | "slow"
  | "timeout"
  | "unreachable"
  | "refused"
  | "failing"
  | "nonsense"
  | "rate_limited"
  | "token_refused"
  | "no_bot"
  | "not_configured";

/** One look at one service. */
export type Measured = {
  state: ServiceState;
  /** How long the answer took; null without one. */
  ms: number | null;
  why: ServiceReason | null;
  /** Bytes of the database; running bots of all; open connections. */
  bytes?: number;
  running?: number;
  bots?: number;
  open?: number;
};

/** One look at everything. */
export type HealthCheck = { at: string; services: Record<Service, Measured> };

/** Parts of the last 24 hours that a report tells apart. */
export const HEALTH_POINTS = 48;

/** A service as it was last measured, null where it never was, with what was measured in the last 24 hours. */
export type ServiceReport = {
  service: Service;
  last: Measured | null;
  /** Since when it is in this state, as far as the last 24 hours tell. */
  since: string | null;
  /** Share of the looks at which it answered, from 0 to 1; null where it was not measured or is not configured. */
  uptime: number | null;
  /** Milliseconds on average in each half hour, oldest first; null where it was not measured. */
  points: (number | "down" | null)[];
};

/** How a run of a job ended; "held" waits for a person. */
export type JobOutcome = "running" | "done" | "failed" | "held" | "skipped";

export type JobRun = {
  outcome: JobOutcome;
  startedAt: string;
  finishedAt: string | null;
  /** Why it did not end well, as a sentence in the reader's language. */
  error: string | null;
  /** What it did, in numbers by name. */
  counts: Record<string, number>;
};

export type JobReport = {
  name: string;
  every: "hourly" | "daily";
  nextAt: string;
  /** The newest 20, newest first. */
  runs: JobRun[];
};

/** GET /api/health/report. */
export type HealthReport = {
  /** When everything was last measured, null before the first time. */
  checkedAt: string | null;
  nextCheckAt: string;
  services: ServiceReport[];
  jobs: JobReport[];
};

/** Runs of each job that a report shows. */
export const JOB_RUNS = 20;
