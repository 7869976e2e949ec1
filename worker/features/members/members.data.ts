import { sql } from "drizzle-orm";
import { backedUp, COUNTER, isOfUser, OTHERS, OURS, type Tables, technical } from "../../lib/table-rules.ts";

export const memberTables: Tables = {
  members: {
    backup: backedUp("members"),
    guarded: { because: "a membership and its role", rows: "both", columns: ["role_id", "status"] },
    personal: {
      isOf: isOfUser,
      columns: [
        ...["id", "user_id", "role_id", "role_source", "status", "joined_at", "has_signed_in", "in_discord"],
        ...["last_seen_at", "used_at", "updated_at"],
      ],
      names: { role: sql`(select name from roles where roles.id = role_id)` },
      without: { organization_id: OURS, leaves: "Stands with each leave.", version: COUNTER },
    },
  },
  member_history: {
    backup: backedUp("members"),
    personal: {
      isOf: ({ userId }) => sql`member_id = (select id from members where user_id = ${userId})`,
      columns: ["id", "member_id", "action", "previous_value", "new_value", "because", "created_at"],
      without: { organization_id: OURS, performed_by: OTHERS, performed_by_id: OTHERS },
    },
  },
  member_days: { backup: technical(backedUp("members")) },
  member_totals: { backup: { leftOut: "Triggers count it from the members." } },
  password_links: {
    guarded: { because: "a link that signs in as a user", rows: "added" },
    backup: { leftOut: "Links to choose a password are secrets that live for a day." },
    personal: { leftOut: "A link to choose a password is a secret that lives for a day." },
  },
};
