import { type RouteCase, read } from "../../../testing/cases.ts";
import { hourOf, hoursOf } from "./hours.ts";

const own = { timeZone: "Europe/Copenhagen", hours: hoursOf(hourOf(3, 20), hourOf(3, 21)) };

export const cases: RouteCase[] = [
  read("/api/event-times/:orgId", ["events.read"], "/api/event-times/1?week=2026-11-30&timeZone=UTC"),
  read("/api/event-times/:orgId/zones", ["events.write"], "/api/event-times/1/zones"),
  {
    route: "PUT /api/event-times/own",
    access: ["events.read"],
    request: () => ({ path: "/api/event-times/own", body: own }),
    largest: () => ({ path: "/api/event-times/own", body: { ...own, hours: "1".repeat(168) } }),
  },
  {
    route: "DELETE /api/event-times/own",
    access: ["events.read"],
    request: () => ({ path: "/api/event-times/own" }),
    status: 204,
  },
];
