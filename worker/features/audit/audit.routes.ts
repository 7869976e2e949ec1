import * as z from "zod/mini";
import type { Audit } from "../../lib/audit.ts";
import { proven, requires } from "../../lib/http/access.ts";
import { file, pageOf } from "../../lib/http/answers.ts";
import { everyMinute } from "../../lib/http/depends.ts";
import { get } from "../../lib/http/route.ts";
import { activity, auditActionOption, auditEntry, auditFilters, auditQuery } from "./audit.schema.ts";
import { exportAudit, listActivity, listAuditActions, searchAudit } from "./list.ts";

const reads = requires("audit.read");

/** @param audits the audit actions of all features, with their texts */
export const auditRoutes = (audits: readonly Audit[]) => [
  get("/activities/:orgId", {
    access: requires("dashboard.view"),
    answers: z.array(activity),
    depends: ["activity"],
    summary: "List the newest changes that the caller may read of",
    run: (context) => listActivity(context, audits),
  }),
  get("/audit/:orgId", {
    access: reads,
    query: auditQuery,
    answers: pageOf(auditEntry),
    // Private entries raise no topic, so they appear within a minute.
    depends: ["activity"],
    moment: everyMinute,
    summary: "Search the audit log",
    run: (context, query) => searchAudit(context, query, audits),
  }),
  get("/audit/:orgId/actions", {
    access: reads,
    answers: z.array(auditActionOption),
    summary: "List the actions that the audit log knows",
    run: ({ language }) => listAuditActions(audits, language),
  }),
  get("/audit/:orgId/export", {
    access: proven(reads),
    query: auditFilters,
    answers: file("text/csv"),
    summary: "Save the audit log as CSV",
    run: (context, query) => ({
      name: `audit-log-${context.now.toISOString().slice(0, 10)}.csv`,
      body: exportAudit(context, query, audits),
    }),
  }),
];
