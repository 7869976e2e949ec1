import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Caller, call, interrupted, person, raw, value } from "../../testing/world.ts";
import {
  addPasskey,
  authenticator,
  firstStep,
  memberWithPassword,
  outcomeOf,
} from "../second-factor/testing/second-factor.factory.ts";
import { givePassword, PASSWORD } from "./testing/auth.cases.ts";

const NEXT = "drift-nebula-10";
let mona: Caller;
let username: string;
let administrator: Caller;
beforeEach(async () => {
  ({ mona, username } = await memberWithPassword());
  administrator = await person("administrator");
});

const sessions = () => value<number>("select count(*) from sessions where user_id = ?", mona.userId);
const passwordHash = () => value<string | null>("select password_hash from users where id = ?", mona.userId);
const deactivate = () =>
  administrator.ok("PUT", `/api/members/${mona.memberId}/status`, { status: "inactive" });
const endSessions = () => administrator.ok("DELETE", `/api/members/${mona.memberId}/sessions`);

describe("a sign-in during which its user changes", () => {
  const signIn = (meanwhile: () => Promise<unknown>): Promise<Answer> =>
    call("POST", "/api/login", {
      body: { username, password: PASSWORD },
      database: interrupted(2, meanwhile),
    });

  it("begins no session with a replaced password, or for a deleted user", async () => {
    const body = { currentPassword: PASSWORD, password: NEXT };
    const refused = await signIn(() => mona.ok("PATCH", "/api/user/password", body));
    expect([outcomeOf(refused), await sessions()]).toEqual([[401, "wrong_credentials"], 1]);
    const deleted = () => administrator.ok("DELETE", `/api/users/${mona.userId}`);
    await givePassword(mona);
    expect(outcomeOf(await signIn(deleted))).toEqual([401, "wrong_credentials"]);
  });

  it("begins no session for a member who is set inactive, in either step", async () => {
    expect([outcomeOf(await signIn(deactivate)), await sessions()]).toEqual([[403, "account_inactive"], 0]);
    await raw.DB.prepare("update members set status = 'active' where id = ?").bind(mona.memberId).run();
    const code = await authenticator(mona);
    const { waiting } = await firstStep(username);
    const second = await call("POST", "/api/login/second-factor", {
      body: { code: code() },
      headers: { Cookie: `waiting=${waiting}` },
      database: interrupted(2, deactivate),
    });
    expect([outcomeOf(second), await sessions()]).toEqual([[403, "account_inactive"], 0]);
  });

  it("begins no session without a second factor that was added meanwhile", async () => {
    expect(outcomeOf(await signIn(() => addPasskey(mona)))).toEqual([410, "sign_in_ended"]);
    expect(await sessions()).toBe(1);
  });
});

it("refuses to change or set a password in a session that ends meanwhile", async () => {
  const before = await passwordHash();
  const changed = await mona.call("PATCH", "/api/user/password", {
    body: { currentPassword: PASSWORD, password: NEXT },
    database: interrupted(3, endSessions),
  });
  expect([outcomeOf(changed), await passwordHash()]).toEqual([[401, "signed_out"], before]);

  mona = await person("member");
  const set = await mona.call("POST", "/api/user/password", {
    body: { username: "vega.rook", password: NEXT },
    database: interrupted(3, endSessions),
  });
  expect([outcomeOf(set), await passwordHash()]).toEqual([[401, "signed_out"], null]);
});
