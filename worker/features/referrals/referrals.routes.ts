import { inSession, ofMembers, requiresAll } from "../../lib/http/access.ts";
import { created } from "../../lib/http/answers.ts";
import { get, post } from "../../lib/http/route.ts";
import { endOwnLink, getOwnLink, makeOwnLink } from "./own.ts";
import * as schema from "./referrals.schema.ts";
import { createSource, endSource, getSources } from "./sources.ts";

const writes = requiresAll("prospects.read_all", "prospects.write");

export const referralRoutes = [
  get("/referrals/own", {
    access: inSession(ofMembers()),
    answers: schema.ownLink,
    summary: "Read the caller's own link, and how many came by it",
    run: getOwnLink,
  }),
  post("/referrals/own", {
    access: inSession(ofMembers()),
    body: schema.ownLinkInput,
    answers: schema.ownLink,
    summary: "Make the caller's own link, or replace it",
    run: makeOwnLink,
  }),
  post("/referrals/own/end", {
    access: inSession(ofMembers()),
    body: schema.endSourceInput,
    answers: schema.ownLink,
    summary: "Switch the caller's own link off",
    run: endOwnLink,
  }),
  get("/sources/:orgId", {
    access: requiresAll("prospects.read", "prospects.read_all"),
    answers: schema.sourceOverview,
    summary: "Read where people came from, and who stayed",
    run: getSources,
  }),
  post("/sources/:orgId", {
    access: writes,
    body: schema.createSourceInput,
    answers: created(schema.source),
    summary: "Make the link of an advertisement or a recruiter",
    run: createSource,
  }),
  post("/sources/:id/end", {
    access: writes,
    body: schema.endSourceInput,
    answers: schema.source,
    summary: "End the link of a source",
    run: endSource,
  }),
];
