import { isOfUser, SECRET, type Tables, WITH_USER } from "../../lib/table-rules.ts";

export const sessionTables: Tables = {
  sessions: {
    guarded: { because: "the end of sessions", rows: "deleted" },
    backup: { leftOut: "Sessions are secrets of browsers: after restoring, everybody signs in again." },
    personal: {
      isOf: isOfUser,
      columns: [
        ...["method", "user_agent", "network", "place", "second_factor", "created_at", "verified_at"],
        ...["last_seen_at", "expires_at"],
      ],
      without: { id: SECRET, user_id: WITH_USER, token_hash: SECRET },
    },
  },
};
