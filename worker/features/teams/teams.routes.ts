import * as z from "zod/mini";
import { inSession, ofMembers, requires } from "../../lib/http/access.ts";
import { created, pageOf } from "../../lib/http/answers.ts";
import { get, patch, post } from "../../lib/http/route.ts";
import { applyToTeam } from "./apply.ts";
import { addTeam, changeTeam } from "./change.ts";
import { acceptForTeam, declineForTeam, withdrawFromTeam } from "./decide.ts";
import { listApplications, listTeams } from "./list.ts";
import * as schema from "./teams.schema.ts";

const administers = requires("admin.system");
/** Members, of whom the rows decide which review: a role makes reviewers, and no permission that a token could have. */
const reviews = inSession(ofMembers("admin.system"));
const applies = inSession(ofMembers());

/** An acceptance also writes a role, with its history and notices. */
const DECISION_ROWS = 50;

export const teamRoutes = [
  get("/teams/:orgId", {
    access: reviews,
    answers: z.array(schema.team),
    depends: ["teams"],
    summary: "List the teams that the caller may apply to, has applied to or reviews for",
    run: listTeams,
  }),
  post("/teams/:orgId", {
    access: administers,
    body: schema.addTeamInput,
    answers: created(schema.team),
    summary: "Add a team with the draft of its form",
    run: addTeam,
  }),
  patch("/teams/:id", {
    access: administers,
    body: schema.changeTeamInput,
    answers: schema.team,
    summary: "Change a team",
    run: changeTeam,
  }),
  get("/teams/:id/applications", {
    access: reviews,
    query: schema.teamListQuery,
    answers: pageOf(schema.teamApplication),
    // Without an entity tag: names of applicants raise a topic that not every reviewer may hear of.
    summary: "List others' applications to a team that the caller reviews for",
    run: listApplications,
  }),
  post("/team-applications", {
    access: applies,
    body: schema.teamApplyInput,
    answers: created(schema.teamApplication),
    summary: "Apply to a team",
    run: applyToTeam,
  }),
  patch("/team-applications/:id/accept", {
    access: reviews,
    body: schema.teamDecideInput,
    answers: schema.teamApplication,
    rows: DECISION_ROWS,
    summary: "Accept an application to a team",
    run: acceptForTeam,
  }),
  patch("/team-applications/:id/decline", {
    access: reviews,
    body: schema.teamDecideInput,
    answers: schema.teamApplication,
    summary: "Decline an application to a team",
    run: declineForTeam,
  }),
  patch("/team-applications/:id/withdraw", {
    access: applies,
    body: schema.teamWithdrawInput,
    answers: schema.teamApplication,
    summary: "Take the caller's own application to a team back",
    run: withdrawFromTeam,
  }),
];
