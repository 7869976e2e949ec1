import { sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import type { HealthCheck, JobOutcome } from "./health.schema.ts";

/** The measurements of each hour in one row, so that measuring all services writes one row. */
export const healthHours = sqliteTable(
  "health_hours",
  {
    organizationId: organizationId(),
    /** In UTC: 2026-11-22T06. */
    hour: text("hour").notNull(),
    checks: json<HealthCheck[]>("checks").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.hour] })],
);

/** When an organization's services were last measured, which limits the frequency. */
export const healthLooks = sqliteTable("health_looks", {
  organizationId: integer("organization_id").primaryKey(),
  startedAt: instant("started_at").notNull(),
});

/** The newest release, if newer than this deployment, stored so that reading it sends no request. */
export const releases = sqliteTable("releases", {
  organizationId: integer("organization_id").primaryKey(),
  version: text("version").notNull(),
  name: text("name").notNull(),
  notes: text("notes").notNull(),
  url: text("url").notNull(),
  publishedAt: instant("published_at"),
});

/**
 * Requests of all organizations that failed or were slow, a row for each route and hour with any; kept 7 days. Counts are
 * minimums: those that a process had not written before it ended are missing.
 */
export const slowRoutes = sqliteTable(
  "slow_routes",
  {
    /** In UTC: 2026-11-22T06. */
    hour: text("hour").notNull(),
    /** Method and path as declared. */
    route: text("route").notNull(),
    count: integer("count").notNull(),
    /** Those answered with a status from 500. */
    failed: integer("failed").notNull(),
    /** The longest time of one, in milliseconds. */
    worstMs: integer("worst_ms").notNull(),
    /** The newest of them, with its id in the log. */
    lastAt: instant("last_at").notNull(),
    lastRequestId: text("last_request_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.route] })],
);

/** Every run of every scheduled job, kept 90 days. */
export const jobRuns = sqliteTable(
  "job_runs",
  {
    /** Rises with time: a process whose run was given up writes only to its own run. */
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** 0 for a job of the whole deployment. */
    organizationId: integer("organization_id").notNull(),
    name: text("name").notNull(),
    /** The tick of the clock of the run: ticks may come twice. */
    scheduledAt: instant("scheduled_at").notNull(),
    startedAt: instant("started_at").notNull(),
    finishedAt: instant("finished_at"),
    leaseUntil: instant("lease_until").notNull(),
    outcome: text("outcome").$type<JobOutcome>().notNull(),
    /** A code of ours, never an upstream's own words. */
    error: text("error"),
    counts: json<Record<string, number>>("counts"),
  },
  (table) => [
    uniqueIndex("job_runs_tick").on(table.organizationId, table.name, table.scheduledAt),
    uniqueIndex("job_runs_one").on(table.organizationId, table.name).where(sql`outcome = 'running'`),
  ],
);
