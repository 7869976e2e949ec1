import { type Changes, type CostCase, rename, searches } from "../../../testing/costing.ts";
import { person } from "../../../testing/world.ts";
import { prospect } from "./prospects.factory.ts";

export const costs: CostCase[] = [
  ...searches(
    "prospects",
    "q=person",
    "q=person%2099",
    "q=pe",
    "status=inactive&assignedTo=none",
    "deadline=soon&status=active",
  ),
  {
    route: "PATCH /api/prospects/:id/status (membership stays)",
    request: async ({ officer }) => ({
      path: `/api/prospects/${await prospect({ status: "intro_completed", assigned_to: officer.memberId })}/status`,
      body: { status: "assigned_onboarding", version: 1 },
    }),
  },
];

const added: Changes = { "a new prospect": () => prospect() };

export const polled: Record<string, Changes> = {
  "/api/prospects/1": added,
  "/api/prospects/1?stage=intro&limit=50": added,
  "/api/prospects/1/by-status/intro": added,
  "/api/prospects/1/counts": added,
  "/api/prospects/1/team": { "a new member": () => person("recruiter"), "a member's new name": rename },
};
