import { Hono } from "hono";
import * as z from "zod/mini";
import {
  type App,
  contextOf,
  idParameter,
  ownOrganization,
  type RequestContext,
  requires,
} from "../../lib/http/access.ts";
import { minuteOf, unlessUnchanged } from "../../lib/http/revision.ts";
import { input } from "../../lib/http/validation.ts";
import { answerPage } from "../../lib/page.ts";
import { bulkChange, reassignAll, undoBulkChange } from "./bulk.ts";
import {
  assignProspect,
  changeDeadline,
  changeNotes,
  changeStatus,
  createProspect,
  logTime,
} from "./change.ts";
import { listProspects } from "./list.ts";
import {
  assignInput,
  bulkInput,
  countsQuery,
  createProspectInput,
  deadlineInput,
  historyQuery,
  notesInput,
  PROSPECT_STATUSES,
  type ProspectListQuery,
  prospectListQuery,
  reassignInput,
  statusInput,
  timeInput,
} from "./prospects.schema.ts";
import { countProspects, getProspect, listDiscordActivities, listHistory } from "./read.ts";
import { getTeamOverview } from "./team.ts";

const statusParameter = z.object({ orgId: z.string(), status: z.enum(PROSPECT_STATUSES) });

/** Answers a list anew once a minute where deadlines pass in it. */
function answerList(c: RequestContext, query: ProspectListQuery): Promise<Response> {
  const isTimely = query.deadline === "overdue" || query.deadline === "soon" || query.urgent;
  return unlessUnchanged(
    c,
    ["prospects", "members", "discord"],
    async () => answerPage(c, await listProspects(contextOf(c), query)),
    isTimely ? minuteOf(c.var.now) : null,
  );
}

export const prospectRoutes = new Hono<App>()
  .get("/prospects/:orgId", requires("prospects.read"), input("query", prospectListQuery), (c) => {
    ownOrganization(c);
    const query = c.req.valid("query");
    return answerList(c, query);
  })
  .get(
    "/prospects/:orgId/by-status/:status",
    requires("prospects.read"),
    input("param", statusParameter),
    input("query", prospectListQuery),
    (c) => {
      ownOrganization(c);
      return answerList(c, { ...c.req.valid("query"), status: c.req.valid("param").status });
    },
  )
  .get("/prospects/:orgId/counts", requires("prospects.read"), input("query", countsQuery), (c) => {
    ownOrganization(c);
    const ownOnly = c.req.valid("query").assignedTo === "me";
    return unlessUnchanged(c, ["prospects"], async () => c.json(await countProspects(contextOf(c), ownOnly)));
  })
  .get("/prospects/:orgId/team", requires("crm.team_overview"), (c) => {
    ownOrganization(c);
    return unlessUnchanged(
      c,
      ["prospects", "members"],
      async () => c.json(await getTeamOverview(contextOf(c))),
      minuteOf(c.var.now),
    );
  })
  .post("/prospects", requires("prospects.write"), input("json", createProspectInput), async (c) =>
    c.json(await createProspect(contextOf(c), c.req.valid("json")), 201),
  )
  .post("/prospects/bulk", requires("prospects.write"), input("json", bulkInput), async (c) =>
    c.json(await bulkChange(contextOf(c), c.req.valid("json"))),
  )
  .post("/prospects/bulk/:changeId/undo", requires("prospects.write"), async (c) =>
    c.json(await undoBulkChange(contextOf(c), idParameter(c, "changeId"))),
  )
  .post("/prospects/reassign", requires("crm.assign"), input("json", reassignInput), async (c) =>
    c.json(await reassignAll(contextOf(c), c.req.valid("json"))),
  )
  .get("/prospects/:id/record", requires("prospects.read"), (c) =>
    unlessUnchanged(c, ["prospects", "members", "discord"], async () =>
      c.json(await getProspect(contextOf(c), idParameter(c, "id"))),
    ),
  )
  .get("/prospects/:id/history", requires("prospects.read"), input("query", historyQuery), (c) =>
    unlessUnchanged(c, ["activity", "prospects"], async () =>
      answerPage(c, await listHistory(contextOf(c), idParameter(c, "id"), c.req.valid("query"))),
    ),
  )
  .get("/prospects/:id/discord-activities", requires("prospects.read"), (c) =>
    unlessUnchanged(c, ["discord", "prospects"], async () =>
      c.json(await listDiscordActivities(contextOf(c), idParameter(c, "id"))),
    ),
  )
  .patch(
    "/prospects/:id/assign",
    requires("prospects.assign", "crm.assign"),
    input("json", assignInput),
    async (c) => c.json(await assignProspect(contextOf(c), idParameter(c, "id"), c.req.valid("json"))),
  )
  .patch("/prospects/:id/status", requires("prospects.write"), input("json", statusInput), async (c) =>
    c.json(await changeStatus(contextOf(c), idParameter(c, "id"), c.req.valid("json"))),
  )
  .patch("/prospects/:id/notes", requires("prospects.write"), input("json", notesInput), async (c) =>
    c.json(await changeNotes(contextOf(c), idParameter(c, "id"), c.req.valid("json"))),
  )
  .patch("/prospects/:id/deadline", requires("prospects.write"), input("json", deadlineInput), async (c) =>
    c.json(await changeDeadline(contextOf(c), idParameter(c, "id"), c.req.valid("json"))),
  )
  .post("/prospects/:id/time", requires("prospects.write"), input("json", timeInput), async (c) =>
    c.json(await logTime(contextOf(c), idParameter(c, "id"), c.req.valid("json")), 201),
  );
