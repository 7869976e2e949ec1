import { Hono } from "hono";
import { requires } from "../../lib/http/access.ts";
import { answer, answerPage } from "../../lib/http/answer.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import { fleetOwner, fleetQuery, fleetSummary, onlineMember } from "./fleet.schema.ts";
import { listFleet, listOnline, summarizeFleet } from "./fleet.ts";

export const fleetRoutes = new Hono<App>()
  .get(
    "/fleet/:orgId",
    requires("members.read"),
    input("query", fleetQuery),
    depends(["hangars", "members"]),
    async (c) => answerPage(c, fleetOwner, await listFleet(contextOf(c), c.req.valid("query"))),
  )
  .get("/fleet/:orgId/summary", requires("members.read"), depends(["hangars", "members"]), async (c) =>
    answer(c, fleetSummary, await summarizeFleet(contextOf(c))),
  )
  // Who is online changes all the time: asked for apart from the ships, which hardly do. Readers tell by the time who
  // no longer is, so that the answer only changes when a member is seen.
  .get(
    "/fleet/:orgId/online",
    requires("members.read"),
    input("query", fleetQuery),
    depends(["members", "discord"]),
    async (c) => answerPage(c, onlineMember, await listOnline(contextOf(c), c.req.valid("query"))),
  );
