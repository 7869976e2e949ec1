import { backedUp, COUNTER, isOfUser, OTHERS, OURS, type Tables } from "../../lib/table-rules.ts";

export const applicationTables: Tables = {
  contract_applications: {
    guarded: { because: "what a user answered, which is gone for good", rows: "deleted" },
    backup: backedUp("members"),
    personal: {
      isOf: isOfUser,
      columns: [
        ...["id", "kind", "contract_id", "user_id", "status", "first_name", "last_name", "discord_username"],
        ...["timezone", "rsi_handle", "experience", "ship_type", "availability", "background_check"],
        ...["references", "additional_notes", "message", "decided_at", "created_at", "updated_at"],
      ],
      without: { organization_id: OURS, decided_by: OTHERS, version: COUNTER },
    },
  },
};
