import { type Changes, type CostCase, lists, searches } from "../../../testing/costing.ts";
import { event, template } from "./events.factory.ts";

export const costs: CostCase[] = [
  ...lists("read", "events", "show=past&limit=20", "show=drafts&limit=20"),
  ...searches("events", "mine=1", "type=mission", "show=past&type=meeting"),
];

const added: Changes = { "a new event": () => event() };

export const polled: Record<string, Changes> = {
  "/api/events/1": added,
  "/api/event-templates/1": { "a new template": () => template("Convoy") },
};
