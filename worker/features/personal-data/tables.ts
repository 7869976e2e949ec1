import { type SQL, sql } from "drizzle-orm";
import { auditLog } from "../../lib/audit.table.ts";
import { notices } from "../../lib/notices.table.ts";
import {
  contractApplications,
  contractExpenses,
  contractHistory,
  contracts,
  payoutLedger,
  payoutTransfers,
} from "../contracts/index.ts";
import { guildMembers } from "../discord/index.ts";
import { hangarRemovals, hangarShips, hangars } from "../hangar/index.ts";
import { memberHistory, members } from "../members/index.ts";
import { discordActivities, prospectHistory, prospects } from "../prospects/index.ts";
import { rsiAccounts, rsiLosses, rsiRequests } from "../rsi/index.ts";
import { authenticators, passkeys } from "../second-factor/index.ts";
import { sessionsTable } from "../sessions/index.ts";
import { users } from "../users/index.ts";

/** Whose data it is. */
export type Owner = { userId: number; organizationId: number };

type Personal = {
  table: Parameters<typeof sql>[1] & object;
  /** The condition that a row is about the user. */
  isOf: (owner: Owner) => SQL;
  columns: readonly string[];
  /** A number that each row has to itself, for a table without row ids. */
  place?: SQL;
  /** What a number of a column stands for, by the name it is given. */
  names?: Readonly<Record<string, SQL>>;
  /** Columns that are left out, and why. */
  without: Readonly<Record<string, string>>;
};

const memberOf = ({ userId }: Owner) => sql`(select id from ${members} where user_id = ${userId})`;
const prospectOf = ({ userId }: Owner) => sql`(select id from ${prospects} where user_id = ${userId})`;
const isDiscordOf = ({ userId, organizationId }: Owner) => sql`organization_id = ${organizationId}
  and discord_id = (select discord_id from ${users} where id = ${userId})`;

const SECRET = "A secret, which only recognizes you.";
const OURS = "The same for everybody here.";
const COUNTER = "Counts changes, for pages that are open.";
const OTHERS = "Names somebody else.";
const NOTES = "Notes of officers are theirs too: ask an administrator for what they say of you.";

/** Every table with rows about a user, by name; a test compares tables and columns with the database. */
export const PERSONAL: Readonly<Record<string, Personal>> = {
  users: {
    table: users,
    isOf: ({ userId }) => sql`id = ${userId}`,
    columns: [
      ...["id", "username", "display_name", "sign_in_name", "email", "discord_id", "avatar", "language"],
      ...["signed_in_at", "created_at", "updated_at"],
    ],
    without: {
      organization_id: OURS,
      password_hash: SECRET,
      name_skeleton: "Made of the name to sign in with.",
      devices_since: "Says which devices are recognized.",
      notices_read_to: "Says which notices are new to you.",
    },
  },
  sessions: {
    table: sessionsTable,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: [
      ...["method", "user_agent", "network", "place", "second_factor", "created_at", "verified_at"],
      ...["last_seen_at", "expires_at"],
    ],
    without: { id: SECRET, user_id: "Stands with the user.", token_hash: SECRET },
  },
  passkeys: {
    table: passkeys,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: ["id", "name", "transports", "counter", "created_at", "last_used_at"],
    without: { user_id: "Stands with the user.", credential_id: SECRET, public_key: SECRET },
  },
  authenticators: {
    table: authenticators,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: ["confirmed_at"],
    without: {
      user_id: "Stands with the user.",
      secret: SECRET,
      last_step: COUNTER,
      tried_codes: COUNTER,
      tried_until: COUNTER,
    },
  },
  notices: {
    table: notices,
    isOf: ({ userId, organizationId }) => sql`organization_id = ${organizationId} and (user_id = ${userId}
      or user_id = 0 and exists (select 1 from json_each(told) where value = ${userId}))`,
    columns: ["id", "kind", "details", "created_at"],
    place: sql`id * 2 + (user_id = 0)`,
    without: { organization_id: OURS, user_id: "Stands with the user.", told: OTHERS },
  },
  members: {
    table: members,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: [
      ...["id", "user_id", "role_id", "role_source", "status", "joined_at", "has_signed_in", "in_discord"],
      ...["last_seen_at", "updated_at"],
    ],
    names: { role: sql`(select name from roles where roles.id = role_id)` },
    without: { organization_id: OURS, version: COUNTER },
  },
  member_history: {
    table: memberHistory,
    isOf: (owner) => sql`member_id = ${memberOf(owner)}`,
    columns: ["id", "member_id", "action", "previous_value", "new_value", "because", "created_at"],
    without: { organization_id: OURS, performed_by: OTHERS, performed_by_id: OTHERS },
  },
  prospects: {
    table: prospects,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: [
      ...["id", "user_id", "display_name", "username", "email", "status", "deadline", "discord_id", "avatar"],
      ...["discord_status", "discord_last_seen", "star_citizen_id", "referral_source", "is_test"],
      ...["stage_changed_at", "created_at", "updated_at"],
    ],
    without: { organization_id: OURS, assigned_to: OTHERS, notes: NOTES, version: COUNTER },
  },
  prospect_history: {
    table: prospectHistory,
    isOf: (owner) => sql`prospect_id = ${prospectOf(owner)} and action not in ('notes', 'assigned')`,
    columns: [
      "id",
      "prospect_id",
      "action",
      "previous_value",
      "new_value",
      "changes",
      "minutes",
      "created_at",
    ],
    without: { performed_by: OTHERS, performed_by_id: OTHERS, notes: NOTES },
  },
  hangars: {
    table: hangars,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: ["user_id", "is_hidden"],
    without: { organization_id: OURS },
  },
  hangar_ships: {
    table: hangarShips,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: [
      ...[
        "id",
        "user_id",
        "ship_id",
        "quantity",
        "nickname",
        "acquired_date",
        "notes",
        "pledges",
        "created_at",
      ],
      "updated_at",
    ],
    names: {
      ship: sql`(select name_full from ships
        where ships.organization_id = hangar_ships.organization_id and ships.id = ship_id)`,
    },
    without: { organization_id: OURS, version: COUNTER },
  },
  hangar_removals: {
    table: hangarRemovals,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: ["user_id", "ship_id", "entry", "removed_at"],
    without: {},
  },
  rsi_accounts: {
    table: rsiAccounts,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: ["user_id", "handle", "record_number", "enlisted_date", "location", "verified_at"],
    without: { organization_id: OURS, handle_key: "The handle in lower case." },
  },
  rsi_requests: {
    table: rsiRequests,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: ["id", "user_id", "handle", "expires_at", "checked_at"],
    without: { organization_id: OURS, code: SECRET },
  },
  rsi_losses: {
    table: rsiLosses,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: ["user_id", "handle"],
    without: { organization_id: OURS },
  },
  contracts: {
    table: contracts,
    isOf: (owner) => sql`organization_id = ${owner.organizationId}
      and (assigned_to = ${owner.userId} or posted_by = ${memberOf(owner)} or created_by = ${memberOf(owner)})`,
    columns: [
      ...["id", "title", "description", "amount", "currency", "payment_type", "percentage_of", "hourly_rate"],
      ...["estimated_hours", "pay", "status", "type", "service_type", "risk_level", "location", "duration"],
      ...["posted_at", "deadline", "closed_at", "created_at", "updated_at"],
    ],
    without: {
      organization_id: OURS,
      assigned_to: OTHERS,
      posted_by: OTHERS,
      posted_by_user: OTHERS,
      created_by: OTHERS,
      applications: "Counts applications, which are others'.",
      transfers: "Counts transfers; those that are yours stand by themselves.",
      transfers_sent: "Counts transfers; those that are yours stand by themselves.",
      transfers_confirmed: "Counts transfers; those that are yours stand by themselves.",
      search_text: "Repeats title and place in lower case.",
      version: COUNTER,
    },
  },
  contract_history: {
    table: contractHistory,
    isOf: ({ userId }) => sql`performed_by_id = ${userId}`,
    columns: ["id", "contract_id", "action", "previous_value", "new_value", "notes", "created_at"],
    without: {
      performed_by: "Your own name.",
      performed_by_id: "Stands with the user.",
      changes: "Values of a record that is the organization's.",
    },
  },
  contract_applications: {
    table: contractApplications,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: [
      ...[
        "id",
        "contract_id",
        "user_id",
        "status",
        "first_name",
        "last_name",
        "discord_username",
        "timezone",
      ],
      ...["rsi_handle", "experience", "ship_type", "availability", "background_check", "references"],
      ...["additional_notes", "message", "decided_at", "created_at", "updated_at"],
    ],
    without: { organization_id: OURS, decided_by: OTHERS, version: COUNTER },
  },
  contract_expenses: {
    table: contractExpenses,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: ["id", "contract_id", "user_id", "name", "amount", "note", "status", "created_at", "updated_at"],
    without: { organization_id: OURS, decided_by: OTHERS, version: COUNTER },
  },
  payout_transfers: {
    table: payoutTransfers,
    isOf: ({ userId }) => sql`(payer = ${userId} or receiver = ${userId})`,
    columns: [
      ...["id", "contract_id", "payer_name", "receiver_name", "amount", "fee", "currency", "sent_at"],
      ...["confirmed_at", "updated_at"],
    ],
    without: { organization_id: OURS, payer: OTHERS, receiver: OTHERS, version: COUNTER },
  },
  payout_ledger: {
    table: payoutLedger,
    isOf: ({ userId }) => sql`user_id = ${userId}`,
    columns: ["id", "contract_id", "account", "user_id", "name", "amount", "currency", "created_at"],
    without: { organization_id: OURS },
  },
  guild_members: {
    table: guildMembers,
    isOf: isDiscordOf,
    columns: ["discord_id", "username", "display_name", "avatar", "roles", "present", "updated_at"],
    without: { organization_id: OURS },
  },
  discord_activities: {
    table: discordActivities,
    isOf: isDiscordOf,
    columns: ["id", "discord_id", "username", "activity_type", "details", "timestamp"],
    without: { organization_id: OURS },
  },
  audit_log: {
    table: auditLog,
    isOf: (owner) => sql`organization_id = ${owner.organizationId} and actor_user_id = ${owner.userId}`,
    columns: ["id", "action", "actor_name", "entity_name", "created_at"],
    without: {
      organization_id: OURS,
      audience: OURS,
      actor_kind: OURS,
      actor_user_id: "Stands with the user.",
      session_id: SECRET,
      entity_id: "The name stands beside it.",
      details: "Values of records that are others', such as whose role you changed to what.",
    },
  },
};

/** Tables that mention users and are left out, and why. */
export const UNTOLD: Readonly<Record<string, string>> = {
  contract_splits:
    "How pay is split among several people; your transfers and what the ledger holds for you are here.",
  challenges: "A challenge to sign in or to prove who you are, for minutes.",
  recovery_codes: "Secrets that only recognize you.",
  password_links: "A link to choose a password is a secret that lives for a day.",
  idempotency_keys: "Recognizes a repeated request for a day.",
  bulk_changes: "Keeps what others' records were before a change, to take it back.",
  assignee_totals: "Counts the prospects in a member's hands.",
  backups: "Says which administrator made a backup; the log of what you did has it.",
  bots: "Says who made a bot; the log of what you did has it.",
  bot_files: "Says who saved a file of a bot; the log of what you did has it.",
  bot_file_versions: "Says who saved a file of a bot; the log of what you did has it.",
  organization_settings: "Says who changed a setting; the log of what you did has it.",
  retired_mappings: "Says who removed a mapping of roles; the log of what you did has it.",
  ship_aliases: "Says who explained the name of a ship, for everybody's imports.",
  sync_runs: "Says who began a sync; the log of what you did has it.",
  discord_wishes: "Waits for roles to be given in Discord, for seconds.",
};
