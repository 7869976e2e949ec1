import { beforeEach, describe, expect, it } from "vitest";
import { backgroundDone, Caller, hoursFromNow, person, raw, rows, value } from "../../testing/world.ts";
import type { CurrentUser } from "../account/account.schema.ts";
import type { UserSession } from "./sessions.schema.ts";
import { hashToken, newToken } from "./token.ts";

const DAY = 24;
let member: Caller;
beforeEach(async () => {
  member = await person("member");
});

/** A further session of somebody, last used so many hours ago. */
async function session(of: Caller, hoursAgo = 0, hoursLeft = 30 * DAY): Promise<Caller> {
  const token = newToken();
  await raw.DB.prepare(
    `insert into sessions (user_id, token_hash, method, user_agent, created_at, last_seen_at, expires_at)
     values (?1, ?2, 'password', 'Firefox on a freighter', ?3, ?3, ?4)`,
  )
    .bind(of.userId, hashToken(token), hoursFromNow(-hoursAgo), hoursFromNow(hoursLeft))
    .run();
  return new Caller(token, of.userId, of.memberId);
}
const sessionIds = async (of: Caller) =>
  (await rows<{ id: number }>("select id from sessions where user_id = ? order by id", of.userId)).map(
    ({ id }) => id,
  );

describe("a session's life", () => {
  it("slides: 30 days from when it is used, written at most once a day", async () => {
    const old = await session(member, 25, 3 * DAY);
    const renewed = await old.call("GET", "/api/user");
    expect(renewed.status).toBe(200);
    await backgroundDone();
    expect(renewed.headers.getSetCookie().join()).toContain(`session=${old.token}; Max-Age=2592000`);
    const { expires_at, last_seen_at } = (
      await rows<{ expires_at: string; last_seen_at: string }>(
        "select * from sessions where token_hash = ?",
        hashToken(String(old.token)),
      )
    )[0] as { expires_at: string; last_seen_at: string };
    expect(Date.parse(expires_at) - Date.parse(last_seen_at)).toBe(30 * DAY * 3_600_000);
    expect(Math.abs(Date.parse(last_seen_at) - Date.now())).toBeLessThan(60_000);
    const again = await old.call("GET", "/api/user");
    expect(again.meter.rowsWritten).toBe(0);
    expect(again.headers.getSetCookie()).toEqual([]);
    const fresh = await session(member, 23);
    expect((await fresh.call("GET", "/api/user")).meter.rowsWritten).toBe(0);
  });

  it("ends: an expired one opens nothing, and the nightly upkeep would not bring it back", async () => {
    const expired = await session(member, 31 * DAY, -1);
    expect((await expired.fails("GET", "/api/user")).code).toBe("signed_out");
    expect((await new Caller(newToken()).fails("GET", "/api/user")).code).toBe("signed_out");
    const { code } = await new Caller(hashToken(String(member.token))).fails("GET", "/api/user");
    expect(code).toBe("signed_out");
  });

  it("ends with signing out, which can be repeated and works without a session", async () => {
    for (let turn = 0; turn < 2; turn++) {
      const answer = await member.call("POST", "/api/logout");
      expect(answer.status).toBe(204);
      expect(answer.headers.getSetCookie().join()).toMatch(
        /^session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax/,
      );
    }
    expect((await member.fails("GET", "/api/user")).code).toBe("signed_out");
    expect((await new Caller(null).call("POST", "/api/logout")).status).toBe(204);
    expect(await rows("select action, actor_user_id from audit_log")).toEqual([
      { action: "user.signed_out", actor_user_id: member.userId },
    ]);
  });

  it("has the browser forget cached answers when it ends, was ended or gives way to another one, and only then", async () => {
    const clearing = async (method: string, path: string, caller: Caller, body?: object) =>
      (await caller.call(method, path, { body })).headers.get("Clear-Site-Data");
    const old = await session(member, 25);
    // Reading, being renewed and being refused are no ends.
    expect(await clearing("GET", "/api/user", old)).toBe(null);
    expect(await clearing("GET", "/api/audit/1", member)).toBe(null);
    const visitor = new Caller(null);
    expect(await clearing("GET", "/api/user", visitor)).toBe(null);
    const other = { username: "nova", password: "nebula-drift-9" };
    expect(await clearing("POST", "/api/register", visitor, other)).toBe(null);
    expect(await clearing("POST", "/api/login", visitor, other)).toBe(null);
    expect(await clearing("POST", "/api/login", old, other)).toBe('"cache"');
    expect(await clearing("POST", "/api/logout", member)).toBe('"cache"');
    expect(await clearing("GET", "/api/user/account", member)).toBe('"cache"');
    expect(await clearing("GET", "/api/user", member)).toBe('"cache"');
  });

  it("loses its permissions the moment the membership ends", async () => {
    const administrator = await person("administrator");
    await raw.DB.prepare("update members set status = 'inactive' where user_id = ?")
      .bind(administrator.userId)
      .run();
    expect((await administrator.fails("GET", "/api/members/1")).code).toBe("forbidden");
    const user = await administrator.ok<CurrentUser>("GET", "/api/user");
    expect(user).toMatchObject({ role: null, roleKey: null, permissions: [], member: null });
  });
});

describe("one's own sessions", () => {
  it("are listed, the newest first, with the one in use marked and no secret in it", async () => {
    const other = await session(member, 5);
    await session(await person("member"));
    await session(member, 40 * DAY, -1);
    const answer = await member.call("GET", "/api/user/sessions");
    const list = JSON.parse(answer.text) as UserSession[];
    expect(list.map((each) => [each.current, each.userAgent])).toEqual([
      [true, null],
      [false, "Firefox on a freighter"],
    ]);
    expect(Object.keys(list[0] ?? {}).sort()).toEqual([
      "createdAt",
      "current",
      "id",
      "lastSeenAt",
      "method",
      "userAgent",
    ]);
    expect(answer.text).not.toContain(hashToken(String(other.token)));
  });

  it("can be ended one by one", async () => {
    const other = await session(member);
    const [mine, others] = await sessionIds(member);
    await member.ok("DELETE", `/api/user/sessions/${others}`);
    expect((await other.fails("GET", "/api/user")).code).toBe("signed_out");
    expect(await sessionIds(member)).toEqual([mine]);
    expect(await rows("select action, actor_user_id from audit_log")).toEqual([
      { action: "user.sessions_ended", actor_user_id: member.userId },
    ]);
  });

  it("can all be ended but the one in use, and nobody else's", async () => {
    const stranger = await person("member");
    await session(member);
    await session(member);
    const [mine] = await sessionIds(member);
    await member.ok("DELETE", "/api/user/sessions");
    expect(await sessionIds(member)).toEqual([mine]);
    expect(await sessionIds(stranger)).toHaveLength(1);
  });

  it("do not include another person's: 404, and no trace of it", async () => {
    const stranger = await person("administrator");
    const [theirs] = await sessionIds(stranger);
    for (const id of [theirs, 999]) {
      expect((await member.fails("DELETE", `/api/user/sessions/${id}`)).code).toBe("not_found");
    }
    expect(await sessionIds(stranger)).toEqual([theirs]);
    expect(await value("select count(*) from audit_log")).toBe(0);
  });
});
