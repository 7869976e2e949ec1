import { ownsOnly, ownsOr, requires } from "../../lib/http/access.ts";
import { created, pageOf } from "../../lib/http/answers.ts";
import { get, patch, post } from "../../lib/http/route.ts";
import * as schema from "./applications.schema.ts";
import { apply } from "./apply.ts";
import { acceptApplication, declineApplication, withdrawApplication } from "./decide.ts";
import { getProfile, listApplications } from "./list.ts";

/** Users apply for contracts or for the security team; the verbs check the permission of each. */
const applies = requires("contracts.read", "security.view");
/** The contract's owner decides on its applications, and reviewers on those for the security team. */
const decides = ownsOr(["contracts.admin", "security.review"], {
  among: ["contracts.read", "security.review"],
});

export const applyRoute = post("/contract-applications", {
  access: applies,
  body: schema.applyInput,
  answers: created(schema.application),
  summary: "Apply for a contract or for the security team",
  run: apply,
});

export const getProfileRoute = get("/contract-applications/:orgId/profile", {
  access: applies,
  query: schema.profileQuery,
  answers: schema.applicantProfile,
  summary: "Read what an application can begin with",
  run: getProfile,
});

export const applicationRoutes = [
  applyRoute,
  get("/contract-applications/:orgId", {
    access: ownsOr("contracts.admin", { among: ["contracts.read", "security.view"] }),
    query: schema.applicationListQuery,
    answers: pageOf(schema.application),
    depends: ["contracts", "applications"],
    summary: "List the caller's applications, or those of a contract",
    run: listApplications,
  }),
  getProfileRoute,
  patch("/contract-applications/:id/accept", {
    access: decides,
    body: schema.decideInput,
    answers: schema.application,
    summary: "Accept an application",
    run: acceptApplication,
  }),
  patch("/contract-applications/:id/decline", {
    access: decides,
    body: schema.decideInput,
    answers: schema.application,
    summary: "Decline an application",
    run: declineApplication,
  }),
  patch("/contract-applications/:id/withdraw", {
    access: ownsOnly("contracts.read", "security.view"),
    body: schema.withdrawInput,
    answers: schema.application,
    summary: "Take the caller's own application back",
    run: withdrawApplication,
  }),
];
