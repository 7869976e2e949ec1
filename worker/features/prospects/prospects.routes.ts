import { Hono } from "hono";
import * as z from "zod/mini";
import { requires, signedIn } from "../../lib/http/access.ts";
import { type App, answerPage, contextOf, idParameter } from "../../lib/http/app.ts";
import { depends, everyMinute } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import { bulkChange, reassignAll, undoBulkChange } from "./bulk.ts";
import { assignProspect, changeDeadline, changeNotes, createProspect, logTime } from "./change.ts";
import { countProspects, countTasks, getTeamOverview } from "./figures.ts";
import { listDiscordActivities, listHistory, listProspects } from "./list.ts";
import { changeStatus } from "./move.ts";
import { prospectRecord } from "./prospects.rows.ts";
import {
  assignInput,
  bulkInput,
  countsQuery,
  createProspectInput,
  deadlineInput,
  historyQuery,
  notesInput,
  PROSPECT_STATUSES,
  prospectListQuery,
  reassignInput,
  statusInput,
  timeInput,
} from "./prospects.schema.ts";
import { clearTestData, createTestData } from "./test-data.ts";

const reads = requires("prospects.read");
const writes = requires("prospects.write");

/** Lists in which deadlines pass are another answer with every minute. */
const dependsOnList = depends(["prospects", "members", "discord"], {
  moment: (c) => {
    const { deadline, urgent } = c.req.query();
    return deadline === "overdue" || deadline === "soon" || urgent ? everyMinute(c) : null;
  },
});

export const prospectRoutes = new Hono<App>()
  .get("/prospects/:orgId", reads, input("query", prospectListQuery), dependsOnList, async (c) =>
    answerPage(c, await listProspects(contextOf(c), c.req.valid("query"))),
  )
  .get(
    "/prospects/:orgId/by-status/:status",
    reads,
    input("param", z.object({ status: z.enum(PROSPECT_STATUSES) })),
    input("query", prospectListQuery),
    dependsOnList,
    async (c) =>
      answerPage(c, await listProspects(contextOf(c), { ...c.req.valid("query"), ...c.req.valid("param") })),
  )
  .get("/prospects/:orgId/counts", reads, input("query", countsQuery), depends(["prospects"]), async (c) =>
    c.json(await countProspects(contextOf(c), c.req.valid("query").assignedTo === "me")),
  )
  .get(
    "/prospects/:orgId/team",
    requires("crm.team_overview"),
    depends(["prospects", "members"], { moment: everyMinute }),
    async (c) => c.json(await getTeamOverview(contextOf(c))),
  )
  .get("/user/stats", signedIn(), async (c) => c.json(await countTasks(contextOf(c))))
  .post("/prospects", writes, input("json", createProspectInput), async (c) =>
    c.json(await createProspect(contextOf(c), c.req.valid("json")), 201),
  )
  .post("/prospects/bulk", writes, input("json", bulkInput), async (c) =>
    c.json(await bulkChange(contextOf(c), c.req.valid("json"))),
  )
  .post("/prospects/bulk/:changeId/undo", writes, async (c) =>
    c.json(await undoBulkChange(contextOf(c), idParameter(c, "changeId"))),
  )
  .post("/prospects/reassign", requires("crm.assign"), input("json", reassignInput), async (c) =>
    c.json(await reassignAll(contextOf(c), c.req.valid("json"))),
  )
  .post("/test-data/create", requires("admin.system"), async (c) =>
    c.json(await createTestData(contextOf(c)), 201),
  )
  .delete("/test-data/clear", requires("admin.system"), async (c) =>
    c.json(await clearTestData(contextOf(c))),
  )
  .get("/prospects/:id/record", reads, depends(["prospects", "members", "discord"]), async (c) =>
    c.json(await prospectRecord.get(contextOf(c), idParameter(c))),
  )
  .get(
    "/prospects/:id/history",
    reads,
    input("query", historyQuery),
    depends(["activity", "prospects"]),
    async (c) => answerPage(c, await listHistory(contextOf(c), idParameter(c), c.req.valid("query"))),
  )
  .get("/prospects/:id/discord-activities", reads, depends(["discord", "prospects"]), async (c) =>
    c.json(await listDiscordActivities(contextOf(c), idParameter(c))),
  )
  .patch(
    "/prospects/:id/assign",
    requires("prospects.assign", "crm.assign"),
    input("json", assignInput),
    async (c) => c.json(await assignProspect(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch("/prospects/:id/status", writes, input("json", statusInput), async (c) =>
    c.json(await changeStatus(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch("/prospects/:id/notes", writes, input("json", notesInput), async (c) =>
    c.json(await changeNotes(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch("/prospects/:id/deadline", writes, input("json", deadlineInput), async (c) =>
    c.json(await changeDeadline(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .post("/prospects/:id/time", writes, input("json", timeInput), async (c) =>
    c.json(await logTime(contextOf(c), idParameter(c), c.req.valid("json")), 201),
  );
