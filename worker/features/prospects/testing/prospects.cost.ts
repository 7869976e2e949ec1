import { type Changes, type CostCase, rename, searches } from "../../../testing/costing.ts";
import { hoursFromNow } from "../../../testing/database.ts";
import { person } from "../../../testing/world.ts";
import type { Prospect } from "../prospects.schema.ts";
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
  {
    route: "POST /api/prospects/:id/undo (stage, assignee and deadline)",
    request: async ({ officer, caller }) => {
      const id = await prospect({ status: "intro_completed", deadline: hoursFromNow(9) });
      const move = { status: "onboarding", assignedTo: officer.memberId, deadline: null };
      const { version } = await caller.ok<Prospect>("PATCH", `/api/prospects/${id}/status`, move);
      return { path: `/api/prospects/${id}/undo`, body: { version } };
    },
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
