import type { ProspectStatus } from "../prospects/prospects.schema.ts";
/** The dashboard's figures. A figure that the reader's permissions do not cover is null. */
export type DashboardStats = {
  overdueTasks: number | null;
  /** Prospects at stage active who are still in the Discord server. */
  activeProspects: number | null;
  totalMembers: number;
  /** Change of the member total against 30 days ago in percent; null without such history. */
  memberChangePercent: number | null;
  pipelineStats: Record<ProspectStatus, number> | null;
  bots: {
    running: number;
    total: number;
  } | null;
  /** Prospects whose deadline lies within 24 hours or has passed. */
  urgent: number | null;
};
