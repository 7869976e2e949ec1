import { backedUp, COUNTER, isOfUser, OURS, type Tables } from "../../../lib/table-rules.ts";

export const timesTables: Tables = {
  event_times: {
    backup: backedUp("members"),
    personal: {
      isOf: isOfUser,
      columns: ["user_id", "time_zone", "hours", "updated_at"],
      without: { organization_id: OURS, version: COUNTER },
    },
  },
  event_time_totals: { backup: { leftOut: "Triggers count it from the hours that members have marked." } },
};
