import * as z from "zod/mini";
import { ownsOnly, ownsOr, requires, requiresAll, signedIn } from "../../lib/http/access.ts";
import { created, nothing, pageOf } from "../../lib/http/answers.ts";
import { everyDay, everyMinute } from "../../lib/http/depends.ts";
import { get, patch, post, remove } from "../../lib/http/route.ts";
import { bulkChange, reassignAll } from "./bulk.ts";
import { assignProspect, changeDeadline, changeNotes, createProspect, logTime } from "./change.ts";
import { correctProspect } from "./corrections/correct.ts";
import { findDuplicates } from "./corrections/duplicates.ts";
import { mergeProspects } from "./corrections/merge.ts";
import { removeProspect } from "./corrections/remove.ts";
import { getRemoval, restoreProspect } from "./corrections/restore.ts";
import { listDiscordActivities, listHistory, listProspects } from "./list.ts";
import { changeStatus } from "./move.ts";
import { BULK_LIMIT } from "./pipeline.schema.ts";
import { countProspects, countTasks, getTeamOverview } from "./pipeline-figures.ts";
import { prospectRecord } from "./prospects.rows.ts";
import * as schema from "./prospects.schema.ts";
import { clearTestData, countTestData, createTestData } from "./test-data.ts";
import { undoBulkChange, undoChange } from "./undo.ts";
import { listInVoice } from "./voice.ts";

/** Without prospects.read_all users see and change only prospects assigned to them. */
const reads = ownsOr("prospects.read_all", { among: ["prospects.read"] });
const writes = ownsOr("prospects.read_all", { among: ["prospects.write"] });
/** Merging and deleting requires seeing all prospects: two of them may be one person. */
const removes = requiresAll("prospects.write", "prospects.read_all");

/** Lists whose deadlines pass change with every minute, others with every day, since they show who is away. */
const list = {
  query: schema.prospectListQuery,
  answers: pageOf(schema.prospect),
  depends: ["prospects", "members", "discord"],
  moment: (context: { now: Date }, { deadline, urgent }: schema.ProspectListQuery) =>
    deadline === "overdue" || deadline === "soon" || urgent ? everyMinute(context) : everyDay(context),
  run: listProspects,
};

/** Most rows that a change of several prospects writes. */
const bulkRows = (count: number) => 20 + 40 * count;

export const listProspectsRoute = get("/prospects/:orgId", {
  ...list,
  access: reads,
  summary: "List prospects",
});

const listInVoiceRoute = get("/members/:orgId/voice", {
  access: requires("roster.read", "members.read"),
  answers: z.array(schema.inVoice),
  depends: ["discord", "members"],
  moment: everyMinute,
  summary: "List the active members in voice",
  run: listInVoice,
});

export const getProspectRoute = get("/prospects/:id/record", {
  access: reads,
  answers: schema.prospect,
  depends: ["prospects", "members", "discord"],
  moment: everyDay,
  summary: "Read one prospect",
  run: (context, { id }) => prospectRecord.get(context, id),
});

const listHistoryRoute = get("/prospects/:id/history", {
  access: reads,
  query: schema.historyQuery,
  answers: pageOf(schema.prospectHistoryEntry),
  depends: ["activity", "prospects"],
  summary: "List what happened to a prospect",
  run: listHistory,
});

export const assignProspectRoute = patch("/prospects/:id/assign", {
  access: ownsOr("crm.assign", { among: ["prospects.assign", "crm.assign"] }),
  body: schema.assignInput,
  answers: schema.prospect,
  summary: "Give a prospect to a member, or to nobody",
  run: assignProspect,
});

export const changeStatusRoute = patch("/prospects/:id/status", {
  access: writes,
  body: schema.statusInput,
  answers: schema.prospect,
  rows: 50,
  summary: "Move a prospect along the pipeline",
  run: changeStatus,
});

export const changeNotesRoute = patch("/prospects/:id/notes", {
  access: writes,
  body: schema.notesInput,
  answers: schema.prospect,
  // Fewer than an edit, because the field saves itself at each pause in typing.
  rows: 10,
  summary: "Replace a prospect's notes",
  run: changeNotes,
});

export const changeDeadlineRoute = patch("/prospects/:id/deadline", {
  access: writes,
  body: schema.deadlineInput,
  answers: schema.prospect,
  summary: "Set or clear a prospect's deadline",
  run: changeDeadline,
});

const undoChangeRoute = post("/prospects/:id/undo", {
  access: ownsOr("prospects.read_all", { among: ["prospects.write", "prospects.assign", "crm.assign"] }),
  body: schema.undoInput,
  answers: schema.prospect,
  summary: "Undo the caller's last change of a prospect's stage, assignee or deadline",
  run: undoChange,
});

const countTasksRoute = get("/user/stats", {
  access: signedIn("prospects.read"),
  answers: schema.userStats,
  summary: "Count the caller's own tasks",
  run: countTasks,
});

export const getTeamOverviewRoute = get("/prospects/:orgId/team", {
  access: requires("crm.team_overview"),
  answers: schema.teamOverview,
  depends: ["prospects", "members"],
  moment: everyMinute,
  summary: "Show the open work of each assignee",
  run: getTeamOverview,
});

export const prospectRoutes = [
  listProspectsRoute,
  listInVoiceRoute,
  get("/prospects/:orgId/by-status/:status", {
    ...list,
    access: reads,
    params: z.object({ status: z.enum(schema.PROSPECT_STATUSES) }),
    summary: "List prospects of one status",
  }),
  get("/prospects/:orgId/counts", {
    access: reads,
    query: schema.countsQuery,
    answers: schema.prospectCounts,
    depends: ["prospects"],
    summary: "Count prospects by status",
    run: countProspects,
  }),
  getTeamOverviewRoute,
  countTasksRoute,
  post("/prospects", {
    access: requires("prospects.write"),
    body: schema.createProspectInput,
    answers: created(schema.prospect),
    summary: "Add a prospect at intro",
    run: createProspect,
  }),
  post("/prospects/bulk", {
    access: writes,
    body: schema.bulkInput,
    answers: schema.bulkAnswer,
    rows: ({ prospects }) => bulkRows(prospects.length),
    summary: "Change several prospects at once",
    run: bulkChange,
  }),
  post("/prospects/bulk/:changeId/undo", {
    access: ownsOnly("prospects.write"),
    answers: schema.bulkAnswer,
    rows: bulkRows(BULK_LIMIT),
    summary: "Undo a change of several prospects",
    run: undoBulkChange,
  }),
  post("/prospects/reassign", {
    access: requires("crm.assign"),
    body: schema.reassignInput,
    answers: schema.bulkAnswer,
    rows: bulkRows(BULK_LIMIT),
    summary: "Hand all prospects of one assignee to another",
    run: reassignAll,
  }),
  get("/test-data/:orgId", {
    access: requires("admin.system"),
    answers: schema.testData,
    depends: ["prospects"],
    summary: "Count the sample prospects",
    run: countTestData,
  }),
  post("/test-data/create", {
    access: requires("admin.system"),
    answers: created(schema.testDataCreated),
    rows: 500,
    summary: "Add two dozen sample prospects",
    run: createTestData,
  }),
  remove("/test-data/clear", {
    access: requires("admin.system"),
    answers: schema.testDataCleared,
    rows: 500,
    summary: "Remove the sample prospects",
    run: clearTestData,
  }),
  getProspectRoute,
  listHistoryRoute,
  get("/prospects/:id/discord-activities", {
    access: reads,
    answers: z.array(schema.discordActivity),
    depends: ["discord", "prospects"],
    summary: "List what a prospect did in Discord",
    run: listDiscordActivities,
  }),
  assignProspectRoute,
  changeStatusRoute,
  changeNotesRoute,
  changeDeadlineRoute,
  undoChangeRoute,
  post("/prospects/:id/time", {
    access: writes,
    body: schema.timeInput,
    answers: created(schema.prospectHistoryEntry),
    summary: "Log minutes spent on a prospect",
    run: logTime,
  }),
  get("/prospects/:orgId/duplicates", {
    access: writes,
    query: schema.duplicatesQuery,
    answers: z.array(schema.duplicate),
    summary: "Find prospects who may be the same person",
    run: findDuplicates,
  }),
  patch("/prospects/:id", {
    access: writes,
    body: schema.correctInput,
    answers: schema.prospect,
    summary: "Correct facts of a prospect",
    run: correctProspect,
  }),
  post("/prospects/:id/merge", {
    access: removes,
    body: schema.mergeInput,
    answers: schema.prospect,
    rows: 50,
    summary: "Merge another prospect into one",
    run: mergeProspects,
  }),
  remove("/prospects/:id", {
    access: removes,
    body: schema.removeInput,
    answers: nothing,
    summary: "Delete a prospect, for a reason",
    run: removeProspect,
  }),
  get("/prospects/:id/removal", {
    access: removes,
    answers: schema.removal,
    summary: "Read why a prospect was deleted or merged",
    run: getRemoval,
  }),
  post("/prospects/:id/restore", {
    access: removes,
    answers: schema.prospect,
    rows: 50,
    summary: "Bring back a deleted prospect, or undo a merge",
    run: restoreProspect,
  }),
];
