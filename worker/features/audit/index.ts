import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import { backedUp, OURS, SECRET, WITH_USER } from "../../lib/table-rules.ts";
import { auditRoutes } from "./audit.routes.ts";

export const auditFeature = {
  routes: (features) => auditRoutes(features.flatMap(({ audit }) => audit ?? [])),
  tables: {
    audit_log: {
      backup: backedUp("activities"),
      personal: {
        isOf: ({ userId, organizationId }) =>
          sql`organization_id = ${organizationId} and actor_user_id = ${userId}`,
        columns: ["id", "action", "actor_name", "entity_name", "created_at"],
        without: {
          organization_id: OURS,
          readers: OURS,
          actor_kind: OURS,
          actor_user_id: WITH_USER,
          session_id: SECRET,
          entity_id: "The name stands beside it.",
          details: "Values of records that are others', such as whose role you changed to what.",
        },
      },
    },
  },
  permissions: {
    "audit.read": {
      category: "Admin",
      heldBy: ["officer"],
      en: ["Read audit log", "Reads who changed what and when."],
      da: ["Læse revisionsloggen", "Læser, hvem der har ændret hvad og hvornår."],
    },
  },
  topics: { activity: [{ table: "audit_log", on: ["insert"], when: "new.readers <> 'private'" }] },
} satisfies Feature;
