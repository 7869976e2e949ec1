import { readBy } from "../../../lib/audit.ts";
import { defineErrors, problem } from "../../../lib/errors.ts";

const forPlanners = readBy("events.write");

/** Audit actions of templates, part of those of events. */
export const templateActions = {
  "event_template.created": forPlanners(
    "{actor} saved the event template {subject}",
    "{actor} gemte skabelonen {subject} til begivenheder",
  ),
  "event_template.edited": forPlanners(
    "{actor} changed the event template {subject}",
    "{actor} ændrede skabelonen {subject} til begivenheder",
  ),
  "event_template.deleted": forPlanners(
    "{actor} deleted the event template {subject}",
    "{actor} slettede skabelonen {subject} til begivenheder",
  ),
} as const;

export const templateErrors = defineErrors({
  event_template_name_taken: problem(409)(
    "There is a template called {name}. Choose another name, or replace that one.",
    "Der er allerede en skabelon, der hedder {name}. Vælg et andet navn, eller erstat den.",
  ),
  event_templates_full: problem(409)(
    "There are {most} templates already. Delete one first.",
    "Der er allerede {most} skabeloner. Slet en først.",
  ),
});
