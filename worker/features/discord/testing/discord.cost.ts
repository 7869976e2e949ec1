import type { CostCase } from "../../../testing/costing.ts";
import { person, raw, value } from "../../../testing/world.ts";
import { crmBot, mapping } from "./discord.factory.ts";

/** After other features: roles are given in Discord from then on. */
export const turn = 1;

export const costs: CostCase[] = [
  {
    route: "PUT /api/members/:id/role (where roles are also given in Discord)",
    // The fourth checks, after the answer, whether a person's roles in Discord wait for an update.
    trips: 4,
    request: async () => {
      await mapping("recruiter");
      await raw.DB.prepare("update discord_role_mappings set gives_in_discord = 1").run();
      const { memberId } = await person("member");
      const roleId = await value<number>(
        "select id from roles where organization_id = 1 and key = 'recruiter'",
      );
      return { path: `/api/members/${memberId}/role`, body: { roleId, version: 1 } };
    },
  },
  {
    route: "POST /api/discord/sync-members/:orgId (no news)",
    // Reads all present and former people of the guild; writes the run's record, with two indexes, at its start and end.
    budget: { trips: 15, written: 8, grows: true },
    request: async ({ caller }) => {
      // Replaces the CRM bot of another case with one whose token Discord accepts.
      await raw.DB.prepare("update bots set is_crm_bot = 0").run();
      await crmBot();
      await caller.ok("POST", "/api/discord/sync-members/1");
      return { path: "/api/discord/sync-members/1" };
    },
  },
];
