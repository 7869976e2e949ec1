import { type Changes, type CostCase, lists, rename, searches } from "../../../testing/costing.ts";
import { person } from "../../../testing/world.ts";
import { contract } from "./contracts.factory.ts";

export const costs: CostCase[] = [
  ...lists(
    "read",
    "contracts",
    "show=active&sort=deadline&limit=50",
    "show=active&sort=pay&limit=50",
    "show=drafts",
    "show=all_drafts&limit=50",
  ),
  ...searches(
    "contracts",
    "q=contract",
    "q=nothing",
    "location=nothing&sort=deadline",
    "open=1",
    "status=available&risk=high",
    "mine=assigned",
    "mine=posted&sort=pay",
    "show=drafts&q=contract",
  ),
  {
    route: "PUT /api/contracts/:id (given to a member)",
    request: async ({ caller }) => ({
      path: `/api/contracts/${await contract({ status: "posted", created_by: caller.memberId, amount: 5, pay: 5 })}`,
      body: { assignedTo: (await person("member")).userId, version: 1 },
    }),
  },
  {
    route: "PATCH /api/contracts/:id/status (accepted to draft)",
    request: async ({ caller, officer }) => ({
      path: `/api/contracts/${await contract({ status: "accepted", created_by: caller.memberId, assigned_to: officer.userId, amount: 5, pay: 5 })}/status`,
      body: { status: "draft", version: 1 },
    }),
  },
];

const added: Changes = { "a new contract": () => contract({ status: "posted" }) };

export const polled: Record<string, Changes> = {
  "/api/contracts/1": { ...added, "a poster's new name": rename },
  "/api/contracts/1/counts": added,
  "/api/contracts/1/own": added,
};
