import { Hono } from "hono";
import * as z from "zod/mini";
import { requires, signedIn } from "../../lib/http/access.ts";
import { answer, answerPage } from "../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
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
  bulkAnswer,
  bulkInput,
  countsQuery,
  createProspectInput,
  deadlineInput,
  discordActivity,
  historyQuery,
  notesInput,
  PROSPECT_STATUSES,
  prospect,
  prospectCounts,
  prospectHistoryEntry,
  prospectListQuery,
  reassignInput,
  statusInput,
  teamOverview,
  testDataCleared,
  testDataCreated,
  timeInput,
  userStats,
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
    answerPage(c, prospect, await listProspects(contextOf(c), c.req.valid("query"))),
  )
  .get(
    "/prospects/:orgId/by-status/:status",
    reads,
    input("param", z.object({ status: z.enum(PROSPECT_STATUSES) })),
    input("query", prospectListQuery),
    dependsOnList,
    async (c) =>
      answerPage(
        c,
        prospect,
        await listProspects(contextOf(c), { ...c.req.valid("query"), ...c.req.valid("param") }),
      ),
  )
  .get("/prospects/:orgId/counts", reads, input("query", countsQuery), depends(["prospects"]), async (c) =>
    answer(c, prospectCounts, await countProspects(contextOf(c), c.req.valid("query").assignedTo === "me")),
  )
  .get(
    "/prospects/:orgId/team",
    requires("crm.team_overview"),
    depends(["prospects", "members"], { moment: everyMinute }),
    async (c) => answer(c, teamOverview, await getTeamOverview(contextOf(c))),
  )
  .get("/user/stats", signedIn(), async (c) => answer(c, userStats, await countTasks(contextOf(c))))
  .post("/prospects", writes, input("json", createProspectInput), async (c) =>
    answer(c, prospect, await createProspect(contextOf(c), c.req.valid("json")), 201),
  )
  .post("/prospects/bulk", writes, input("json", bulkInput), async (c) =>
    answer(c, bulkAnswer, await bulkChange(contextOf(c), c.req.valid("json"))),
  )
  .post("/prospects/bulk/:changeId/undo", writes, async (c) =>
    answer(c, bulkAnswer, await undoBulkChange(contextOf(c), idParameter(c, "changeId"))),
  )
  .post("/prospects/reassign", requires("crm.assign"), input("json", reassignInput), async (c) =>
    answer(c, bulkAnswer, await reassignAll(contextOf(c), c.req.valid("json"))),
  )
  .post("/test-data/create", requires("admin.system"), async (c) =>
    answer(c, testDataCreated, await createTestData(contextOf(c)), 201),
  )
  .delete("/test-data/clear", requires("admin.system"), async (c) =>
    answer(c, testDataCleared, await clearTestData(contextOf(c))),
  )
  .get("/prospects/:id/record", reads, depends(["prospects", "members", "discord"]), async (c) =>
    answer(c, prospect, await prospectRecord.get(contextOf(c), idParameter(c))),
  )
  .get(
    "/prospects/:id/history",
    reads,
    input("query", historyQuery),
    depends(["activity", "prospects"]),
    async (c) =>
      answerPage(
        c,
        prospectHistoryEntry,
        await listHistory(contextOf(c), idParameter(c), c.req.valid("query")),
      ),
  )
  .get("/prospects/:id/discord-activities", reads, depends(["discord", "prospects"]), async (c) =>
    answer(c, z.array(discordActivity), await listDiscordActivities(contextOf(c), idParameter(c))),
  )
  .patch(
    "/prospects/:id/assign",
    requires("prospects.assign", "crm.assign"),
    input("json", assignInput),
    async (c) => answer(c, prospect, await assignProspect(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch("/prospects/:id/status", writes, input("json", statusInput), async (c) =>
    answer(c, prospect, await changeStatus(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch("/prospects/:id/notes", writes, input("json", notesInput), async (c) =>
    answer(c, prospect, await changeNotes(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch("/prospects/:id/deadline", writes, input("json", deadlineInput), async (c) =>
    answer(c, prospect, await changeDeadline(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .post("/prospects/:id/time", writes, input("json", timeInput), async (c) =>
    answer(c, prospectHistoryEntry, await logTime(contextOf(c), idParameter(c), c.req.valid("json")), 201),
  );
