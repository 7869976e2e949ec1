import { ownsOr, proven, requires } from "../../lib/http/access.ts";
import { file } from "../../lib/http/answers.ts";
import { everyMinute } from "../../lib/http/depends.ts";
import { get, patch, post, put } from "../../lib/http/route.ts";
import { event } from "../events/index.ts";
import * as schema from "./attendance.schema.ts";
import { claimAttendance, decideClaim } from "./claims.ts";
import { confirmAttendance } from "./confirm.ts";
import { listUnconfirmed } from "./crew.ts";
import { exportAttendance } from "./export.ts";
import { getAttendance } from "./list.ts";
import { getReport, writeReport } from "./report.ts";
import { memberStatistics, ownStatistics, shareStatistics } from "./statistics.ts";

const reads = requires("events.read");
const owns = ownsOr("events.write", { among: ["events.read"] });

export const attendanceRoutes = [
  get("/events/:orgId/unconfirmed", {
    access: reads,
    answers: schema.unconfirmed,
    depends: ["events"],
    moment: everyMinute,
    summary: "List the past events whose attendance waits for the caller",
    run: listUnconfirmed,
  }),
  get("/events/:id/attendance", {
    access: reads,
    answers: schema.attendance,
    depends: ["events"],
    moment: everyMinute,
    summary: "Read who was at an event, as voice proposes and as it was confirmed",
    run: getAttendance,
  }),
  put("/events/:id/attendance", {
    access: owns,
    body: schema.confirmInput,
    answers: event,
    rows: ({ people }) => 20 + 3 * people.length,
    summary: "Say who was at an event, and for how long",
    run: confirmAttendance,
  }),
  get("/events/:id/attendance/export", {
    access: proven(owns),
    answers: file("text/csv"),
    summary: "Save who was at an event as CSV",
    run: exportAttendance,
  }),
  post("/events/:id/claim", {
    access: reads,
    body: schema.claimInput,
    answers: event,
    summary: "Say that one was at an event",
    run: claimAttendance,
  }),
  put("/events/:id/claims/:personId", {
    access: owns,
    body: schema.decideClaimInput,
    answers: event,
    summary: "Approve or decline that somebody was at an event",
    run: decideClaim,
  }),
  get("/events/:id/report", {
    access: reads,
    answers: schema.report,
    depends: ["events"],
    summary: "Read what happened at an event",
    run: getReport,
  }),
  put("/events/:id/report", {
    access: owns,
    body: schema.reportInput,
    answers: schema.report,
    summary: "Write what happened at an event",
    run: writeReport,
  }),
  get("/event-statistics/:orgId/own", {
    access: reads,
    answers: schema.ownStatistics,
    depends: ["events"],
    moment: everyMinute,
    summary: "Count the events that one was at",
    run: ownStatistics,
  }),
  get("/event-statistics/members/:id", {
    access: requires("members.read"),
    answers: schema.sharedStatistics,
    depends: ["events"],
    moment: everyMinute,
    summary: "Count the events that a member was at who shares that",
    run: memberStatistics,
  }),
  patch("/event-statistics", {
    access: reads,
    body: schema.shareInput,
    answers: schema.ownStatistics,
    summary: "Show others how many events one was at, or no longer",
    run: shareStatistics,
  }),
];
