import { ownsOr, proven, requires } from "../../lib/http/access.ts";
import { created, nothing, pageOf } from "../../lib/http/answers.ts";
import { everyDay } from "../../lib/http/depends.ts";
import { get, patch, post, remove } from "../../lib/http/route.ts";
import type { Permission } from "../../lib/permissions.schema.ts";
import { written } from "../../lib/written.schema.ts";
import {
  clearFlag,
  decideApplication,
  holdApplication,
  removeApplication,
  resumeApplication,
} from "./decide.ts";
import { getDetails } from "./details.ts";
import { getSecurityTeam, listSecurityApplications } from "./list.ts";
import { deleteMessage, editMessage, removeMessage, writeMessage } from "./messages.ts";
import { reviewApplication } from "./review.ts";
import * as schema from "./security-team.schema.ts";
import { decideTrial } from "./trials.ts";

const reviews = requires("security.review");
/** The permissions of which a token needs one, also for its owner's own records. */
const scope: Permission[] = ["security.view", "security.review"];
const owns = ownsOr("security.review", { scope });
const ownsAlone = ownsOr([], { scope });
const answers = schema.applicationDetails;

/** An acceptance also writes a role, with its history and notices. */
const DECISION_ROWS = 50;

// Without entity tags: a reviewer's own first review changes list and details, and raises no topic.
export const securityTeamRoutes = [
  get("/security-team/:orgId", {
    access: requires("security.view", "security.review"),
    answers: schema.securityTeam,
    depends: ["applications", "members", "settings"],
    moment: everyDay,
    summary: "Read who is in the security team and on trial",
    run: getSecurityTeam,
  }),
  get("/security-applications/:orgId", {
    access: reviews,
    query: schema.securityListQuery,
    answers: pageOf(schema.applicationSummary),
    summary: "List the applications for the security team",
    run: listSecurityApplications,
  }),
  get("/security-applications/:id/details", {
    access: owns,
    answers,
    summary:
      "Read an application for the security team with its thread, and as a reviewer what stands beside it",
    run: getDetails,
  }),
  post("/security-applications/:id/reviews", {
    access: reviews,
    body: schema.reviewInput,
    answers,
    summary: "Review an application for the security team",
    run: reviewApplication,
  }),
  patch("/security-applications/:id/decision", {
    access: reviews,
    body: schema.decisionInput,
    answers,
    rows: DECISION_ROWS,
    summary: "Accept an application for the security team, at once or on trial, or decline it",
    run: decideApplication,
  }),
  post("/security-applications/:id/hold", {
    access: reviews,
    body: schema.holdInput,
    answers,
    summary: "Let an application for the security team wait for its applicant",
    run: holdApplication,
  }),
  post("/security-applications/:id/resume", {
    access: reviews,
    body: schema.resumeInput,
    answers,
    summary: "Let an application for the security team wait no longer",
    run: resumeApplication,
  }),
  post("/security-applications/:id/flags", {
    access: reviews,
    body: schema.clearFlagInput,
    answers,
    summary: "Clear a flag of an application for the security team",
    run: clearFlag,
  }),
  post("/security-applications/:id/messages", {
    access: owns,
    body: schema.messageInput,
    answers: created(written),
    summary: "Write to the thread of an application for the security team, or a note",
    run: writeMessage,
  }),
  post("/security-applications/:id/deletion", {
    access: proven(requires("admin.system")),
    body: schema.deleteInput,
    answers: nothing,
    summary: "Delete an application for the security team",
    run: removeApplication,
  }),
  patch("/security-messages/:id", {
    access: ownsAlone,
    body: schema.editMessageInput,
    answers: written,
    summary: "Change the caller's message about an application",
    run: editMessage,
  }),
  remove("/security-messages/:id", {
    access: ownsAlone,
    answers: nothing,
    summary: "Delete the caller's message about an application",
    run: deleteMessage,
  }),
  post("/security-messages/:id/removal", {
    access: reviews,
    body: schema.removeMessageInput,
    answers: written,
    summary: "Remove another user's message about an application",
    run: removeMessage,
  }),
  patch("/security-trials/:id", {
    access: reviews,
    body: schema.trialInput,
    answers: schema.trial,
    rows: DECISION_ROWS,
    summary: "Confirm, extend or end a trial in the security team",
    run: decideTrial,
  }),
];
