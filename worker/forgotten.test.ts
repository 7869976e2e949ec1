import { expect, it } from "vitest";
import { tableNames } from "./testing/inspect.ts";
import { plantEverywhere } from "./testing/planting.ts";
import { person, raw, rows } from "./testing/world.ts";

/** Stands in every text of every table. */
const MARK = "Canary";
/** Stands in what only the deleted user is called by. */
const OWN = "Vestige";
const DISCORD = "299999999999999901";

/** Tables and columns that keep their texts, and why. */
const KEPT: readonly [because: string, pattern: RegExp][] = [
  [
    "Says what users did, under their names.",
    /^(audit_log|(prospect|member|contract)_history|bulk_changes|prospect_removals\.(reason|removed_by))\b/,
  ],
  [
    "Work and money of others, too, under the names of those who took part.",
    /^(contracts|contract_splits|contract_expenses|payout_ledger|payout_transfers)\./,
  ],
  [
    "The organization's own.",
    /^(organization_(settings|profiles|pictures)|forms|form_versions|teams|doors|answer_templates|custom_permissions|discord_role_mappings|retired_mappings|webhooks|announcement_channels)\./,
  ],
  [
    "Planned for others, too, who still come.",
    /^(events|event_series|event_templates|event_mirrors|event_mirror_states)\./,
  ],
  [
    "What the organization was asked for, which others vote for, too.",
    /^(wishes|wish_links|wish_trigrams)\./,
  ],
  ["Runs with accounts of its own.", /^(bots|bot_files|bot_file_versions|bot_logs|bot_runs)\./],
  ["What programs were told, for 30 days.", /^webhook_deliveries\./],
  ["Says which record a message in Discord shows, and where.", /^posted_messages\./],
  ["Titles of contracts, events and wishes, which stay.", /^title_blocks\./],
  ["Names of prospects, which stay as in their rows.", /^name_blocks\./],
  ["Keeps an account or a handle out, whoever has it.", /^door_blocks\./],
  ["Counts people by source, and says which kind of source.", /^(source_figures\.|sources\.kind$)/],
  ["What there is to fly.", /^(ships|ship_aliases)\./],
  [
    "Says what the product did.",
    /^(sync_runs|ship_syncs|job_runs|health_hours|slow_routes|releases|gateway_reports|backups|(member|prospect|assignee|event_time)_totals)\./,
  ],
  ["Hashed, and deleted after a day.", /^attempts\.key$/],
  ["Counts by kind, for a day.", /^daily_budgets\.kind$/],
  [
    "What administrators read of refusals, which names no user in words.",
    /^security_log\.(key|kind|network|permission)$/,
  ],
  ["The rows of a backup, until it is restored, and what was there before for 30 days.", /^restore_rows\./],
  ["Says which administrator restored a backup.", /^(restores|pauses)\./],
  ["Counts the people of the Discord server and names nobody.", /^setups\./],
  ["Is still to be done in Discord.", /^(discord_role_updates\.|outbox\.(id|target|details)$)/],
  ["The name itself.", /^prospects\.(display_name|username)$/],
  ["What officers wrote in the pipeline.", /^prospects\.(notes|referral_source)$/],
  ["What happened at an event, under the name of who wrote it.", /^event_reports\./],
];
/** What keeps the user's Discord account: the roles that are still to be taken from it. */
const KEEPS_ACCOUNT = ["discord_role_updates.discord_id"];

it("nothing but the name and what officers wrote is left of a deleted user, in any column of any table", async () => {
  const [user, administrator] = [await person("member", 1, "Vega Rook"), await person("administrator")];
  await raw.DB.prepare(
    `update users set username = ?, sign_in_name = ?, email = ?, discord_id = ?, avatar = ?, name_skeleton = ?
     where id = ?`,
  )
    .bind(
      ...[`${OWN} username`, `${OWN} sign-in`, `${OWN} mail`, DISCORD, `${OWN} avatar`, `${OWN} skeleton`],
      user.userId,
    )
    .run();
  expect(await plantEverywhere({ ...user, organizationId: 1, discordId: DISCORD }, MARK)).toEqual({});
  await administrator.ok("DELETE", `/api/users/${user.userId}`);
  const [marked, own] = [new Set<string>(), new Set<string>()];
  for (const table of await tableNames())
    for (const row of await rows(`select * from "${table}"`))
      for (const [column, value] of Object.entries(row)) {
        if (String(value).includes(MARK)) marked.add(`${table}.${column}`);
        if (String(value).includes(OWN) || String(value).includes(DISCORD)) own.add(`${table}.${column}`);
      }
  const isKept = (place: string) => KEPT.some(([, pattern]) => pattern.test(place));
  expect([...marked].filter((place) => !isKept(place))).toEqual([]);
  expect([...own]).toEqual(KEEPS_ACCOUNT);
  const unused = KEPT.filter(([, pattern]) => ![...marked].some((place) => pattern.test(place)));
  expect(unused).toEqual([]);
});
