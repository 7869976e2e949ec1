import type { Hono } from "hono";
import type { Audit } from "./audit.ts";
import type { SystemContext, UserContext } from "./context.ts";
import type { Statement } from "./db/client.ts";
import type { App } from "./http/app.ts";
import type { Topics } from "./live/topics.ts";
import type { Notices } from "./notices.ts";

/** How a run of a job ended, with a code of ours for why it did not end well, and what it did in numbers. */
export type JobResult = {
  outcome: "done" | "failed" | "held" | "skipped";
  error?: string;
  counts?: Record<string, number>;
};

/** Work that is done by the clock for each organization, every run of which is recorded. */
export type Job = {
  /** As `health.job.<name>` names it to readers. */
  name: string;
  every: "hourly" | "daily";
  /** An AppError that it throws is recorded by its code. */
  run: (context: SystemContext, organizationId: number) => Promise<JobResult>;
};

/** What a feature brings to the product; `worker/features.ts` lists them. */
export type Feature = {
  routes?: readonly Hono<App>[];
  jobs?: readonly Job[];
  /** Statements of the daily upkeep, for all organizations: what forgets old rows and remembers figures. */
  daily?: (context: SystemContext) => readonly Statement[] | Promise<readonly Statement[]>;
  /**
   * Runs after a user's request below one of the paths was answered that may have written. `revisions` are those of the
   * organization's topics when it came: work for a thing that the organization does not use can end at once.
   */
  afterWrite?: {
    paths: readonly string[];
    work: (context: UserContext, revisions: Readonly<Record<string, number>>) => Promise<void>;
  };
  topics?: Topics;
  audit?: Audit;
  notices?: Notices;
  /** Paths below which machines call, not pages: without cookies, signed by other means. */
  machinePaths?: readonly string[];
  /** Largest request body in bytes below a path, which may have parameters, where it is not the usual limit. */
  bodyLimits?: Readonly<Record<string, number>>;
};
