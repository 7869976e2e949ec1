import { beforeEach, expect, it } from "vitest";
import { type Caller, person, prospect, raw, rows, value } from "../../testing/world.ts";
import { account } from "../rsi/testing/rsi.factory.ts";
import { ship } from "../ships/testing/ships.factory.ts";
import type { RemovedUser } from "./auth.schema.ts";

let rita: Caller;
let username: string;
beforeEach(async () => {
  rita = await person("recruiter", 1, "Rita");
  username = await value("select username from users where id = ?", rita.userId);
});

const leave = (caller = rita, typed = username) =>
  caller.call("DELETE", "/api/user", { body: { username: typed } });
const codeOf = ({ text }: { text: string }) => JSON.parse(text).code;

it("deleting the own account deletes the hangar, ends the session, and keeps histories with the name", async () => {
  await raw.DB.batch([
    raw.DB.prepare("insert into hangars (user_id, organization_id) values (?, 1)").bind(rita.userId),
    raw.DB.prepare(
      `insert into hangar_ships (organization_id, user_id, ship_id, created_at, updated_at) values (1, ?, ?, '', '')`,
    ).bind(rita.userId, await ship()),
  ]);
  await account(rita);
  const theirs = await prospect({ status: "onboarding", assigned_to: rita.memberId });
  await rita.ok("PATCH", `/api/prospects/${theirs}/notes`, { notes: "Speaks Danish" });
  const answer = await leave(rita, ` ${username.toUpperCase()} `);
  expect(JSON.parse(answer.text)).toEqual({
    name: "Rita",
    removed: {
      password: false,
      discord: false,
      email: false,
      membership: true,
      rsi: true,
      sessions: 1,
      ships: 1,
      unassigned: 1,
    },
  } satisfies RemovedUser);
  expect(answer.headers.getSetCookie().join()).toMatch(/session=; Max-Age=0.*signed_in=; Max-Age=0/);
  expect((await rita.fails("GET", "/api/user")).code).toBe("signed_out");
  for (const [table, column] of [
    ["users", "id"],
    ["members", "user_id"],
    ["hangars", "user_id"],
    ["hangar_ships", "user_id"],
  ])
    expect([table, await value(`select count(*) from ${table} where ${column} = ?`, rita.userId)]).toEqual([
      table,
      0,
    ]);
  expect(await rows("select performed_by from prospect_history where action = 'notes'")).toEqual([
    { performed_by: "Rita" },
  ]);
  expect(await rows("select readers, actor_name from audit_log where action = 'user.left'")).toEqual([
    { readers: "admin.users", actor_name: "Rita" },
  ]);
});

it("deleting the own account requires the typed username", async () => {
  for (const typed of ["Rita", `${username}x`, "administrator"]) {
    const refused = await leave(rita, typed);
    expect([typed, refused.status, codeOf(refused)]).toEqual([typed, 400, "wrong_confirmation"]);
    expect(refused.meter.rowsWritten).toBe(0);
  }
});

it("deleting the own account twice deletes it once", async () => {
  const answers = await Promise.all([leave(), leave()]);
  expect(answers[0]?.status === 200 || answers[1]?.status === 200).toBe(true);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await value("select count(*) from audit_log where action = 'user.left'")).toBe(1);
});

it("the last administrator cannot delete their account, nor can both of two at once", async () => {
  const [one, other] = [await person("administrator"), await person("administrator")];
  const nameOf = (caller: Caller) => value<string>("select username from users where id = ?", caller.userId);
  const answers = await Promise.all([leave(one, await nameOf(one)), leave(other, await nameOf(other))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(codeOf(refused ?? { text: "{}" })).toBe("last_administrator");
});
