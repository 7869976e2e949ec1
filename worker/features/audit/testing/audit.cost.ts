import { type Changes, searches } from "../../../testing/costing.ts";
import { person } from "../../../testing/world.ts";

export const costs = searches(
  "audit",
  "q=nothing%20of%20this",
  "action=bot.created",
  "area=prospects&record=7",
  "by=7",
  "session=123456789",
  "signIns=hidden",
  "from=2020-01-01T00:00:00Z&to=2199-01-01T00:00:00Z",
);

export const polled: Record<string, Changes> = {
  "/api/activities/1": {
    "a change by another user": async () =>
      (await person("officer")).ok("POST", "/api/prospects", { displayName: "Nova Hale" }),
  },
};
