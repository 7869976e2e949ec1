import type { Feature } from "../../lib/feature.ts";
import { backedUp, COUNTER, isOfUser, OTHERS, OURS } from "../../lib/table-rules.ts";
import { deleteOldLeaves } from "./away.ts";
import { awayCommand } from "./leave.commands.ts";
import { leaveRoutes } from "./leave.routes.ts";
import { leaveAudit, leaveNotices, leaveSentences } from "./leave.texts.ts";

export { attachToLeave } from "./attached.ts";
export { isAwayAt, leaveAt } from "./away.ts";
export { leaves } from "./leave.table.ts";

const changed = [{ table: "leaves", on: ["insert", "update", "delete"] }] as const;

export const leaveFeature = {
  routes: leaveRoutes,
  tables: {
    leaves: {
      backup: backedUp("members"),
      personal: {
        isOf: isOfUser,
        columns: ["id", "user_id", "from_day", "to_day", "note", "created_at", "updated_at"],
        without: { organization_id: OURS, added_by: OTHERS, version: COUNTER },
      },
    },
  },
  daily: (context) => [deleteOldLeaves(context)],
  sentences: leaveSentences,
  audit: leaveAudit,
  notices: leaveNotices,
  commands: [awayCommand],
  // Lists of members and of prospects show who is away.
  topics: { leaves: changed, members: changed },
} satisfies Feature;
