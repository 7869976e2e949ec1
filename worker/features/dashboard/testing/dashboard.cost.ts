import type { Changes } from "../../../testing/costing.ts";
import { person } from "../../../testing/world.ts";
import { makeBot } from "../../bots/testing/bots.factory.ts";
import { prospect } from "../../prospects/testing/prospects.factory.ts";

export const polled: Record<string, Changes> = {
  "/api/dashboard/stats/1": {
    "a new prospect": () => prospect(),
    "a new member": () => person("recruiter"),
    "a new bot": () => makeBot(),
  },
};
