import { beforeEach, expect, it } from "vitest";
import { nextOf } from "../../testing/pipeline.ts";
import {
  type Caller,
  hoursFromNow,
  organization,
  person,
  prospect,
  raw,
  value,
} from "../../testing/world.ts";
import { customRole, holderOf } from "../roles/testing/roles.factory.ts";
import type { ListedUser, Member, MemberCounts } from "./members.schema.ts";

let administrator: Caller;
let mona: Caller;
let vera: Caller;
let vito: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
  mona = await person("member", 1, "Mona");
  vera = await person(null, 1, "Vera");
  vito = await person(null, 1, "Vito Ørn");
});

const list = (reader: Caller, query = "") => reader.ok<ListedUser[]>("GET", `/api/users/1${query}`);
const names = async (reader: Caller, query = "") =>
  (await list(reader, query)).map(({ displayName }) => displayName);
const change = (set: string, ...values: unknown[]) =>
  raw.DB.prepare(`update members set ${set}`)
    .bind(...values)
    .run();

it("lists users without a role after the members, the newest first, for readers with admin.users alone", async () => {
  const officer = await person("officer", 1, "Otto");
  expect((await names(administrator)).slice(-2)).toEqual(["Vito Ørn", "Vera"]);
  expect((await names(administrator)).slice(0, -2).sort()).toEqual(["Ada", "Mona", "Otto"]);
  expect((await names(officer)).sort()).toEqual(["Ada", "Mona", "Otto"]);
  expect(await names(officer, "?status=none")).toEqual([]);
  const foreign = await person("administrator", await organization());
  expect((await foreign.fails("GET", "/api/users/1")).status).toBe(404);
  expect((await mona.fails("GET", "/api/users/1")).status).toBe(403);
});

it("opens for a role that administers users but reads no members", async () => {
  const warden = await holderOf(await customRole(["admin.users"]), "Wim");
  expect(await names(warden)).toContain("Vera");
  expect((await warden.ok<MemberCounts>("GET", "/api/members/1/counts")).withoutRole).toBe(2);
});

it("is narrowed to users without a role, and by filters for members to members", async () => {
  expect(await names(administrator, "?status=none")).toEqual(["Vito Ørn", "Vera"]);
  const role = await value("select id from roles where organization_id = 1 and key = 'member'");
  expect(await names(administrator, `?role=${role}`)).toEqual(["Mona"]);
  expect(await names(administrator, "?status=active&sort=joined")).not.toContain("Vera");
  expect((await administrator.ok<MemberCounts>("GET", "/api/members/1/counts")).withoutRole).toBe(2);
});

it("is searched by names", async () => {
  for (const [q, found] of [
    ["VER", ["Vera"]],
    ["v", ["Vito Ørn", "Vera"]],
    ["ørn", ["Vito Ørn"]],
    ["nobody", []],
    ["mona", ["Mona"]],
    ["@visitor", ["Vito Ørn", "Vera"]],
  ] as const) {
    expect([q, await names(administrator, `?q=${encodeURIComponent(q)}`)]).toEqual([q, found]);
  }
  expect(await names(administrator, "?q=ver&status=none")).toEqual(["Vera"]);
});

it("has pages through members and users without a role, in every order and in a search", async () => {
  for (const query of ["", "&sort=joined", "&q=v", "&status=none"]) {
    const all = await names(administrator, `?limit=500${query}`);
    const paged: string[] = [];
    for (let path: string | null = `/api/users/1?limit=1${query}`; path; ) {
      const { text, headers } = await administrator.call("GET", path);
      paged.push(...(JSON.parse(text) as ListedUser[]).map(({ displayName }) => displayName));
      path = nextOf(headers);
    }
    expect([query, paged]).toEqual([query, all]);
  }
});

it("follows users who gain or lose a membership", async () => {
  const join = `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
    select 1, ?, id, 'person', 'active', '', '' from roles where organization_id = 1 and key = 'member'`;
  await raw.DB.prepare(join).bind(vera.userId).run();
  expect(await names(administrator, "?status=none")).toEqual(["Vito Ørn"]);
  await raw.DB.prepare("delete from members where user_id = ?").bind(vera.userId).run();
  expect(await names(administrator, "?status=none")).toEqual(["Vito Ørn", "Vera"]);
});

it("answers each user with the reader's abilities, and the reasons of those refused", async () => {
  const rowOf = async (reader: Caller, caller: Caller) =>
    (await list(reader)).find(({ userId }) => userId === caller.userId);
  const allowed = {
    changeStatus: true,
    changeRole: true,
    endSessions: true,
    makePasswordLink: true,
    delete: true,
  };
  expect((await rowOf(administrator, mona))?.can).toEqual(allowed);
  expect(await rowOf(administrator, vera)).toMatchObject({
    ...{ id: null, roleId: null, role: null, status: "none", joinedAt: null },
    can: { changeStatus: false, changeRole: false, endSessions: true, makePasswordLink: false, delete: true },
    why: { changeRole: expect.stringContaining("Vera has no role yet"), delete: null },
  });
  expect((await rowOf(administrator, administrator))?.why.delete).toContain("your own membership");
  const officer = await person("officer");
  expect((await rowOf(officer, mona))?.why).toMatchObject({
    changeRole: null,
    delete: expect.stringContaining("admin.users"),
  });
  expect((await rowOf(officer, administrator))?.why.changeRole).toContain("as high as yours or higher");
  await change("status = 'inactive' where id = ?", mona.memberId);
  expect((await rowOf(administrator, mona))?.why.makePasswordLink).toContain("inactive");
  await raw.DB.prepare("update users set language = 'da' where id = ?").bind(administrator.userId).run();
  expect((await rowOf(administrator, vera))?.why.changeRole).toContain("ingen rolle");
});

it("shows whether a user without a role is in Discord, and when they last used the app", async () => {
  const seen = hoursFromNow(-3);
  await raw.DB.prepare("update sessions set last_seen_at = ? where user_id = ?")
    .bind(seen, vera.userId)
    .run();
  await prospect({ user_id: vera.userId, discord_status: "active" });
  const [other, shown] = await list(administrator, "?status=none");
  expect(shown).toMatchObject({ displayName: "Vera", inDiscord: true, usedAt: seen, hasSignedIn: false });
  expect(other).toMatchObject({ displayName: "Vito Ørn", inDiscord: false });
});

it("allows the abilities that it answers, and refuses the others with the same reason", async () => {
  const officer = await person("officer", 1, "Otto");
  const recruiter = await person("recruiter", 1, "Rita");
  for (const reader of [administrator, officer, recruiter]) {
    for (const { id, userId, version, can, why } of await list(reader)) {
      if (id === null) continue;
      const change = {
        method: "PUT",
        path: `/api/members/${id}/status`,
        body: { status: "active", version },
      };
      const { status, text } = await reader.call(change.method, change.path, change);
      expect([userId, status === 200]).toEqual([userId, can.changeStatus]);
      if (!can.changeStatus) expect((JSON.parse(text) as { detail: string }).detail).toBe(why.changeStatus);
    }
  }
});

it("orders members by when they were last seen, in Discord or in the app", async () => {
  await change("used_at = null, last_seen_at = ?", hoursFromNow(-5));
  await change("used_at = ? where id = ?", hoursFromNow(-1), mona.memberId);
  await change("last_seen_at = ? where id = ?", hoursFromNow(-2), administrator.memberId);
  const [first, second] = await administrator.ok<Member[]>("GET", "/api/members/1");
  expect([first?.displayName, second?.displayName]).toEqual(["Mona", "Ada"]);
  expect(Date.parse(first?.usedAt ?? "")).toBeGreaterThan(Date.parse(first?.lastSeen ?? ""));
});

it("reads the same rows at 100 and at 10,000 users without a role", async () => {
  const read = async () => {
    const figures: Record<string, number> = {};
    await administrator.cached();
    for (const path of ["?limit=50", "?limit=50&status=none", "?limit=50&sort=joined&status=none"]) {
      const { meter, text } = await administrator.call("GET", `/api/users/1${path}`);
      expect([meter.trips, (JSON.parse(text) as unknown[]).length]).toEqual([1, 50]);
      expect(meter.rowsRead).toBeLessThanOrEqual(3 * 50 + 100);
      figures[path] = meter.rowsRead;
    }
    expect(
      (await administrator.call("GET", "/api/users/1?limit=50&q=user%2099")).meter.rowsRead,
    ).toBeLessThan(2_000);
    return figures;
  };
  const add = (count: number, from: number) =>
    raw.DB.prepare(
      `insert into users (id, organization_id, username, display_name, created_at, updated_at)
       with recursive n(value) as (select 1 union all select value + 1 from n where value < ?)
       select ? + value, 1, 'user' || value, 'User ' || value, '', '' from n`,
    )
      .bind(count, from)
      .run();
  await add(100, 100_000);
  const small = await read();
  await add(10_000, 200_000);
  const large = await read();
  for (const [path, rows] of Object.entries(large)) {
    expect([path, rows <= (small[path] ?? 0) + 50]).toEqual([path, true]);
  }
});

it("deletes a user without a role, and ends their sessions", async () => {
  await administrator.ok("DELETE", `/api/users/${vera.userId}/sessions`);
  expect((await vera.fails("GET", "/api/user")).status).toBe(401);
  await administrator.ok("DELETE", `/api/users/${vito.userId}`);
  expect(await names(administrator, "?status=none")).toEqual(["Vera"]);
});
