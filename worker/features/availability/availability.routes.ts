import * as z from "zod/mini";
import { requires } from "../../lib/http/access.ts";
import { nothing } from "../../lib/http/answers.ts";
import { get, put, remove } from "../../lib/http/route.ts";
import * as schema from "./availability.schema.ts";
import { clearTimes, countZones, markTimes, readTimes } from "./times.ts";

const reads = requires("events.read");
/** Minutes after which windows may have passed: in every zone hours begin at a quarter. */
const QUARTER = 15;

export const availabilityRoutes = [
  get("/event-times/:orgId", {
    access: reads,
    query: schema.timesQuery,
    answers: schema.eventTimes,
    depends: ["event_times", "members"],
    moment: ({ now }) => Math.floor(now.getTime() / (QUARTER * 60_000)),
    summary: "Count the members who can at each hour of a week, and find the best windows",
    run: readTimes,
  }),
  get("/event-times/:orgId/zones", {
    access: requires("events.write"),
    answers: z.array(schema.zoneCount),
    depends: ["event_times"],
    summary: "Count the members who have marked when they can, by time zone",
    run: countZones,
  }),
  put("/event-times/own", {
    access: reads,
    body: schema.ownTimesInput,
    answers: schema.ownTimes,
    summary: "Mark when you usually can",
    run: markTimes,
  }),
  remove("/event-times/own", {
    access: reads,
    answers: nothing,
    summary: "Take back when you usually can",
    run: clearTimes,
  }),
];
