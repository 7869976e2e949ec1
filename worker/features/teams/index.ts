import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import { backedUp, COUNTER, isOfUser, OTHERS, OURS, type Tables, WITH_USER } from "../../lib/table-rules.ts";
import { attachToForms } from "../forms/index.ts";
import { purgeDeclined } from "./decide.ts";
import { teamNeeds } from "./needs.ts";
import { teamRoutes } from "./teams.routes.ts";
import { countTeams } from "./teams.rows.ts";
import { teamAudit, teamNotices } from "./teams.texts.ts";

attachToForms({ count: countTeams });

const teamTables: Tables = {
  teams: { backup: backedUp("settings") },
  team_applications: {
    guarded: { because: "what a member answered, which is gone for good", rows: "deleted" },
    backup: backedUp("members"),
    personal: {
      isOf: isOfUser,
      columns: [
        ...["id", "team_id", "form_number", "answers", "status", "message"],
        ...["decided_at", "purged_at", "created_at", "updated_at"],
      ],
      names: { team: sql`(select name from teams where teams.id = team_id)` },
      json: { answers: "What the member wrote themselves." },
      without: { organization_id: OURS, user_id: WITH_USER, decided_by: OTHERS, version: COUNTER },
    },
  },
};

export const teamsFeature = {
  routes: teamRoutes,
  tables: teamTables,
  daily: (context) => purgeDeclined(context),
  audit: teamAudit,
  needs: teamNeeds,
  notices: teamNotices,
  topics: {
    teams: [
      { table: "teams", on: ["insert", "update"] },
      { table: "team_applications", on: ["insert", "update", "delete"] },
      // Names of the roles that are chosen, what a team asks, and whether members see it.
      { table: "roles", on: ["update"], when: "new.name <> old.name" },
      { table: "forms", on: ["update"], when: "new.live_number IS NOT old.live_number" },
    ],
    // Counts of those who answered a version.
    forms: [{ table: "team_applications", on: ["insert", "delete"] }],
  },
} satisfies Feature;
