import { requires } from "../../lib/http/access.ts";
import { pageOf } from "../../lib/http/answers.ts";
import { get } from "../../lib/http/route.ts";
import { securityEntry, securityQuery } from "./security-log.schema.ts";
import { listRefusals } from "./security-log.ts";

export const securityLogRoutes = [
  get("/security-log/:orgId", {
    access: requires("admin.users"),
    query: securityQuery,
    answers: pageOf(securityEntry),
    summary: "List refused sign-ins and requests, counted by hour",
    run: listRefusals,
  }),
];
