import { type Changes, type CostCase, lists } from "../../../testing/costing.ts";
import { person } from "../../../testing/world.ts";
import { mark } from "./availability.factory.ts";
import { hoursOf } from "./hours.ts";

const week = "week=2026-11-30&timeZone=Europe/Copenhagen";

export const costs: CostCase[] = lists("read", "event-times", `${week}&hours=1`, `${week}&hours=6`);

const marked: Changes = {
  "hours that a member marks": async () => mark((await person("member")).userId, hoursOf(20)),
};

export const polled: Record<string, Changes> = {
  [`/api/event-times/1?${week}`]: marked,
  "/api/event-times/1/zones": marked,
};
