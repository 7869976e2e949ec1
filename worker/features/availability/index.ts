import type { Feature } from "../../lib/feature.ts";
import { backedUp, COUNTER, isOfUser, OURS } from "../../lib/table-rules.ts";
import { availabilityRoutes } from "./availability.routes.ts";

export const availabilityFeature = {
  routes: availabilityRoutes,
  tables: {
    event_times: {
      backup: backedUp("members"),
      personal: {
        isOf: isOfUser,
        columns: ["user_id", "time_zone", "hours", "updated_at"],
        without: { organization_id: OURS, version: COUNTER },
      },
    },
    event_time_totals: { backup: { leftOut: "Triggers count it from the hours that members have marked." } },
  },
  topics: { event_times: [{ table: "event_times", on: ["insert", "update", "delete"] }] },
} satisfies Feature;
