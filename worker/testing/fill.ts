import { raw } from "./world.ts";

/** Ids of the users that are filled in, so that they are known beforehand. */
const FIRST_USER = 100_000;

/** Prospects that a team works on at once, however many it has known: with an assignee and a deadline. */
const OPEN_WORK = 40;

/** Types of ships, which are the same however many members there are, and those in each hangar. */
const CATALOGUE = 200;
const HANGAR = 10;

/**
 * Fills organization 1 with `size` rows in every table that grows with it: prospects with a history entry each (open
 * work, then people whom a sync found, members and former ones), users who are members, sessions, audit entries of
 * every audience, what a bot saw, syncs, runs of bots, ships in hangars, RSI accounts, contracts of the assignees at
 * every state with an entry of history, a payout and applications each. 25 members at most can be given prospects; there are five
 * bots, numbered from 2, since the CRM bot of the tests is 1.
 * @param assignees - members whom prospects are assigned to in turn; every fifth is nobody's
 */
export async function fill(size: number, assignees: readonly number[]): Promise<void> {
  const at = new Date().toISOString();
  const numbers = (count = size) =>
    `(with recursive n(value) as (select 1 union all select value + 1 from n where value < ${count}) select value from n)`;
  const oneOf = (values: readonly (string | number)[], index = "value") =>
    `json_extract('${JSON.stringify(values)}', '$[' || (${index} % ${values.length}) || ']')`;
  const assignee = oneOf(assignees, "value / 3");
  const statements = [
    `insert into users (id, organization_id, username, display_name, created_at, updated_at)
     select ${FIRST_USER} + value, 1, 'pilot' || value, 'Pilot ' || value, '${at}', '${at}' from ${numbers()}`,
    `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
     select 1, ${FIRST_USER} + value, roles.id, 'discord', 'active', '${at}', '${at}' from ${numbers()}
     join roles on roles.organization_id = 1
       and roles.key = case when value % 20 = 0 and value <= 500 then 'recruiter' else 'member' end`,
    `insert into sessions (user_id, token_hash, method, created_at, last_seen_at, expires_at)
     select ${FIRST_USER} + value, 'token' || value, 'password', '${at}', '${at}', '2999-01-01' from ${numbers()}`,
    `insert into attempts (key, count, window_ends_at) select 'key' || value, 1, '2999-01-01' from ${numbers()}`,
    `insert into prospects (organization_id, user_id, display_name, username, status, assigned_to, deadline,
       discord_id, discord_status, stage_changed_at, created_at, updated_at)
     select 1, case when value % 2 = 0 then ${FIRST_USER} + value end, 'Person ' || value, 'person' || value,
       case when value <= ${OPEN_WORK} then ${oneOf(["intro", "intro_completed", "assigned_onboarding", "onboarding"])}
         else ${oneOf(["intro", "active", "inactive"])} end,
       case when value % 5 > 0 and (value <= ${OPEN_WORK} or value % 3 > 0) then ${assignee} end,
       case when value <= ${OPEN_WORK} then strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (value - 10) || ' hours') end,
       cast(200000000000000000 + value as text), 'active', '${at}', '${at}', '${at}' from ${numbers()}`,
    `insert into prospect_history (prospect_id, action, performed_by, previous_value, new_value, created_at)
     select id, 'notes', 'Pilot', 'a', 'b', '${at}' from prospects where username like 'person%'`,
    `insert into audit_log (organization_id, action, audience, actor_kind, actor_user_id, actor_name, created_at)
     select 1, 'prospect.notes', ${oneOf(["everyone", "prospects", "admin", "private"])}, 'user', value % 50, 'Pilot',
       '${at}' from ${numbers()}`,
    `insert into bulk_changes (organization_id, member_id, before, created_at)
     select 1, ${assignee}, '[]', '${at}' from ${numbers()}`,
    `insert into discord_activities (organization_id, discord_id, username, activity_type, timestamp)
     select 1, cast(200000000000000000 + value as text), 'person' || value, 'presence', '${at}' from ${numbers()}`,
    `insert into guild_members (organization_id, discord_id, username, display_name, roles, present, updated_at)
     select 1, cast(200000000000000000 + value as text), 'person' || value, 'Person ' || value, '[]', 0, '${at}'
     from ${numbers()}`,
    `insert into sync_runs (organization_id, status, fence, lease_until, cursor, processed, added, updated, left,
       unchanged, started_by, started_at, finished_at)
     select 1, 'completed', 1, '${at}', '0', 0, 0, 0, 0, 0, 'Pilot', '${at}', '${at}' from ${numbers()}`,
    `insert into member_days (organization_id, day, active)
     select 1, date('now', '-' || value || ' days'), value from ${numbers()}`,
    `insert into bots (id, organization_id, name, framework, status, auto_start, is_crm_bot, created_at, updated_at)
     select 1 + value, 1, 'Bot ' || value, 'discord.js', 'inactive', 0, 0, '${at}', '${at}' from ${numbers(5)}`,
    `insert into bot_runs (bot_id, files, started_at) select 2 + value % 5, '{}', '${at}' from ${numbers()}`,
    `insert into job_runs (organization_id, name, scheduled_at, started_at, lease_until, outcome)
     select 1, 'member_sync', strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || value || ' hours'), '${at}', '${at}', 'done'
     from ${numbers()}`,
    `insert into health_hours (organization_id, hour, checks)
     select 1, strftime('%Y-%m-%dT%H', 'now', '-' || (value + 24) || ' hours'), '[]' from ${numbers()}`,
    `insert into ship_syncs (organization_id, status, records_processed, created_at)
     select 1, 'completed', 214, '${at}' from ${numbers()}`,
    `insert into ships (organization_id, id, name, name_full, slug, company_name, roles)
     select 1, 100 + value, 'Ship ' || value, 'Maker Ship ' || value, 'ship-' || value, 'Maker', '["cargo"]'
     from ${numbers(CATALOGUE)}`,
    `insert into hangars (user_id, organization_id, is_hidden)
     select ${FIRST_USER} + value, 1, value % 10 = 0 from ${numbers(size / HANGAR)}`,
    `insert into hangar_ships (organization_id, user_id, ship_id, quantity, created_at, updated_at)
     select 1, ${FIRST_USER} + 1 + value / ${HANGAR}, 101 + value % ${CATALOGUE}, 1, '${at}', '${at}'
     from (select value - 1 as value from ${numbers()})`,
    `insert into hangar_removals (user_id, ship_id, entry, removed_at)
     select ${FIRST_USER} + value, 101, '{}', '${at}' from ${numbers()}`,
    `insert into rsi_accounts (user_id, organization_id, handle, handle_key, record_number, verified_at)
     select ${FIRST_USER} + value, 1, 'Pilot' || value, 'pilot' || value, value, '${at}' from ${numbers()}`,
    `insert into rsi_requests (user_id, organization_id, handle, code, expires_at)
     select ${FIRST_USER} + value, 1, 'Pilot' || value, 'CC-' || value, '2999-01-01' from ${numbers()}`,
    `insert into contracts (organization_id, title, search_text, status, assigned_to, posted_at, closed_at, deadline,
       amount, pay, created_by, posted_by, posted_by_user, applications, created_at, updated_at)
     select 1, 'Contract ' || value, 'contract ' || value || char(10) || char(10), status,
       case when status not in ('draft', 'posted', 'active') then ${FIRST_USER} + value end,
       case when status <> 'draft' then '${at}' end, case when status = 'closed' then '${at}' end,
       case when value % 3 > 0 then strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (value - 10) || ' hours') end,
       value * 100, value * 100, ${assignee}, ${assignee}, ${FIRST_USER} + value, status = 'posted', '${at}', '${at}'
     from (select value, ${oneOf(["closed", "posted", "accepted", "draft", "active", "payment_sent"])} as status
       from ${numbers()})`,
    `insert into contract_history (contract_id, action, performed_by, new_value, created_at)
     select id, 'created', 'Pilot', 'draft', '${at}' from contracts`,
    `insert or ignore into contract_splits (id, organization_id, mode, payer, lines, updated_at)
     select id, 1, 'equal', assigned_to, json_array(json_object('userId', assigned_to, 'name', 'Pilot', 'value', 1,
       'holds', 0, 'donates', json('false'))), '${at}' from contracts`,
    `insert into contract_expenses (contract_id, organization_id, user_id, name, amount, note, created_at, updated_at)
     select id, 1, assigned_to, 'Pilot', 100, 'Fuel', '${at}', '${at}' from contracts`,
    `insert into payout_transfers (organization_id, contract_id, payer, payer_name, receiver, receiver_name, amount, fee,
       currency, sent_at, confirmed_at, updated_at)
     select 1, id, ${FIRST_USER} + id % ${size} + 1, 'Pilot', assigned_to, 'Pilot', 100, 1, 'aUEC', '${at}',
       iif(id % 2, '${at}', null), '${at}' from contracts`,
    `insert into payout_ledger (organization_id, contract_id, account, user_id, name, amount, currency, created_at)
     select 1, id, 'member', assigned_to, 'Pilot', 100, 'aUEC', '${at}' from contracts`,
    // Half for the security team, half for one contract.
    `insert into contract_applications (organization_id, contract_id, user_id, status, first_name, last_name,
       discord_username, timezone, rsi_handle, experience, ship_type, availability, background_check, created_at, updated_at)
     select 1, case when value % 2 then (select max(id) from contracts) end, ${FIRST_USER} + value,
       ${oneOf(["pending", "declined", "withdrawn"])}, 'Pilot', 'Rook', 'pilot' || value, 'UTC', 'Pilot' || value, 'Years',
       'Ship', 'Evenings', 1, '${at}', '${at}' from ${numbers()}`,
    `insert into gateway_reports (key, instance, received_at)
     select 'report' || value, 'instance', '${at}' from ${numbers()}`,
  ];
  await raw.DB.batch(statements.map((each) => raw.DB.prepare(each)));
}
