import { byStatement, type Changes, type CostCase } from "../../../testing/costing.ts";
import { raw } from "../../../testing/database.ts";
import { person } from "../../../testing/world.ts";
import { LIST } from "./security-team.cases.ts";
import { onTrial } from "./security-team.factory.ts";

export const costs: CostCase[] = [
  {
    route: "GET /api/security-applications/:orgId?show=decided",
    request: async () => {
      await raw.DB.prepare(
        "update contract_applications set decided_at = updated_at where status = 'declined'",
      ).run();
      return { path: "/api/security-applications/1?show=decided&limit=10" };
    },
    budget: LIST,
  },
];

const changes: Changes = {
  "a new trial": async () => onTrial(await person("recruiter"), 3),
  "a trial that is over": byStatement("update security_trials set outcome = 'ended'"),
  "another role of the team": byStatement(
    `insert into organization_settings (organization_id, setting_key, setting_value, updated_at)
     values (1, 'security_role', 2, '')`,
  ),
};

export const polled: Record<string, Changes> = { "/api/security-team/1": changes };
