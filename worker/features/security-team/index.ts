import type { Feature } from "../../lib/feature.ts";
import { attachToApplications } from "../applications/index.ts";
import { attachToMembers } from "../members/index.ts";
import { whenApplied, whenDecided, whenForgotten } from "./decide.ts";
import { securityNeeds } from "./needs.ts";
import { securityTables } from "./security-team.data.ts";
import { securityTeamRoutes } from "./security-team.routes.ts";
import { securityAudit, securityNotices } from "./security-team.texts.ts";
import { endWithMembership, remindOfTrials } from "./trials.ts";

attachToApplications({ whenDecided, whenApplied, whenForgotten });
attachToMembers({ whenInactive: endWithMembership });

const changed = ["insert", "update", "delete"] as const;

export const securityTeamFeature = {
  routes: securityTeamRoutes,
  tables: securityTables,
  daily: remindOfTrials,
  audit: securityAudit,
  needs: securityNeeds,
  notices: securityNotices,
  topics: {
    // Not on reviews, since the first is secret and the second changes the application. Nor on reads.
    applications: [
      // Deleted with the application, or when its answers are.
      { table: "security_states", on: ["insert", "update"] },
      { table: "security_messages", on: changed },
      { table: "security_trials", on: changed },
    ],
  },
} satisfies Feature;
