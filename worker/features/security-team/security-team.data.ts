import { sql } from "drizzle-orm";
import { backedUp, COUNTER, isOfUser, OTHERS, OURS, type Tables, WITH_USER } from "../../lib/table-rules.ts";

export const securityTables: Tables = {
  security_states: {
    backup: backedUp("members"),
    personal: {
      isOf: ({ userId }) => sql`id in (select id from contract_applications where user_id = ${userId})`,
      columns: ["id", "hold_reason", "held_at", "steps"],
      json: { steps: "What happened to your application, as you were told." },
      without: { organization_id: OURS, cleared: "What reviewers noted for each other." },
    },
  },
  security_reviews: {
    // Excludes a first review: its presence would reveal it.
    backup: { ...backedUp("members"), isBackedUp: sql`verdict is not null` },
    personal: {
      isOf: ({ userId }) => sql`reviewer_id = ${userId}`,
      columns: ["id", "application_id", "verdict", "text", "sent_at"],
      without: {
        organization_id: OURS,
        reviewer_id: WITH_USER,
        sealed: "Your review until another reviewer has sent theirs; the application shows it to you.",
      },
    },
  },
  security_messages: {
    backup: backedUp("members"),
    personal: {
      isOf: ({ userId }) => sql`author_id = ${userId}`,
      columns: [
        ...[
          "id",
          "application_id",
          "is_note",
          "text",
          "created_at",
          "edited_at",
          "removed_reason",
          "updated_at",
        ],
      ],
      without: { organization_id: OURS, author_id: WITH_USER, removed_by: OTHERS, version: COUNTER },
    },
  },
  security_looks: {
    backup: { leftOut: "Keeps the audit log to one entry a day, which has what there is to know." },
    personal: { leftOut: "Says when you looked at applications; the log of what you did has it." },
  },
  security_trials: {
    backup: backedUp("members"),
    personal: {
      isOf: isOfUser,
      columns: ["id", "application_id", "user_id", "from_day", "ends_on", "outcome", "updated_at"],
      without: {
        organization_id: OURS,
        role_id: OURS,
        previous_role_id: "Your role before; your membership's history has it.",
        reminders: COUNTER,
        version: COUNTER,
      },
    },
  },
};
