import { beforeEach, describe, expect, it } from "vitest";
import { stopClock } from "../../testing/clock.ts";
import {
  type Answer,
  backgroundDone,
  Caller,
  call,
  hoursFromNow,
  nobody,
  organization,
  person,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import type { CurrentUser } from "../account/account.schema.ts";
import { FREE_ATTEMPTS } from "./attempts.ts";
import { givePassword, PASSWORD } from "./testing/auth.cases.ts";

const NEXT = "drift-nebula-10";
const PATH = "/api/user/password";
stopClock();
let mona: Caller;
let username: string;
beforeEach(async () => {
  mona = await person("member", 1, "Mona");
  username = await value("select username from users where id = ?", mona.userId);
});

const run = (sql: string, ...values: unknown[]) =>
  raw.DB.prepare(sql)
    .bind(...values)
    .run();
const codeOf = ({ status, text }: Answer) => [status, text && JSON.parse(text).code];
const signIn = (name: string, password: string) =>
  call("POST", "/api/login", { body: { username: name, password } });
const change = (currentPassword: string, password = NEXT, caller = mona) =>
  caller.call("PATCH", PATH, { body: { currentPassword, password } });
const add = (body: object = { username: "Mona V.", password: NEXT }, caller = mona) =>
  caller.call("POST", PATH, { body });
const sessions = () => value<number>("select count(*) from sessions where user_id = ?", mona.userId);

describe("changing the password", () => {
  beforeEach(() => givePassword(mona));

  it("requires the current password, ends the other sessions and a password link, and audits neither password", async () => {
    await signIn(username, PASSWORD);
    await (await person("administrator")).ok("POST", `/api/members/${mona.memberId}/password-link`);
    expect(await sessions()).toBe(2);
    const answer = await change(PASSWORD);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(answer.meter.trips).toBe(3);
    expect(await sessions()).toBe(1);
    expect(await value("select count(*) from password_links")).toBe(0);
    expect((await mona.call("GET", "/api/user")).status).toBe(200);
    expect((await signIn(username, PASSWORD)).status).toBe(401);
    expect((await signIn(username, NEXT)).status).toBe(200);
    expect(
      await rows("select action, readers, details from audit_log where action like 'user.password%'"),
    ).toEqual([{ action: "user.password_changed", readers: "private", details: null }]);
  });

  it("refuses a wrong, a missing and a weak password, names the field, and changes nothing", async () => {
    expect(codeOf(await change("not-the-password"))).toEqual([400, "wrong_password"]);
    expect(codeOf(await change(PASSWORD, "123456"))).toEqual([400, "weak_password"]);
    expect(codeOf(await change(PASSWORD, username.toUpperCase()))).toEqual([400, "password_of_names"]);
    const short = JSON.parse((await change("", "short")).text);
    expect(short.errors).toEqual({
      currentPassword: ["Required"],
      password: ["Password must be at least 6 characters"],
    });
    expect((await signIn(username, PASSWORD)).status).toBe(200);
    await run("update users set password_hash = null where id = ?", mona.userId);
    expect(codeOf(await change(PASSWORD))).toEqual([409, "password_missing"]);
  });

  it("changes it once when two requests come at once", async () => {
    const answers = await Promise.all([
      change(PASSWORD, "first-drift-9"),
      change(PASSWORD, "second-drift-9"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    const [first] = answers.map(({ status }) => status);
    expect((await signIn(username, first === 204 ? "first-drift-9" : "second-drift-9")).status).toBe(200);
  });

  it("slows down only the session that guesses, and notifies the user", async () => {
    for (let tries = 0; tries < FREE_ATTEMPTS.password; tries++) await change("not-the-password");
    const refused = await change(PASSWORD);
    expect(codeOf(refused)).toEqual([429, "too_many_attempts"]);
    expect(refused.headers.get("Retry-After")).toBe("5");
    await backgroundDone();
    expect(await value("select json_extract(details, '$.count') from notices")).toBe(FREE_ATTEMPTS.password);
    const elsewhere = await signIn(username, PASSWORD);
    const token = /session=([\w-]+)/.exec(elsewhere.headers.getSetCookie().join())?.[1] ?? null;
    const other = new Caller(token, mona.userId);
    expect(codeOf(await change(PASSWORD, NEXT, other))).toEqual([204, ""]);
  });
});

describe("setting a password", () => {
  it("gives a Discord account a username and a password, and the sync keeps that username", async () => {
    await run("update users set discord_id = '200000000000000009' where id = ?", mona.userId);
    const answer = await add();
    expect([answer.status, answer.meter.trips]).toEqual([204, 3]);
    expect((await mona.ok<CurrentUser>("GET", "/api/user")).signInMethods).toEqual(["password", "discord"]);
    expect((await signIn("mona v.", NEXT)).status).toBe(200);
    expect(await rows("select action from audit_log where action like 'user.password%'")).toEqual([
      { action: "user.password_added" },
    ]);
    expect(codeOf(await add())).toEqual([409, "password_present"]);
  });

  it("refuses a name that another user signs in with, in any spelling and any organization", async () => {
    await nobody.ok("POST", "/api/register", { username: "Vega", password: PASSWORD });
    for (const name of ["vega", " VEGA ", "Ｖega"]) {
      const refused = await add({ username: name, password: NEXT });
      expect([name, ...codeOf(refused)]).toEqual([name, 409, "username_taken"]);
    }
    const foreigner = await person("member", await organization());
    expect(codeOf(await add({ username: "vega", password: NEXT }, foreigner))).toEqual([
      409,
      "username_taken",
    ]);
    expect(await value("select count(*) from users where password_hash is not null")).toBe(1);
  });

  it("gives the name to one of two users who choose it at once", async () => {
    const other = await person("member");
    const body = { username: "vega", password: NEXT };
    const answers = await Promise.all([add(body), add(body, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it("requires a sign-in within the last half hour, and refuses a weak password", async () => {
    expect(codeOf(await add({ username: "mona", password: "MONA" }))).toEqual([400, "invalid_input"]);
    expect(codeOf(await add({ username: "mona.v", password: "Mona.V" }))).toEqual([400, "password_of_names"]);
    expect(codeOf(await add({ username: "m", password: NEXT }))).toEqual([400, "invalid_input"]);
    await run("update sessions set created_at = ? where user_id = ?", hoursFromNow(-31 / 60), mona.userId);
    const refused = await add();
    expect(codeOf(refused)).toEqual([403, "reauthentication_required"]);
    expect(refused.meter.rowsWritten).toBe(0);
    await run("update sessions set created_at = ? where user_id = ?", hoursFromNow(-29 / 60), mona.userId);
    expect((await add()).status).toBe(204);
  });
});
