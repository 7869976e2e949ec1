import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import { isOfUser, OURS, WITH_USER } from "../../lib/table-rules.ts";
import { securityLogRoutes } from "./security-log.routes.ts";
import { deleteOldRefusals, noteRefusal } from "./security-log.ts";

export const securityLogFeature = {
  routes: securityLogRoutes,
  tables: {
    security_log: {
      backup: { leftOut: "Counts what this deployment refused, for 90 days." },
      personal: {
        isOf: isOfUser,
        columns: ["kind", "network", "permission", "count", "last_at"],
        place: sql`key`,
        without: { organization_id: OURS, user_id: WITH_USER, key: "Made of the values beside it." },
      },
    },
  },
  afterRefusal: noteRefusal,
  daily: (context) => [deleteOldRefusals(context)],
} satisfies Feature;
