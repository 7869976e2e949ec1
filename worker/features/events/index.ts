import type { Feature } from "../../lib/feature.ts";
import { EVERY_ROLE } from "../../lib/permissions.ts";
import { attachToLeave } from "../leave/index.ts";
import { attachToMembers } from "../members/index.ts";
import { calendarRoutes } from "./calendar/calendar.routes.ts";
import { mirrorAfterWrite, mirrorByJob } from "./discord/mirror.ts";
import { mirrorTables } from "./discord/mirrors.data.ts";
import { mirrorRoutes } from "./discord/mirrors.routes.ts";
import { eventAnnouncements } from "./events.announcements.ts";
import { publicEvent } from "./events.card.ts";
import { coveredEvents, eventsCommand } from "./events.commands.ts";
import { eventTables } from "./events.data.ts";
import { eventRoutes } from "./events.routes.ts";
import { eventSearch } from "./events.search.ts";
import { eventAudit, eventNotices, eventSentences } from "./events.texts.ts";
import { extendSeries } from "./extend.ts";
import { settleWaiting, withdrawInactive } from "./seats.ts";
import { tellStarting } from "./starting.ts";
import { timesTables } from "./times/times.data.ts";
import { timesRoutes } from "./times/times.routes.ts";

export { attendedBy } from "./attendance/statistics.ts";
export { isSeenBy, visibleTo } from "./events.policy.ts";
export { listEventsRoute } from "./events.routes.ts";
export { eventAnswers, events } from "./events.table.ts";
export { type EventState, stateOf } from "./state.schema.ts";

attachToMembers({ whenInactive: withdrawInactive });
attachToLeave({ whenBack: settleWaiting, covered: coveredEvents });

export const eventsFeature = {
  routes: [...eventRoutes, ...calendarRoutes, ...timesRoutes, ...mirrorRoutes],
  tables: { ...eventTables, ...timesTables, ...mirrorTables },
  permissions: {
    "events.read": {
      category: "Organization",
      heldBy: EVERY_ROLE,
      en: ["Read events", "Sees events and wishes, answers events, submits wishes and votes for them."],
      da: [
        "Se begivenheder",
        "Ser begivenheder og ønsker, svarer på begivenheder, indsender ønsker og stemmer på dem.",
      ],
    },
    "events.write": {
      category: "Organization",
      heldBy: ["officer"],
      en: ["Write events", "Plans events, confirms attendance and answers wishes."],
      da: ["Redigere begivenheder", "Planlægger begivenheder, bekræfter fremmøde og besvarer ønsker."],
    },
  },
  audit: eventAudit,
  notices: eventNotices,
  sentences: eventSentences,
  announcements: { texts: eventAnnouncements.texts, cards: { event: publicEvent } },
  commands: [eventsCommand],
  search: [eventSearch],
  daily: extendSeries,
  often: tellStarting,
  jobs: [
    {
      name: "events",
      title: { en: "Events in Discord", da: "Begivenheder i Discord" },
      every: "hourly",
      run: mirrorByJob,
    },
  ],
  afterWrite: { paths: ["/api/events"], work: mirrorAfterWrite },
  topics: {
    // A change of answers counts them on the event's row.
    events: [
      { table: "events", on: ["insert", "update", "delete"] },
      { table: "event_statistics", on: ["insert", "update"] },
      { table: "event_templates", on: ["insert", "update", "delete"] },
    ],
    event_times: [{ table: "event_times", on: ["insert", "update", "delete"] }],
    // Without a CRM bot, requests have nothing to do in Discord.
    event_mirroring: [
      { table: "bots", on: ["insert"], when: "new.is_crm_bot" },
      { table: "bots", on: ["update"], of: ["is_crm_bot"], when: "new.is_crm_bot" },
    ],
  },
} satisfies Feature;
