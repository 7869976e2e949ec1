import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { inRoot, root } from "./lib/paths.ts";

/** Returns a database in memory with the migrations before `name`; `migrate` then applies that one. */
function before(name: string) {
  const database = new DatabaseSync(":memory:");
  const files = globSync("migrations/*.sql", { cwd: root }).sort();
  const at = files.findIndex((file) => file.endsWith(`_${name}.sql`));
  const apply = (file: string) => database.exec(readFileSync(inRoot(file), "utf8"));
  for (const file of files.slice(0, at)) apply(file);
  return { database, migrate: () => apply(files[at] as string) };
}

test("totals: counts prospects by status and by assignee, as the triggers do from then on", () => {
  const { database, migrate } = before("totals");
  const counts = (table: string) =>
    database
      .prepare(`select * from ${table} where count > 0`)
      .all()
      .map((row) => Object.values(row));
  const add = (status: string, assignedTo: number | null) =>
    database
      .prepare(`insert into prospects (organization_id, display_name, username, status, assigned_to, discord_status,
        stage_changed_at, created_at, updated_at) values (1, '', '', ?, ?, 'active', '', '', '')`)
      .run(status, assignedTo);
  database.exec("pragma foreign_keys = off");
  add("intro", null);
  add("intro", 7);
  migrate();
  add("onboarding", 7);
  database.exec("update prospects set status = 'onboarding' where id = 2");
  assert.deepEqual(counts("prospect_totals"), [
    [1, "intro", 1, 1],
    [1, "onboarding", 1, 2],
  ]);
  assert.deepEqual(counts("assignee_totals"), [[1, 7, "onboarding", 2]]);
});

test("rooms: gives applications their kind and audit entries their readers, and renames the queue of role updates", () => {
  const { database, migrate } = before("rooms");
  const rows = (query: string) =>
    database
      .prepare(query)
      .all()
      .map((row) => Object.values(row));
  const application =
    database.prepare(`insert into contract_applications (id, organization_id, contract_id, user_id,
      status, first_name, last_name, discord_username, timezone, experience, ship_type, availability, background_check,
      created_at, updated_at) values (?, 1, ?, 7, ?, 'Vega', '', '', '', '', '', '', 1, '', '')`);
  const entry =
    database.prepare(`insert into audit_log (organization_id, action, audience, actor_kind, actor_name,
      created_at) values (1, '', ?, 'job', '', '')`);
  database.exec(`
    insert into users (id, organization_id, username, display_name, created_at, updated_at)
      values (7, 1, 'vega', 'Vega', '', '');
    insert into contracts (id, organization_id, title, created_by, applications, created_at, updated_at)
      values (3, 1, 'Haul', 1, 1, '', '');
    insert into discord_wishes (organization_id, discord_id, wished_at, problem) values (1, '42', 'then', 'permission')`);
  application.run(1, 3, "pending");
  application.run(2, null, "pending");
  application.run(3, null, "declined");
  application.run(9, 3, "withdrawn");
  database.exec("delete from contract_applications where id = 9");
  const audiences = ["everyone", "prospects", "contracts", "admin", "private"];
  for (const audience of audiences) entry.run(audience);

  migrate();

  assert.deepEqual(rows("select id, kind, contract_id, status, first_name from contract_applications"), [
    [1, "contract", 3, "pending", "Vega"],
    [2, "security", null, "pending", "Vega"],
    [3, "security", null, "declined", "Vega"],
  ]);
  assert.deepEqual(rows("select seq from sqlite_sequence where name = 'contract_applications'"), [[9]]);
  assert.deepEqual(rows("select readers from audit_log order by id").flat(), [
    "everyone",
    "prospects.read",
    "contracts.read",
    "admin.users",
    "private",
  ]);
  assert.deepEqual(rows("select discord_id, requested_at, problem from discord_role_updates"), [
    ["42", "then", "permission"],
  ]);
  assert.throws(() => database.exec("update audit_log set readers = 'everyone'"), /cannot be edited/);
  assert.throws(
    () => database.exec("update contract_applications set contract_id = 3 where id = 2"),
    /CHECK/,
  );
  database.exec("delete from contract_applications where id = 1");
  assert.deepEqual(rows("select applications from contracts"), [[0]]);
});

test("forget-handles: takes handles out of the audit log, histories and prospects of deleted users, and nothing else", () => {
  const { database, migrate } = before("forget-handles");
  const details = {
    "rsi.verified": { handle: "Nova_77", from: "Nova_76", to: "Nova_77" },
    "prospect.corrected": { fromStarCitizenId: "Nova_76", toStarCitizenId: "Nova_77", toDisplayName: "Kept" },
    "member.role": { from: "Kept", to: "Kept" },
  };
  database.exec("pragma foreign_keys = off");
  for (const [action, each] of Object.entries(details))
    database
      .prepare(`insert into audit_log (organization_id, action, readers, actor_kind, actor_name, created_at, details)
        values (1, ?, 'private', 'job', '', '', ?)`)
      .run(action, JSON.stringify(each));
  database.exec(`
    insert into prospects (id, organization_id, display_name, username, status, star_citizen_id, discord_status,
        stage_changed_at, created_at, updated_at)
      values (1, 1, '', '', 'inactive', 'Nova_77', 'active', '', '', ''), (2, 1, '', '', 'intro', 'Kept', 'active', '', '', '');
    insert into prospect_history (prospect_id, action, performed_by, created_at, notes, changes)
      values (1, 'status', '', '', 'The user was deleted.', null), (1, 'corrected', '', '', null,
        '{"starCitizenId":{"from":"Nova_76","to":"Nova_77"},"displayName":{"from":"Kept","to":"Kept"}}')`);
  migrate();
  const all = ["audit_log", "prospect_history", "prospects"]
    .map((table) => JSON.stringify(database.prepare(`select * from ${table}`).all()))
    .join();
  assert.equal(/Nova/.exec(all), null);
  assert.equal(all.match(/Kept/g)?.length, 6);
  for (const table of ["audit_log", "prospect_history"])
    assert.throws(() => database.exec(`update ${table} set action = ''`), /cannot be edited/);
});

test("event-templates-and-mirrors: an organization that has a CRM bot already shows its events in Discord after each request", () => {
  const { database, migrate } = before("event-templates-and-mirrors");
  const addBot = (organizationId: number, isCrmBot: 0 | 1) =>
    database
      .prepare(`insert into bots (organization_id, name, framework, status, auto_start, is_crm_bot, created_at, updated_at)
        values (?, 'Herald', 'discord.js', 'inactive', 0, ?, '', '')`)
      .run(organizationId, isCrmBot);
  database.exec("pragma foreign_keys = off");
  addBot(1, 1);
  addBot(2, 0);
  addBot(3, 0);
  migrate();
  database.exec("update bots set is_crm_bot = 1 where organization_id = 3");
  const rows = database
    .prepare(
      "select organization_id, topics ->> '$.event_mirroring' as revision from revisions order by organization_id",
    )
    .all()
    .map((row) => Object.values(row));
  assert.deepEqual(rows, [
    [1, 1],
    [2, null],
    [3, 1],
  ]);
});

test("security-team: an application that was withdrawn keeps none of its answers, every other one all of them", () => {
  const { database, migrate } = before("security-team");
  database.exec("pragma foreign_keys = off");
  for (const [kind, contract] of [
    ["security", "null"],
    ["contract", 3],
  ])
    for (const status of ["pending", "declined", "withdrawn"])
      database.exec(`insert into contract_applications (organization_id, kind, contract_id, user_id, status, first_name,
        last_name, discord_username, timezone, rsi_handle, experience, ship_type, availability, background_check,
        "references", additional_notes, created_at, updated_at) values (1, '${kind}', ${contract}, 7, '${status}', 'Vega',
        'Vega', 'Vega', 'Vega', 'Vega', 'Vega', 'Vega', 'Vega', 1, 'Vega', 'Vega', '', '')`);
  migrate();
  const stored = database.prepare("select * from contract_applications").all();
  assert.equal(stored.length, 6);
  for (const row of stored)
    assert.equal(JSON.stringify(row).split("Vega").length - 1, row["status"] === "withdrawn" ? 0 : 10);
});

test("search: keeps the titles that there are in blocks of 64, as the triggers do from then on", () => {
  const { database, migrate } = before("search");
  database.exec("pragma foreign_keys = off");
  const add = (id: number, title: string) =>
    database
      .prepare(
        "insert into contracts (id, organization_id, title, created_by, created_at, updated_at) values (?, 1, ?, 1, '', '')",
      )
      .run(id, title);
  add(1, "Øvelse i Nyx");
  add(63, 'The "Ærø"');
  migrate();
  add(2, "Haul Ål");
  add(64, "Escort");
  database.exec("update contracts set title = 'Convoy' where id = 64");
  database.exec("delete from contracts where id = 63");
  const blocks = database.prepare("select kind, block, titles from title_blocks order by block").all();
  assert.deepEqual(
    blocks.map(({ kind, block, titles }) => [kind, block, JSON.parse(String(titles))]),
    [
      ["contract", 0, { 1: "ovelse i nyx", 2: "haul al" }],
      ["contract", 1, { 64: "convoy" }],
    ],
  );
});

test("trigrams: keeps the names that there are in blocks of 128, as the triggers do from then on", () => {
  const { database, migrate } = before("trigrams");
  database.exec("pragma foreign_keys = off");
  const add = (id: number, name: string, discordId: string | null = null) => {
    database.exec(`insert into users (id, organization_id, username, display_name, discord_id, created_at, updated_at)
      values (${id}, 1, 'u${id}', '${name}', ${discordId}, '', '')`);
    database.exec(`insert into members (id, organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
      values (${id}, 1, ${id}, 1, 'manual', 'active', '', '')`);
    database.exec(`insert into prospects (id, organization_id, display_name, username, discord_id, status, stage_changed_at,
      created_at, updated_at) values (${id}, 1, '${name}', 'u${id}', ${discordId}, 'intro', '', '', '')`);
  };
  add(1, 'The "Ærø"', "'42'");
  add(127, "Gone");
  migrate();
  add(2, "Vega");
  add(128, "Escort");
  for (const table of ["users", "prospects"])
    database.exec(`update ${table} set display_name = 'Convoy', discord_id = '43' where id = 128`);
  for (const table of ["members", "prospects"]) database.exec(`delete from ${table} where id = 127`);
  const blocks = database.prepare("select kind, block, names from name_blocks order by kind, block").all();
  assert.deepEqual(
    blocks.map(({ kind, block, names }) => [kind, block, JSON.parse(String(names))]),
    ["member", "prospect"].flatMap((kind) => [
      [kind, 0, { 1: '\nThe "Ærø"\tu1\r42', 2: "\nVega\tu2\r" }],
      [kind, 1, { 128: "\nConvoy\tu128\r43" }],
    ]),
  );
});

test("role-order: sets equal priorities apart by their Discord mappings, then by id, and keeps the others", () => {
  const { database, migrate } = before("role-order");
  const add =
    database.prepare(`insert into roles (organization_id, name, permissions, priority, is_system, created_at,
    updated_at) values (1, ?, '[]', ?, 0, '', '')`);
  const order = () =>
    database
      .prepare(
        "select name, priority from roles where key is null or key in ('administrator', 'member') order by priority desc",
      )
      .all()
      .map((row) => Object.values(row));
  for (const [name, priority] of [
    ["First", 10],
    ["Mapped", 10],
    ["Scout", 20],
  ] as const)
    add.run(name, priority);
  database.exec(`insert into discord_role_mappings (organization_id, role_id, discord_role_id, discord_role_name, priority)
    select 1, id, '1', '', 5 from roles where name = 'Mapped'`);
  migrate();
  const top = ["Administrator", 100];
  assert.deepEqual(order(), [top, ["Scout", 20], ["Mapped", 12], ["Member", 11], ["First", 10]]);
  assert.deepEqual(
    database
      .prepare("select priority from roles where key = 'recruiter'")
      .all()
      .map((row) => Object.values(row)),
    [[40]],
  );
});
