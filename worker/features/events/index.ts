import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import { EVERY_ROLE } from "../../lib/permissions.ts";
import type { Source } from "../../lib/search/search.ts";
import { attachToLeave } from "../leave/index.ts";
import { attachToMembers } from "../members/index.ts";
import { eventAnnouncements } from "./events.announcements.ts";
import { publicEvent } from "./events.card.ts";
import { coveredEvents, eventsCommand } from "./events.commands.ts";
import { eventTables } from "./events.data.ts";
import { visibleTo } from "./events.policy.ts";
import { eventRoutes } from "./events.routes.ts";
import type { StoredStatus } from "./events.schema.ts";
import { eventAudit, eventNotices, eventSentences } from "./events.texts.ts";
import { eventNeeds } from "./needs.ts";
import { settleWaiting, withdrawInactive } from "./seats.ts";
import { extendSeries } from "./series.ts";
import { tellStarting } from "./starting.ts";

export {
  assertOwnerMay,
  closesAt,
  isPublished,
  isSeenBy,
  owns,
  refusalOf,
  statusOf,
  visibleTo,
} from "./events.policy.ts";
export { listEventsRoute } from "./events.routes.ts";
export {
  type EventRow,
  eventKind,
  loggedOf,
  selectEvents,
  stopMirroring,
  touchEvent,
} from "./events.rows.ts";
export {
  AHEAD,
  type Event,
  type EventAnswer,
  event,
  LENGTH,
  MOST_ANSWERS,
  type Slot,
} from "./events.schema.ts";
export { eventAnswers, events } from "./events.table.ts";
export { eventErrors, eventNotices, TYPE_TEXTS } from "./events.texts.ts";
export { answersOfInterest, type Interest } from "./interest.ts";
export { positionAt } from "./list.ts";
export { numberOf } from "./seats.ts";
export { lengthOf } from "./terms.ts";

type Row = { id: number; title: string; status: StoredStatus; starts_at: string; ends_at: string };

const WORDS = {
  planned: { en: "", da: "" },
  draft: { en: "Draft", da: "Kladde" },
  cancelled: { en: "Cancelled", da: "Aflyst" },
} satisfies Record<StoredStatus, object>;

/** The weight of what is to come beside what is past. */
const TO_COME = 1e15;

const eventSearch: Source = {
  group: "events",
  needs: ["events.read"],
  select: ({ db, actor }, wanted) =>
    db.all<Row>(sql`select events.id, title, status, starts_at, ends_at
      from ${wanted.titled("event", "events", actor.organizationId)} where ${visibleTo(actor)}`),
  present: ({ id, title, status, starts_at, ends_at }: Row, { now, language }) => ({
    kind: "event",
    id,
    title,
    line: WORDS[status][language],
    at: starts_at,
    path: `/organization?tab=events&event=${id}`,
    // What comes next, then what was last.
    weight: (ends_at > now.toISOString() ? TO_COME : 0) - Math.abs(Date.parse(starts_at) - now.getTime()),
  }),
};

attachToMembers({ whenInactive: withdrawInactive });
attachToLeave({ whenBack: settleWaiting, covered: coveredEvents });

export const eventsFeature = {
  routes: eventRoutes,
  tables: eventTables,
  permissions: {
    "events.read": {
      category: "Organization",
      heldBy: EVERY_ROLE,
      en: ["See events", "Sees events and wishes, answers events, submits wishes and votes for them."],
      da: [
        "Se begivenheder",
        "Ser begivenheder og ønsker, svarer på begivenheder, indsender ønsker og stemmer på dem.",
      ],
    },
    "events.write": {
      category: "Organization",
      heldBy: ["officer"],
      en: ["Edit events", "Plans events, confirms attendance and answers wishes."],
      da: ["Redigere begivenheder", "Planlægger begivenheder, bekræfter fremmøde og besvarer ønsker."],
    },
  },
  audit: eventAudit,
  needs: eventNeeds,
  notices: eventNotices,
  sentences: eventSentences,
  announcements: { texts: eventAnnouncements.texts, cards: { event: publicEvent } },
  commands: [eventsCommand],
  search: [eventSearch],
  daily: extendSeries,
  often: tellStarting,
  topics: {
    // A change of answers counts them on the event's row.
    events: [
      { table: "events", on: ["insert", "update", "delete"] },
      { table: "event_templates", on: ["insert", "update", "delete"] },
    ],
  },
} satisfies Feature;
