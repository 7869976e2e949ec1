import { sql } from "drizzle-orm";
import type { Audit } from "../../lib/audit.ts";
import type { Feature } from "../../lib/feature.ts";
import type { Permission } from "../../lib/permissions.schema.ts";
import type { Permissions } from "../../lib/permissions.ts";
import { backedUp, OURS, SECRET, WITH_USER } from "../../lib/table-rules.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { auditRoutes } from "./audit.routes.ts";

/** The details that are lists of permissions, stored as their ids. */
const PERMISSION_LISTS = ["permissions", "added", "removed"];

/** The audit actions of all features, with the names that features give permissions. */
export function auditsOf(features: readonly Feature[]): Audit[] {
  const known: Permissions = Object.assign({}, ...features.map(({ permissions }) => permissions));
  const nameOf = (id: string, language: Language) => known[id as Permission]?.[language][0] ?? id;
  return features.flatMap(({ audit }): Audit[] => {
    if (!audit) return [];
    const detailText: Audit["detailText"] = (name, value, language) =>
      PERMISSION_LISTS.includes(name) && name in audit.fields
        ? value
            .split(", ")
            .map((id) => nameOf(id, language))
            .join(", ")
        : audit.detailText(name, value, language);
    return [{ ...audit, detailText }];
  });
}

export const auditFeature = {
  routes: (features) => auditRoutes(auditsOf(features)),
  tables: {
    audit_log: {
      backup: {
        ...backedUp("activities"),
        isKept: "What happened stays in the log, whatever is restored.",
        broughtAt: "restored_at",
      },
      personal: {
        isOf: ({ userId, organizationId }) =>
          sql`organization_id = ${organizationId} and actor_user_id = ${userId}`,
        columns: ["id", "action", "token_name", "actor_name", "entity_name", "created_at", "restored_at"],
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
      en: ["See the audit log", "Reads who changed what and when, as far as the role opens it."],
      da: [
        "Læse hændelsesloggen",
        "Læser, hvem der har ændret hvad og hvornår, så langt rollen giver adgang.",
      ],
    },
  },
  topics: { activity: [{ table: "audit_log", on: ["insert"], when: "new.readers <> 'private'" }] },
} satisfies Feature;
