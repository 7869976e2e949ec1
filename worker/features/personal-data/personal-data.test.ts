import { beforeEach, describe, expect, it } from "vitest";
import { FEATURES } from "../../features.ts";
import { stopClock } from "../../testing/clock.ts";
import { type Caller, organization, person, prospect, raw, rows } from "../../testing/world.ts";
import { FREE_ATTEMPTS } from "../auth/attempts.ts";
import { givePassword } from "../auth/testing/auth.cases.ts";
import { contract } from "../contracts/testing/contracts.factory.ts";
import { ship } from "../ships/testing/ships.factory.ts";
import { type PersonalData, personalDataPlan } from "./export.ts";

const PATH = "/api/user/data";
const { tables: TOLD, leftOut: LEFT_OUT } = personalDataPlan(FEATURES);
const DISCORD_ID = "300000000000000009";
stopClock();
let mona: Caller;
beforeEach(async () => {
  mona = await person("recruiter", 1, "Mona");
});

const run = (sql: string, ...values: unknown[]) =>
  raw.DB.prepare(sql)
    .bind(...values)
    .run();
const read = async (caller = mona) => {
  const { text } = await caller.call("GET", PATH);
  return { text, data: JSON.parse(text) as PersonalData };
};

/** Columns that relate a row to a user. */
const ABOUT =
  /^(user|member|discord|discord_user|actor_user|performed_by|created_by)_id$|_by$|^assigned_to$|^email$/;

it("every table that names a user is exported with every column, or left out with a reason", async () => {
  const columns = await rows<{ name: string; columns: string }>(
    `select m.name, json_group_array(c.name) as columns from sqlite_master m join pragma_table_info(m.name) c
     where m.type = 'table' and m.name not glob '*_search*' and m.name not glob '_cf_*' group by m.name`,
  );
  const all = columns.map(({ name, columns: list }) => ({ name, columns: JSON.parse(list) as string[] }));
  const mention = all.filter((table) => table.columns.some((column) => ABOUT.test(column)));
  const known = [...TOLD.map(({ name }) => name), ...Object.keys(LEFT_OUT)];
  const sums = ["member_totals", "prospect_totals"];
  expect(known.filter((name) => sums.includes(name))).toEqual([]);
  expect(mention.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  for (const { name, columns, without } of TOLD) {
    const inTable = all.find((table) => table.name === name)?.columns ?? [];
    expect([name, [...columns, ...Object.keys(without)].sort()]).toEqual([name, inTable.sort()]);
  }
  for (const [name, reason] of Object.entries(LEFT_OUT))
    if (!name.includes(".")) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});

describe("the export of a user's data", () => {
  beforeEach(async () => {
    await givePassword(mona);
    await run(
      "update users set email = 'mona@example.org', discord_id = ? where id = ?",
      DISCORD_ID,
      mona.userId,
    );
    const own = await prospect({
      user_id: mona.userId,
      discord_id: DISCORD_ID,
      display_name: "Mona",
      notes: "Confidential: officers only",
      status: "active",
    });
    const history = `insert into prospect_history (prospect_id, action, performed_by, previous_value, new_value, notes, created_at) values (?, ?, 'Olga Officer', ?, ?, ?, '')`;
    await run(history, own, "notes", null, "Confidential text", null);
    await run(history, own, "status", "onboarding", "active", "Confidential reason");
    await run(
      `insert into discord_activities (organization_id, discord_id, username, activity_type, timestamp)
       values (1, ?, 'mona', 'voice_join', '2026-11-01')`,
      DISCORD_ID,
    );
    await run("insert into hangars (user_id, organization_id, is_hidden) values (?, 1, 1)", mona.userId);
    await run(
      `insert into hangar_ships (organization_id, user_id, ship_id, nickname, created_at, updated_at)
       values (1, ?, ?, 'Old "Bessie"', '', '')`,
      mona.userId,
      await ship({ name_full: "Drake Cutlass Black" }),
    );
    await contract({ assigned_to: mona.userId, title: "Assigned haul" });
    await contract({ created_by: mona.memberId, title: "Made haul" });
    await contract({ created_by: 999, title: "Somebody else's haul" });
    await mona.ok("PATCH", "/api/user/language", { language: "en" });
  });

  it("is one JSON file of all stored data about them", async () => {
    const answer = await mona.call("GET", PATH);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-disposition": expect.stringMatching(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/),
      "cache-control": "no-store",
    });
    const { format, organization: from, tables } = JSON.parse(answer.text) as PersonalData;
    expect([format, from]).toEqual(["command-centre-personal-data", "Command Centre"]);
    expect(Object.keys(tables)).toEqual(TOLD.map(({ name }) => name));
    expect(tables).toMatchObject({
      users: [{ display_name: "Mona", email: "mona@example.org", discord_id: DISCORD_ID }],
      sessions: [{ method: "password" }],
      members: [{ role: "Recruiter", status: "active" }],
      prospects: [{ status: "active", display_name: "Mona" }],
      prospect_history: [{ action: "status", previous_value: "onboarding", new_value: "active" }],
      hangars: [{ is_hidden: 1 }],
      hangar_ships: [{ ship: "Drake Cutlass Black", nickname: 'Old "Bessie"' }],
      contracts: [{ title: "Assigned haul" }, { title: "Made haul" }],
      discord_activities: [{ activity_type: "voice_join" }],
      audit_log: [{ action: "user.language" }, { action: "user.data_downloaded" }],
    });
  });

  it("contains no secret, nothing confidential and no other user, and lists what is omitted", async () => {
    const stranger = await person("officer", 1, "Olga Officer");
    await stranger.ok("PATCH", "/api/user/language", { language: "da" });
    const { text, data } = await read();
    const [session] = await rows<{ token_hash: string }>(
      "select token_hash from sessions where user_id = ?",
      mona.userId,
    );
    for (const secret of [
      session?.token_hash,
      mona.token,
      "scrypt$",
      "Confidential",
      "Olga",
      "Somebody else",
    ])
      expect([secret, text.includes(String(secret))]).toEqual([secret, false]);
    expect(data.leftOut).toMatchObject({
      "users.password_hash": expect.any(String),
      "prospects.notes": expect.stringContaining("ask an administrator"),
      password_links: expect.any(String),
    });
    const foreigner = await person("administrator", await organization(), "Zora");
    expect((await read(foreigner)).text).not.toContain("Mona");
  });

  it("is complete for a table of many pages", async () => {
    await run(
      `with recursive n(value) as (select 1 union all select value + 1 from n where value < 1200)
       insert into audit_log (organization_id, action, readers, actor_kind, actor_user_id, actor_name, created_at)
       select 1, 'prospect.notes', 'prospects', 'user', ?, 'Mona', '' from n`,
      mona.userId,
    );
    const { data } = await read();
    const ids = data.tables["audit_log"]?.map(({ id }) => id) ?? [];
    expect(ids).toHaveLength(1_202);
    expect(new Set(ids).size).toBe(1_202);
  });

  it("can be downloaded ten times in an hour before the user has to wait", async () => {
    for (let times = 0; times < FREE_ATTEMPTS.download; times++) await read();
    expect((await mona.fails("GET", PATH)).code).toBe("too_many_attempts");
    expect((await (await person("member")).call("GET", PATH)).status).toBe(200);
  });
});
