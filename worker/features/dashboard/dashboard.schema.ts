import * as z from "zod/mini";
import { PROSPECT_STATUSES } from "../prospects/pipeline.schema.ts";

/** The dashboard's figures. A figure that the reader's permissions do not cover is null. */
export const dashboardStats = z.object({
  overdueTasks: z.nullable(z.number()),
  /** Prospects at stage active who are in the Discord server; only for readers of all prospects. */
  activeProspects: z.nullable(z.number()),
  /** Active members. */
  totalMembers: z.number(),
  /** Change of the member total against 30 days ago in percent; null without such history. */
  memberChangePercent: z.nullable(z.number()),
  pipelineStats: z.nullable(z.record(z.enum(PROSPECT_STATUSES), z.number())),
  bots: z.nullable(z.object({ running: z.number(), total: z.number() })),
  /** Tasks whose deadline lies within 24 hours or has passed. */
  urgent: z.nullable(z.number()),
  /** Open prospects without an assignee. */
  unassigned: z.nullable(z.number()),
});
export type DashboardStats = z.infer<typeof dashboardStats>;
