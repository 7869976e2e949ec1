import { sql } from "drizzle-orm";
import { backedUp, OURS, SECRET, type Tables } from "../../lib/table-rules.ts";

export const userTables: Tables = {
  users: {
    backup: backedUp("users"),
    guarded: {
      because: "a sign-in",
      rows: "deleted",
      columns: ["password_hash", "sign_in_name", "discord_id"],
    },
    personal: {
      isOf: ({ userId }) => sql`id = ${userId}`,
      columns: [
        ...["id", "username", "display_name", "sign_in_name", "email", "discord_id", "avatar", "language"],
        ...["signed_in_at", "created_at", "updated_at"],
      ],
      without: {
        organization_id: OURS,
        is_member: "Says whether there is a membership, which is listed by itself.",
        password_hash: SECRET,
        name_skeleton: "Made of the name to sign in with.",
        devices_since: "Says which devices are recognized.",
        notices_read_to: "Says which notices are new to you.",
      },
    },
  },
};
