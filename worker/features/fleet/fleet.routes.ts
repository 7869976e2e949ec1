import { requires } from "../../lib/http/access.ts";
import { pageOf } from "../../lib/http/answers.ts";
import { get } from "../../lib/http/route.ts";
import { fleetOwner, fleetQuery, fleetSummary, onlineMember } from "./fleet.schema.ts";
import { listFleet, listOnline, summarizeFleet } from "./fleet.ts";

const access = requires("roster.read", "members.read");

export const fleetRoutes = [
  get("/fleet/:orgId", {
    access,
    query: fleetQuery,
    answers: pageOf(fleetOwner),
    depends: ["hangars", "members"],
    summary: "List the ships of every member who shares them",
    run: listFleet,
  }),
  get("/fleet/:orgId/summary", {
    access,
    answers: fleetSummary,
    depends: ["hangars", "members"],
    summary: "Count members and hidden hangars",
    run: summarizeFleet,
  }),
  // Separate from the ships, which change rarely. This answer changes when a member is seen online; the browser computes from
  // the times who has gone offline since.
  get("/fleet/:orgId/online", {
    access,
    query: fleetQuery,
    answers: pageOf(onlineMember),
    depends: ["members", "discord"],
    summary: "List the members who are online",
    run: listOnline,
  }),
];
