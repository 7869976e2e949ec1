import * as z from "zod/mini";
import { proven, requires } from "../../lib/http/access.ts";
import { created, file, nothing, pageOf } from "../../lib/http/answers.ts";
import { everyDay } from "../../lib/http/depends.ts";
import { get, post, put, remove } from "../../lib/http/route.ts";
import { role } from "../roles/index.ts";
import { ENDING_ROWS } from "../sessions/index.ts";
import * as change from "./change.ts";
import { exportMembers } from "./export.ts";
import { countMembers, listAssignableMembers, listMembers, listRoster, listUsers } from "./list.ts";
import * as schema from "./members.schema.ts";
import { createPasswordLink } from "./password-link.ts";

const reads = requires("members.read");
const readsUsers = requires("members.read", "admin.users");
const writes = requires("members.write");
const administers = proven(requires("admin.users"));

export const listMembersRoute = get("/members/:orgId", {
  access: reads,
  query: schema.memberListQuery,
  answers: pageOf(schema.member),
  depends: ["members", "discord"],
  moment: everyDay,
  summary: "List members",
  run: listMembers,
});

const listRosterRoute = get("/members/:orgId/roster", {
  access: requires("roster.read", "members.read"),
  query: schema.rosterQuery,
  answers: pageOf(schema.rosterEntry),
  depends: ["members", "discord"],
  summary: "List active members by name, role and presence",
  run: listRoster,
});

export const listAssignableRoute = get("/members/:orgId/assignable", {
  access: requires("prospects.read"),
  answers: z.array(schema.assignableMember),
  depends: ["members"],
  moment: everyDay,
  summary: "List the members whom prospects can be assigned to",
  run: listAssignableMembers,
});

export const memberRoutes = [
  listMembersRoute,
  listRosterRoute,
  get("/users/:orgId", {
    access: readsUsers,
    query: schema.userListQuery,
    answers: pageOf(schema.listedUser),
    depends: ["members", "discord", "prospects"],
    moment: everyDay,
    summary: "List members, and for administrators of users those without a role",
    run: listUsers,
  }),
  get("/members/:orgId/counts", {
    access: readsUsers,
    answers: schema.memberCounts,
    depends: ["members", "prospects"],
    summary: "Count members by role and status",
    run: countMembers,
  }),
  get("/members/:orgId/export", {
    access: proven(readsUsers),
    query: schema.memberExportQuery,
    answers: file("text/csv"),
    summary: "Save the list of members as CSV",
    run: exportMembers,
  }),
  listAssignableRoute,
  put("/members/:id/status", {
    access: writes,
    body: schema.memberStatusInput,
    answers: schema.member,
    rows: ENDING_ROWS,
    summary: "Make a member active or inactive",
    run: change.changeMemberStatus,
  }),
  put("/members/:id/role", {
    access: writes,
    body: schema.memberRoleInput,
    answers: schema.member,
    summary: "Give a member another role",
    run: change.changeMemberRole,
  }),
  post("/members/:id/password-link", {
    access: administers,
    body: z.optional(schema.passwordLinkOptions),
    answers: created(schema.passwordLink),
    summary: "Make the link with which a member chooses a password",
    run: createPasswordLink,
  }),
  post("/roles/:id/move-members", {
    access: administers,
    body: schema.moveMembersInput,
    answers: role,
    rows: 1_000,
    summary: "Give all members of a role another one",
    run: change.moveMembers,
  }),
  remove("/users/:id/sessions", {
    access: administers,
    answers: nothing,
    rows: ENDING_ROWS,
    summary: "End all sessions of a user",
    run: change.endUserSessions,
  }),
  remove("/members/:id/sessions", {
    access: proven(requires("members.write", "admin.users")),
    answers: nothing,
    rows: ENDING_ROWS,
    summary: "End all sessions of a member",
    run: change.endMemberSessions,
  }),
];
