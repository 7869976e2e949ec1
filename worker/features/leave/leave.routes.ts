import { ofMembers, ownsOr } from "../../lib/http/access.ts";
import { created, nothing, pageOf } from "../../lib/http/answers.ts";
import { everyDay } from "../../lib/http/depends.ts";
import { get, patch, post, remove } from "../../lib/http/route.ts";
import { addLeave, changeLeave, endLeave } from "./change.ts";
import * as schema from "./leave.schema.ts";
import { listLeaves } from "./list.ts";

const writes = ofMembers("members.write");

export const listLeavesRoute = get("/leaves/:orgId", {
  access: ownsOr(["members.read", "members.write"]),
  query: schema.leaveListQuery,
  answers: pageOf(schema.leave),
  depends: ["leaves"],
  moment: everyDay,
  summary: "List current and coming leaves",
  run: listLeaves,
});

export const addLeaveRoute = post("/leaves", {
  access: writes,
  body: schema.addLeaveInput,
  answers: created(schema.leave),
  summary: "Say on which days the caller or another member is away",
  run: addLeave,
});

export const endLeaveRoute = remove("/leaves/:id", {
  access: writes,
  answers: nothing,
  summary: "End a leave, or remove one that has not begun",
  run: endLeave,
});

export const leaveRoutes = [
  listLeavesRoute,
  addLeaveRoute,
  patch("/leaves/:id", {
    access: writes,
    body: schema.changeLeaveInput,
    answers: schema.leave,
    summary: "Change a leave",
    run: changeLeave,
  }),
  endLeaveRoute,
];
