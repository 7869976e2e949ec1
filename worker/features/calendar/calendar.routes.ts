import { inSession, proven, publicRoute, requires } from "../../lib/http/access.ts";
import { type Answers, created, file, nothing } from "../../lib/http/answers.ts";
import { get, post, remove } from "../../lib/http/route.ts";
import { endAddress, getAddress, makeAddress } from "./address.ts";
import * as schema from "./calendar.schema.ts";
import { type Feed, readFeed, saveEvent } from "./feed.ts";

const TYPE = "text/calendar";
const reads = requires("events.read");

/** Answers a calendar, which its client may cache for five minutes, or 304. */
const calendar: Answers<Feed> = {
  status: 200,
  content: { type: TYPE },
  respond(c, { tag, body }) {
    const headers = { ETag: tag, "Cache-Control": "private, max-age=300", Vary: "Accept-Language" };
    if (body === null) return c.body(null, 304, headers);
    return c.body(body, 200, { ...headers, "Content-Type": `${TYPE}; charset=utf-8` });
  },
};

export const calendarRoutes = [
  get("/calendar-feed", {
    access: inSession(reads),
    answers: schema.calendarAddress,
    summary: "Read since when the caller has a calendar address",
    run: getAddress,
  }),
  post("/calendar-feed", {
    access: proven(reads),
    answers: created(schema.newCalendarAddress),
    summary: "Make the caller's calendar address, which ends an earlier one",
    run: makeAddress,
  }),
  remove("/calendar-feed", {
    access: inSession(reads),
    answers: nothing,
    summary: "End the caller's calendar address",
    run: endAddress,
  }),
  get("/calendar.ics", {
    access: publicRoute(),
    query: schema.feedQuery,
    answers: calendar,
    summary: "Read the events of a calendar address as iCalendar",
    run: (context, { token }, c) => readFeed(context, token, c.req.header("If-None-Match")),
  }),
  get("/events/:id/calendar", {
    access: reads,
    answers: file(TYPE),
    summary: "Save an event as a file for a calendar app",
    run: saveEvent,
  }),
];
