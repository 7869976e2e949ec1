import type { Feature } from "../../lib/feature.ts";
import { EVERY_TEAM, type Permissions } from "../../lib/permissions.ts";
import { prospectCommand } from "./commands/prospect.ts";
import { tasksCommand } from "./commands/tasks.ts";
import { endRestoring } from "./corrections/removed.ts";
import { tellDeadlines } from "./deadlines.ts";
import { deleteOldActivities } from "./guild.ts";
import { prospectNeeds } from "./needs.ts";
import { nextDeadlineMoment } from "./pipeline-figures.ts";
import { prospectAnnouncements } from "./prospects.announcements.ts";
import { prospectTables } from "./prospects.data.ts";
import { prospectRoutes } from "./prospects.routes.ts";
import { prospectSearch } from "./prospects.search.ts";
import { prospectAudit, prospectNotices } from "./prospects.texts.ts";
import { deleteOldBulkChanges } from "./undo.ts";

export {
  type Applicant,
  keptProspect,
  planApplied,
  selectProved,
  withdrawApplicant,
} from "./applied.ts";
export { attachToProspects, type Said } from "./attached.ts";
export { insertWebsiteProspect } from "./change.ts";
export { factsOf } from "./commands/facts.ts";
export { withMerged } from "./corrections/removed.ts";
export { forgetPerson, forgetReferrals, isInHandsOf, setProspectDiscord, unassignAll } from "./forget.ts";
export { markLeft, promoteByRole, recordActivities, upsertGuildProspects } from "./guild.ts";
export { selectPipelineFigures, toPipelineFigures } from "./pipeline-figures.ts";
export { visibleById } from "./prospects.policy.ts";
export {
  assignProspectRoute,
  changeStatusRoute,
  getProspectRoute,
  listProspectsRoute,
} from "./prospects.routes.ts";
export {
  COMMENT_LENGTH as REASON_LENGTH,
  needsAssignee,
  PROSPECT_STATUSES,
  type Prospect,
  type ProspectStatus,
} from "./prospects.schema.ts";
export { discordActivities, IS_VOICE, prospectHistory, prospects, REMOVED } from "./prospects.table.ts";
export { OPENS_PROSPECT, STATUS_TEXTS } from "./prospects.texts.ts";
export { type SeenActivity, selectWatches, watchesOf } from "./watches.ts";

const prospectPermissions: Permissions = {
  "prospects.read": {
    category: "Prospects",
    heldBy: EVERY_TEAM,
    en: ["See prospects", "Opens the CRM with the prospects that one has or has added."],
    da: ["Se kandidater", "Åbner CRM med de kandidater, man selv er ansvarlig for eller har tilføjet."],
  },
  "prospects.read_all": {
    category: "Prospects",
    heldBy: ["officer", "crm_manager", "recruiter"],
    en: [
      "See all prospects",
      "Together with See prospects: sees every prospect at every stage, no matter who is assigned.",
    ],
    da: [
      "Se alle kandidater",
      "Sammen med Se kandidater: ser alle kandidater på alle trin, uanset hvem der er ansvarlig.",
    ],
  },
  "prospects.write": {
    category: "Prospects",
    heldBy: EVERY_TEAM,
    en: ["Edit prospects", "Adds prospects, moves them on and keeps their notes and deadlines."],
    da: ["Redigere kandidater", "Tilføjer kandidater, flytter dem videre og fører noter og frister."],
  },
  "prospects.assign": {
    category: "Prospects",
    heldBy: ["officer", "crm_manager", "recruiter"],
    en: ["Assign prospects", "Assigns prospects without an assignee, and one's own."],
    da: [
      "Tildele kandidater",
      "Gør et medlem ansvarligt for kandidater, som ingen eller en selv er ansvarlig for.",
    ],
  },
  "crm.team_overview": {
    category: "CRM",
    heldBy: ["officer", "crm_manager", "recruiter"],
    en: ["Team Overview", "Sees what everybody in the CRM is working on."],
    da: ["Teamoverblik", "Ser, hvad alle i CRM arbejder på."],
  },
  "crm.assign": {
    category: "CRM",
    heldBy: ["officer", "crm_manager"],
    en: ["Reassign", "Assigns prospects of other members, and hands all the work of a member over."],
    da: ["Omfordele", "Gør en anden ansvarlig for andres kandidater og overdrager alt et medlems arbejde."],
  },
};

const OF_BOT = "(SELECT organization_id FROM bots WHERE id = row.bot_id)";

export const prospectsFeature = {
  routes: prospectRoutes,
  tables: prospectTables,
  permissions: prospectPermissions,
  daily: (context) => [
    ...deleteOldActivities(context.db, context.now),
    deleteOldBulkChanges(context.db, context.now),
    ...endRestoring(context),
  ],
  audit: prospectAudit,
  needs: prospectNeeds,
  notices: prospectNotices,
  jobs: [
    {
      name: "deadlines",
      title: { en: "Reminders of deadlines", da: "Påmindelser om frister" },
      every: "hourly",
      run: tellDeadlines,
    },
  ],
  announcements: prospectAnnouncements,
  commands: [tasksCommand, prospectCommand],
  search: [prospectSearch],
  timed: { prospects: nextDeadlineMoment },
  topics: {
    prospects: [
      { table: "prospects", on: ["insert", "delete"] },
      // Not for `discord_last_seen` alone, which raises "discord". Every other change sets another `updated_at`.
      {
        table: "prospects",
        on: ["update"],
        when: "old.discord_last_seen IS new.discord_last_seen OR old.updated_at <> new.updated_at",
      },
    ],
    discord: [
      // A report of activities counts here, once for all of them: neither the activities nor the last activity of people raise
      // the topic by themselves. Deleted old activities raise nothing.
      {
        table: "bot_usage",
        on: ["insert"],
        when: "new.activities > 0",
        organization: OF_BOT,
      },
      {
        table: "bot_usage",
        on: ["update"],
        when: "new.activities > 0 AND (new.minute <> old.minute OR new.activities <> old.activities)",
        organization: OF_BOT,
      },
      // Activities that a sync records.
      {
        table: "discord_activities",
        on: ["insert"],
        when: "new.activity_type IN ('server_join', 'server_leave')",
      },
    ],
  },
} satisfies Feature;
