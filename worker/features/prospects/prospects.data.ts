import { sql } from "drizzle-orm";
import { personalColumns } from "../../lib/fields.ts";
import {
  backedUp,
  backedUpBelow,
  COUNTER,
  OTHERS,
  OURS,
  type Tables,
  technical,
} from "../../lib/table-rules.ts";
import { withMerged } from "./corrections/removed.ts";
import { CORRECTABLE, prospectFacts } from "./prospects.fields.ts";

/** SQL: the ids of a user's prospect and of those that were merged into it. */
const ofUser = (userId: number) => withMerged(sql`select id from prospects where user_id = ${userId}`);

const NOTES = "Notes of officers are theirs too: ask an administrator for what they say of you.";

const UNDOES = "Repeats what the record was before the change, to take it back.";

export const prospectTables: Tables = {
  prospects: {
    backup: backedUp("prospects"),
    personal: {
      isOf: ({ userId }) => sql`id in ${ofUser(userId)}`,
      columns: [
        ...personalColumns(prospectFacts).columns,
        ...["id", "user_id", "status", "deadline", "avatar", "discord_status", "discord_last_seen"],
        ...["is_test", "stage_changed_at", "created_at", "updated_at"],
      ],
      without: {
        ...personalColumns(prospectFacts).without,
        organization_id: OURS,
        assigned_to: OTHERS,
        added_by: OTHERS,
        source_id: OTHERS,
        notes: NOTES,
        version: COUNTER,
      },
    },
  },
  prospect_history: {
    backup: backedUpBelow("prospects", "prospect_id", "prospects"),
    personal: {
      isOf: ({ userId }) => sql`prospect_id in ${ofUser(userId)}
        and action not in ('notes', 'assigned')`,
      columns: [
        ...["id", "prospect_id", "action", "previous_value", "new_value", "changes", "minutes", "created_at"],
      ],
      json: {
        changes: [
          "status",
          "deadline",
          "outcome",
          ...CORRECTABLE.filter((name) => name !== "referralSource"),
        ],
      },
      without: { performed_by: OTHERS, performed_by_id: OTHERS, notes: NOTES, before: UNDOES },
    },
  },
  prospect_removals: {
    backup: backedUpBelow("prospects", "prospect_id", "prospects"),
    personal: { leftOut: "Keeps why officers removed a prospect and what it was before, to bring it back." },
  },
  bulk_changes: {
    backup: technical(backedUp("prospects")),
    personal: { leftOut: "Names the prospects that were changed at once, to take that back." },
  },
  discord_activities: {
    backup: technical(backedUp("activities")),
    personal: {
      isOf: ({ userId, organizationId }) => sql`organization_id = ${organizationId}
        and discord_id = (select discord_id from users where id = ${userId})`,
      columns: ["id", "discord_id", "username", "activity_type", "details", "timestamp"],
      without: { organization_id: OURS },
    },
  },
  voice_watches: { backup: technical(backedUp("activities")) },
  prospect_totals: { backup: { leftOut: "Triggers count it from the prospects." } },
  assignee_totals: {
    backup: { leftOut: "Triggers count it from the prospects." },
    personal: { leftOut: "Counts the prospects in a member's hands." },
  },
};
