import { type SQL, sql } from "drizzle-orm";
import { type AnnouncementEntry, defineAnnouncements } from "../../lib/announcements.ts";
import type { AuditDetails } from "../../lib/audit.table.ts";
import { events } from "./events.table.ts";

const ofEvent = {
  opens: { page: "/organization?tab=events&event={id}", needs: "events.read" },
  subject: "event",
} as const;

export const eventAnnouncements = defineAnnouncements({
  "event.created": {
    ...ofEvent,
    isCard: true,
    en: { title: "An event is planned", text: "{by} planned {title}: {startsAt}." },
    da: { title: "En begivenhed er planlagt", text: "{by} har planlagt {title}: {startsAt}." },
  },
  "event.moved": {
    ...ofEvent,
    en: { title: "An event is moved", text: "{title} is moved from {from} to {to}." },
    da: { title: "En begivenhed er flyttet", text: "{title} er flyttet fra {from} til {to}." },
  },
  "event.updated": {
    ...ofEvent,
    isForPrograms: true,
    en: { title: "An event is changed", text: "{by} changed {title}." },
    da: { title: "En begivenhed er ændret", text: "{by} har ændret {title}." },
  },
  "event.cancelled": {
    ...ofEvent,
    en: { title: "An event is cancelled", text: "{title} is cancelled: “{reason}”." },
    da: { title: "En begivenhed er aflyst", text: "{title} er aflyst: “{reason}”." },
  },
  "event.starting": {
    ...ofEvent,
    en: { title: "An event begins in half an hour", text: "{title} begins: {startsAt}." },
    da: { title: "En begivenhed begynder om en halv time", text: "{title} begynder: {startsAt}." },
  },
  "event.joined": {
    ...ofEvent,
    isForPrograms: true,
    en: { title: "A member signs up for an event", text: "{name} signed up for {title}." },
    da: { title: "Et medlem tilmelder sig en begivenhed", text: "{name} har tilmeldt sig {title}." },
  },
});

/** What is announced of an event, where every member who sees events may see it once the batch is written. */
export const announced = (
  id: number | SQL,
  kind: keyof typeof eventAnnouncements.texts & string,
  details: AuditDetails,
): AnnouncementEntry =>
  eventAnnouncements.entry(kind, details, {
    where: sql`exists (select 1 from ${events} where id = ${id} and audience is null and status <> 'draft')`,
  });
