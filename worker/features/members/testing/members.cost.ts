import { byStatement, type Changes, type CostCase, rename, searches } from "../../../testing/costing.ts";
import { person } from "../../../testing/world.ts";

export const costs: CostCase[] = searches(
  "members",
  "q=pilot&limit=50",
  "q=pi&sort=joined&limit=50",
  "q=nothing&inDiscord=0",
);

const joins: Changes = { "a new member": () => person("recruiter"), "a member's new name": rename };

export const polled: Record<string, Changes> = {
  "/api/members/1": {
    ...joins,
    "a role's new name": byStatement(
      "update roles set name = name || '!', version = version + 1 where key = 'member'",
    ),
  },
  "/api/members/1/assignable": joins,
};
