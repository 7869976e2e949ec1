import { type SQL, sql } from "drizzle-orm";
import type { BackupSection } from "./backup.schema.ts";

/** A table of a backup. */
type Exported = {
  name: string;
  /** The condition that a row is the organization's. A plus keeps SQLite from leaving the primary key's order. */
  isOf: (organizationId: number) => SQL;
  /** Rows that are read at once, where they can be large. */
  page?: number;
};

/** A table with a column that says which organization a row belongs to. */
const own = (name: string): Exported => ({ name, isOf: (id) => sql`+organization_id = ${id}` });

/** A table whose rows belong to those of another one. */
const under = (name: string, column: string, parent: string, page?: number): Exported => ({
  name,
  isOf: (id) => sql`+${sql.raw(column)} in (select id from ${sql.raw(parent)} where organization_id = ${id})`,
  ...(page ? { page } : {}),
});

/** Every table of a backup. A new table is a line here or below; a test compares both with the database. */
export const EXPORTED: Record<BackupSection, readonly Exported[]> = {
  users: [
    own("users"),
    under("hangars", "user_id", "users"),
    own("hangar_ships"),
    own("ship_aliases"),
    own("rsi_accounts"),
    under("passkeys", "user_id", "users"),
    under("authenticators", "user_id", "users"),
    under("recovery_codes", "user_id", "users"),
    own("notices"),
  ],
  members: [
    own("roles"),
    own("custom_permissions"),
    own("members"),
    own("member_history"),
    own("member_days"),
    own("contracts"),
    under("contract_history", "contract_id", "contracts"),
    own("contract_applications"),
    own("contract_splits"),
    own("contract_expenses"),
    own("payout_transfers"),
    own("payout_ledger"),
  ],
  prospects: [own("prospects"), under("prospect_history", "prospect_id", "prospects"), own("bulk_changes")],
  activities: [own("audit_log"), own("discord_activities"), own("sync_runs"), own("job_runs")],
  bots: [
    own("bots"),
    under("bot_files", "bot_id", "bots"),
    {
      name: "bot_file_versions",
      isOf: (
        id,
      ) => sql`+file_id in (select bot_files.id from bot_files join bots on bots.id = bot_files.bot_id
        where bots.organization_id = ${id})`,
      page: 10,
    },
    under("bot_runs", "bot_id", "bots"),
    under("bot_logs", "bot_id", "bots", 50),
    own("discord_role_mappings"),
    { name: "discord_mapping_sets", isOf: (id) => sql`id = ${id}` },
    own("retired_mappings"),
    own("discord_wishes"),
    own("guild_members"),
  ],
  settings: [
    { name: "organizations", isOf: (id) => sql`id = ${id}` },
    own("organization_settings"),
    own("ships"),
    own("ship_syncs"),
    own("backups"),
  ],
};

/** Tables that are left out, and why. */
export const EXCLUDED: Readonly<Record<string, string>> = {
  challenges: "Challenges to sign in or to prove who one is live for minutes.",
  password_links: "Links to choose a password are secrets that live for a day.",
  hangar_removals: "Lets a ship that was just removed from a hangar be put back, for a day.",
  rsi_requests: "Codes that verify an RSI account are secrets that live for a day.",
  rsi_losses: "Tells users once that an RSI account is no longer theirs; the audit log keeps it.",
  health_hours: "Measures services for a day.",
  health_looks: "Keeps one measuring from the next for seconds.",
  sessions: "Sessions are secrets of browsers: after restoring, everybody signs in again.",
  attempts: "Counts failed sign-ins for minutes.",
  idempotency_keys: "Recognizes repeated requests for a day.",
  bot_usage: "Counts what bots report for a minute.",
  gateway_reports: "Recognizes repeated reports of bot gateways for two days.",
  revisions: "Counts changes for open pages; triggers keep it.",
  member_totals: "Triggers count it from the members.",
  prospect_totals: "Triggers count it from the prospects.",
  assignee_totals: "Triggers count it from the prospects.",
  member_search: "Triggers index it from the users.",
  prospect_search: "Triggers index it from the prospects.",
  d1_migrations: "Belongs to the deployment; the header names the newest.",
};
