import type { Feature } from "../../lib/feature.ts";
import { deleteOldBulkChanges } from "./bulk.ts";
import { deleteOldActivities } from "./guild.ts";
import { prospectRoutes } from "./prospects.routes.ts";
import { prospectAudit } from "./prospects.texts.ts";

export { insertWebsiteProspect } from "./change.ts";
export { nextDeadlineMoment, selectPipelineFigures, toPipelineFigures } from "./figures.ts";
export { forgetPerson, isInHandsOf, setProspectDiscord, unassignAll } from "./forget.ts";
export {
  markLeft,
  promoteByRole,
  recordActivities,
  type SeenActivity,
  upsertGuildProspects,
} from "./guild.ts";
export { visibleById } from "./prospects.policy.ts";
export type { ProspectStatus } from "./prospects.schema.ts";
export { discordActivities, prospectHistory, prospects } from "./prospects.table.ts";

export const prospectsFeature = {
  routes: [prospectRoutes],
  daily: ({ db, now }) => [deleteOldActivities(db, now), deleteOldBulkChanges(db, now)],
  audit: prospectAudit,
  topics: {
    prospects: [
      { table: "prospects", on: ["insert", "delete"] },
      // Being seen again is no change of the pipeline: lists that show it ask for "discord" as well. Whatever
      // else is written to a prospect comes with another updated_at.
      {
        table: "prospects",
        on: ["update"],
        when: "old.discord_last_seen IS new.discord_last_seen OR old.updated_at <> new.updated_at",
      },
    ],
    discord: [
      { table: "discord_activities", on: ["insert", "update", "delete"] },
      {
        table: "prospects",
        on: ["update"],
        of: ["discord_last_seen"],
        when: "old.discord_last_seen IS NOT new.discord_last_seen",
      },
    ],
  },
} satisfies Feature;
