import type { RouteCase } from "../../../testing/cases.ts";
import { event } from "../../events/testing/events.factory.ts";
import { MOST_IN_FEED } from "../calendar.schema.ts";
import { feedOf } from "./calendar.factory.ts";

const path = "/api/calendar-feed";

export const cases: RouteCase[] = [
  { route: `GET ${path}`, access: ["events.read"], inBrowser: true, request: () => ({ path }) },
  { route: `POST ${path}`, access: ["events.read"], proof: true, request: () => ({ path }), status: 201 },
  {
    route: `DELETE ${path}`,
    access: ["events.read"],
    inBrowser: true,
    request: async ({ caller }) => {
      await feedOf(caller);
      return { path };
    },
    status: 204,
  },
  {
    route: "GET /api/calendar.ics",
    access: "public",
    request: async ({ officer }) => {
      await event();
      return { path: await feedOf(officer) };
    },
    // Reads each event to find those that the user may see, and then their answer to each.
    budget: { trips: 2, written: 0, read: () => 3 * MOST_IN_FEED + 100, grows: true },
  },
  {
    route: "GET /api/events/:id/calendar",
    unproven: "One event, which its reader sees in any case, for their own calendar.",
    access: ["events.read"],
    request: async () => ({ path: `/api/events/${await event()}/calendar` }),
    ofOrganization: true,
  },
];
