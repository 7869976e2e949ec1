import type { Audit } from "../../lib/audit.ts";
import type { Feature } from "../../lib/feature.ts";
import { activityRoutes } from "./activity.routes.ts";

/** @param audits the audit actions of all features, which word the recent activity and the audit log */
export const activityFeature = (audits: readonly Audit[]): Feature => ({
  routes: [activityRoutes(audits)],
  topics: { activity: [{ table: "audit_log", on: ["insert"], when: "new.audience <> 'private'" }] },
});
