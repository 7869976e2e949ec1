import * as z from "zod/mini";
import { ownsOnly, ownsOr, requires } from "../../lib/http/access.ts";
import { created, nothing, pageOf } from "../../lib/http/answers.ts";
import { get, patch, post, put, remove } from "../../lib/http/route.ts";
import { addPerson, answerEvent, joinEvent, leaveEvent, removePerson } from "./answers.ts";
import { cancelEvent, createEvent, deleteEvent } from "./change.ts";
import { clashes, clashesQuery } from "./clashes.schema.ts";
import { findClashes } from "./clashes.ts";
import { editEvent } from "./edit.ts";
import * as schema from "./events.schema.ts";
import { getEvent, listEvents, listStrip, previewDates } from "./list.ts";
import * as templates from "./templates/templates.schema.ts";
import { createTemplate, deleteTemplate, editTemplate, listTemplates } from "./templates/templates.ts";

const reads = requires("events.read");
const plans = requires("events.write");
const owns = ownsOr("events.write", { among: ["events.read"] });
/** Most rows of a change of AHEAD dates with their answers. */
const SERIES_ROWS = 300;
const ofDates = ({ which }: { which: (typeof schema.WHICH)[number] }) =>
  which === "this" ? 60 : SERIES_ROWS;

export const listEventsRoute = get("/events/:orgId", {
  access: reads,
  query: schema.eventListQuery,
  answers: pageOf(schema.event),
  depends: ["events", "members"],
  summary: "List events",
  run: listEvents,
});

export const getEventRoute = get("/events/:id/details", {
  access: reads,
  answers: schema.eventDetails,
  depends: ["events", "members"],
  summary: "Read one event with who answered",
  run: getEvent,
});

export const joinEventRoute = post("/events/:id/join", {
  access: reads,
  body: z.optional(schema.joinInput),
  answers: schema.event,
  summary: "Sign up for an event or a slot, or wait for a place; who has one keeps it meanwhile",
  run: (context, { id, slotId, wait = true }) => joinEvent(context, { id, slotId, wait }),
});

export const leaveEventRoute = post("/events/:id/leave", {
  access: reads,
  answers: schema.event,
  summary: "Withdraw from an event",
  run: leaveEvent,
});

export const answerEventRoute = put("/events/:id/answer", {
  access: reads,
  body: schema.answerInput,
  answers: schema.event,
  summary: "Say that one may come, or cannot",
  run: answerEvent,
});

export const listStripRoute = get("/events/:orgId/strip", {
  access: reads,
  query: schema.stripQuery,
  answers: schema.strip,
  depends: ["events"],
  summary: "Mark the events of five weeks or of some days, and count those that are over",
  run: listStrip,
});

export const eventRoutes = [
  listEventsRoute,
  listStripRoute,
  getEventRoute,
  post("/events", {
    access: plans,
    body: schema.createEventInput,
    answers: created(schema.event),
    rows: ({ recurrence }) => (recurrence ? SERIES_ROWS : 20),
    summary: "Plan an event or a series",
    run: createEvent,
  }),
  post("/events/dates", {
    access: reads,
    body: schema.datesInput,
    answers: schema.nextDates,
    summary: "Show the next dates of a rule; nothing is stored",
    run: previewDates,
  }),
  patch("/events/:id", {
    access: owns,
    body: schema.editEventInput,
    answers: schema.event,
    rows: ofDates,
    summary: "Edit an event, publish a draft or put a cancelled one back",
    run: editEvent,
  }),
  get("/events/:id/clashes", {
    access: owns,
    query: clashesQuery,
    answers: clashes,
    summary: "Name who of an event has another one at a time to which it could move",
    run: findClashes,
  }),
  post("/events/:id/cancel", {
    access: owns,
    body: schema.cancelInput,
    answers: schema.event,
    rows: ofDates,
    summary: "Cancel an event with a reason",
    run: cancelEvent,
  }),
  remove("/events/:id", {
    access: ownsOnly("events.read"),
    answers: nothing,
    rows: 100,
    summary: "Delete a draft",
    run: deleteEvent,
  }),
  joinEventRoute,
  leaveEventRoute,
  answerEventRoute,
  post("/events/:id/people", {
    access: owns,
    body: schema.addPersonInput,
    answers: schema.event,
    summary: "Sign a member or a guest up",
    run: addPerson,
  }),
  remove("/events/:id/people/:answerId", {
    access: owns,
    answers: schema.event,
    summary: "Take a member's or guest's answer away",
    run: removePerson,
  }),
  get("/event-templates/:orgId", {
    access: plans,
    answers: z.array(templates.eventTemplate),
    depends: ["events"],
    summary: "List the templates of events",
    run: listTemplates,
  }),
  post("/event-templates", {
    access: plans,
    body: templates.createTemplateInput,
    answers: created(templates.eventTemplate),
    summary: "Save a template of events",
    run: createTemplate,
  }),
  patch("/event-templates/:id", {
    access: plans,
    body: templates.editTemplateInput,
    answers: templates.eventTemplate,
    summary: "Rename a template of events, or replace what it says",
    run: editTemplate,
  }),
  remove("/event-templates/:id", {
    access: plans,
    answers: nothing,
    summary: "Delete a template of events",
    run: deleteTemplate,
  }),
];
