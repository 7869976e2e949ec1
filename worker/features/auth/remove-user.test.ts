import { beforeEach, describe, expect, it } from "vitest";
import { control, resetDiscord } from "../../testing/discord.ts";
import {
  type Caller,
  nobody,
  organization,
  person,
  prospect,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import { crmBot } from "../discord/testing/discord.factory.ts";
import type { RemovedUser } from "./auth.schema.ts";

const DISCORD_ID = "200000000000000009";
let administrator: Caller;
let rita: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
  rita = await person("recruiter", 1, "Rita");
});

const remove = (caller: Caller, target: Caller) =>
  caller.ok<RemovedUser>("DELETE", `/api/users/${target.userId}`);
const refusal = async (caller: Caller, target: Caller) =>
  (await caller.fails("DELETE", `/api/users/${target.userId}`)).code;

describe("deleting a user", () => {
  let own: number;
  let theirs: number[];
  beforeEach(async () => {
    await raw.DB.prepare(
      "update users set email = 'rita@example.org', discord_id = ?, avatar = 'a' where id = ?",
    )
      .bind(DISCORD_ID, rita.userId)
      .run();
    own = await prospect({
      user_id: rita.userId,
      status: "active",
      display_name: "Rita",
      email: "rita@example.org",
      discord_id: DISCORD_ID,
      avatar: "a",
    });
    theirs = [
      await prospect({ status: "onboarding", assigned_to: rita.memberId }),
      await prospect({ status: "inactive", assigned_to: rita.memberId }),
    ];
    await rita.ok("PATCH", `/api/prospects/${theirs[0]}/notes`, { notes: "Speaks Danish" });
    await raw.DB.prepare(
      `insert into discord_activities (organization_id, discord_id, username, activity_type, timestamp)
       values (1, ?, 'rita', 'presence', '')`,
    )
      .bind(DISCORD_ID)
      .run();
    await administrator.ok("POST", `/api/members/${rita.memberId}/password-link`);
  });

  it("returns the deleted data, and leaves no personal data in any table", async () => {
    expect(await remove(administrator, rita)).toEqual({
      name: "Rita",
      removed: {
        password: false,
        discord: true,
        email: true,
        membership: true,
        rsi: false,
        sessions: 1,
        ships: 0,
        unassigned: 2,
      },
    });
    expect((await rita.fails("GET", "/api/dashboard/stats/1")).code).toBe("signed_out");
    const tables = await rows<{ name: string }>(
      "select name from sqlite_master where type = 'table' and name not glob '_cf*' and name not glob '*_search*'",
    );
    for (const { name } of tables) {
      const text = JSON.stringify(await rows(`select * from ${name}`));
      expect([name, text.includes("rita@example.org"), text.includes(DISCORD_ID)]).toEqual([
        name,
        false,
        false,
      ]);
    }
    for (const [table, column, id] of [
      ["users", "id", rita.userId],
      ["members", "id", rita.memberId],
      ["sessions", "user_id", rita.userId],
      ["password_links", "member_id", rita.memberId],
    ]) {
      expect([table, await value(`select count(*) from ${table} where ${column} = ?`, id)]).toEqual([
        table,
        0,
      ]);
    }
  });

  it("keeps histories with the name, and adds the deletion to them", async () => {
    await administrator.ok("PUT", `/api/members/${rita.memberId}/role`, {
      roleId: await value("select id from roles where organization_id = 1 and key = 'member'"),
    });
    await remove(administrator, rita);
    expect(await rows("select action, performed_by, new_value from member_history")).toEqual([
      { action: "role", performed_by: "Ada", new_value: "Member" },
    ]);
    expect(
      await rows(
        `select prospect_id, action, performed_by, previous_value, new_value, notes from prospect_history
         order by prospect_id, id`,
      ),
    ).toEqual([
      {
        prospect_id: own,
        action: "status",
        performed_by: "Ada",
        previous_value: "active",
        new_value: "inactive",
        notes: "The user was deleted.",
      },
      {
        prospect_id: theirs[0],
        action: "notes",
        performed_by: "Rita",
        previous_value: null,
        new_value: "Speaks Danish",
        notes: null,
      },
      ...theirs.map((prospect_id) => ({
        prospect_id,
        action: "assigned",
        performed_by: "Ada",
        previous_value: "Rita",
        new_value: null,
        notes: null,
      })),
    ]);
    expect(await rows("select display_name, status, user_id from prospects where id = ?", own)).toEqual([
      { display_name: "Rita", status: "inactive", user_id: null },
    ]);
    expect(
      await rows("select action, entity_name, details from audit_log where action = 'user.deleted'"),
    ).toEqual([
      { action: "user.deleted", entity_name: "Rita", details: JSON.stringify({ member: rita.memberId }) },
    ]);
  });

  it("keeps bulk changes of their prospects undoable, except for the assignment", async () => {
    const sven = await person("recruiter", 1, "Sven");
    const { changeId } = await administrator.ok<{ changeId: number }>("POST", "/api/prospects/bulk", {
      prospects: [{ id: theirs[0] }],
      change: { kind: "assign", assignedTo: sven.memberId },
    });
    await remove(administrator, rita);
    expect(await administrator.ok("POST", `/api/prospects/bulk/${changeId}/undo`)).toMatchObject({
      changed: 1,
    });
    expect(await value("select assigned_to from prospects where id = ?", theirs[0])).toBeNull();
  });

  it("requires admin.users and a higher rank in the same organization, and refuses the caller's own account", async () => {
    const officer = await person("officer");
    expect(await refusal(officer, rita)).toBe("forbidden");
    await raw.DB.prepare(
      "update roles set permissions = json_insert(permissions, '$[#]', 'admin.users') where key = 'crm_manager'",
    ).run();
    const manager = await person("crm_manager");
    expect(await refusal(manager, officer)).toBe("outranked");
    expect(await refusal(manager, administrator)).toBe("outranked");
    expect(await refusal(manager, await person("crm_manager"))).toBe("outranked");
    expect(await refusal(administrator, administrator)).toBe("own_membership");
    expect(await refusal(await person("administrator", await organization()), rita)).toBe("not_found");
    expect(await value("select count(*) from users where id in (?, ?)", rita.userId, officer.userId)).toBe(2);
    await remove(manager, rita);
  });
});

it("leaves one active administrator when administrators delete each other at once", async () => {
  const other = await person("administrator");
  const answers = await Promise.all([
    administrator.call("DELETE", `/api/users/${other.userId}`),
    other.call("DELETE", `/api/users/${administrator.userId}`),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(
    await value(
      "select count(*) from members join roles on roles.id = role_id where key = 'administrator' and status = 'active'",
    ),
  ).toBe(1);
});

it("deletes a user once when it is done twice", async () => {
  const answers = await Promise.all(
    [1, 2].map(() => administrator.call("DELETE", `/api/users/${rita.userId}`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await value("select count(*) from audit_log where action = 'user.deleted'")).toBe(1);
});

it("deletes a user without a membership, who can register again", async () => {
  const vega = { username: "vega.rook", password: "nebula-drift-9" };
  const { id } = await nobody.ok<{ id: number }>("POST", "/api/register", vega);
  expect(await administrator.ok("DELETE", `/api/users/${id}`)).toMatchObject({
    removed: {
      password: true,
      discord: false,
      membership: false,
      rsi: false,
      sessions: 1,
      ships: 0,
      unassigned: 0,
    },
  });
  expect((await nobody.fails("POST", "/api/login", vega)).code).toBe("wrong_credentials");
  await nobody.ok("POST", "/api/register", vega);
});

it("lets the next sync add a deleted user who is still in the Discord server", async () => {
  await resetDiscord();
  await crmBot();
  const { user } = await control<{ user: { id: string } }>("join", { username: "vega" });
  const sync = () =>
    administrator.ok<{ added: number; unchanged: number }>("POST", "/api/discord/sync-members/1");
  const idOf = () => value<number>("select id from users where discord_id = ?", user.id);
  await sync();
  const before = await idOf();
  await administrator.ok("DELETE", `/api/users/${before}`);
  expect(await sync()).toMatchObject({ added: 1, left: 0 });
  expect(await idOf()).toBeGreaterThan(before);
  expect(await rows("select status from prospects where username = 'vega' order by id")).toEqual([
    { status: "inactive" },
    { status: "intro" },
  ]);
});
