import { defineErrors } from "../../../lib/errors.ts";

/** Audit actions of templates, part of those of events. */
export const templateActions = {
  "event_template.created": {
    readers: "events.write",
    en: "{actor} saved the event template {subject}",
    da: "{actor} gemte skabelonen {subject} til begivenheder",
  },
  "event_template.edited": {
    readers: "events.write",
    en: "{actor} changed the event template {subject}",
    da: "{actor} ændrede skabelonen {subject} til begivenheder",
  },
  "event_template.deleted": {
    readers: "events.write",
    en: "{actor} deleted the event template {subject}",
    da: "{actor} slettede skabelonen {subject} til begivenheder",
  },
} as const;

export const templateErrors = defineErrors({
  event_template_name_taken: {
    status: 409,
    en: "There is a template called {name}. Choose another name, or replace that one.",
    da: "Der er allerede en skabelon, der hedder {name}. Vælg et andet navn, eller erstat den.",
  },
  event_templates_full: {
    status: 409,
    en: "There are {most} templates already. Delete one first.",
    da: "Der er allerede {most} skabeloner. Slet en først.",
  },
});
