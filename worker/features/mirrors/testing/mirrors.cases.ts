import { type RouteCase, read } from "../../../testing/cases.ts";

export const cases: RouteCase[] = [
  read("/api/events/:orgId/mirror", ["events.write"], "/api/events/1/mirror"),
];
