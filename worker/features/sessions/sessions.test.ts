import { beforeEach, describe, expect, it } from "vitest";
import { app } from "../../app.ts";
import { backgroundDone, Caller, organization, person, raw, rows, send, value } from "../../testing/world.ts";
import type { CurrentUser } from "../account/account.schema.ts";
import type { AuditEntry } from "../audit/audit.schema.ts";
import { givePassword, PASSWORD } from "../auth/testing/auth.cases.ts";
import {
  cookieOf,
  firstStep,
  memberWithPassword,
  noticesOf,
} from "../second-factor/testing/second-factor.factory.ts";
import type { SessionOfUser, UserSession } from "./sessions.schema.ts";
import { session, sessionIds } from "./testing/sessions.factory.ts";
import { hashToken, newToken, sessionIdOf } from "./token.ts";

const DAY = 24;
let member: Caller;
beforeEach(async () => {
  member = await person("member");
});

describe("a session", () => {
  it("lives for 30 days from its last use, which is written at most every 15 minutes, with that of the membership", async () => {
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
    expect(await rows("select used_at from members where id = ?", member.memberId)).toEqual([
      { used_at: last_seen_at },
    ]);
    const fresh = await session(member, 0.2);
    expect((await fresh.call("GET", "/api/user")).meter.rowsWritten).toBe(0);
  });

  it("is refused once it has expired, and with an unknown token or the hash of its own", async () => {
    const expired = await session(member, 31 * DAY, -1);
    expect((await expired.fails("GET", "/api/user")).code).toBe("signed_out");
    expect((await new Caller(newToken()).fails("GET", "/api/user")).code).toBe("signed_out");
    const { code } = await new Caller(hashToken(String(member.token))).fails("GET", "/api/user");
    expect(code).toBe("signed_out");
  });

  it("ends by signing out, which can be repeated and works without a session", async () => {
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

  it("clears the browser's cache when it ends or is replaced, and only then", async () => {
    const clearing = async (method: string, path: string, caller: Caller, body?: object) =>
      (await caller.call(method, path, { body })).headers.get("Clear-Site-Data");
    const old = await session(member, 25);
    // Reading, renewal and refusal do not clear it.
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

  it("with an id of the old kind is still found after the migration", async () => {
    await raw.DB.prepare("update sessions set id = 7 where user_id = ?").bind(member.userId).run();
    expect((await member.fails("GET", "/api/user")).code).toBe("signed_out");
    const queries = raw.TEST_MIGRATIONS.flatMap((each) => each.queries);
    const query = queries.find((each) => /^(--.*\s+)*UPDATE sessions SET id/.test(each.trim()));
    await raw.DB.prepare(String(query)).run();
    expect((await member.call("GET", "/api/user")).status).toBe(200);
  });

  it("loses its permissions as soon as the membership ends", async () => {
    const administrator = await person("administrator");
    await raw.DB.prepare("update members set status = 'inactive' where user_id = ?")
      .bind(administrator.userId)
      .run();
    expect((await administrator.fails("GET", "/api/members/1")).code).toBe("forbidden");
    const user = await administrator.ok<CurrentUser>("GET", "/api/user");
    expect(user).toMatchObject({ role: null, roleKey: null, permissions: [], member: null });
  });
});

describe("the caller's sessions", () => {
  it("are listed, the newest first, with the current one marked and no secret", async () => {
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
      ...[
        "createdAt",
        "current",
        "endsAt",
        "expiresAt",
        "id",
        "lastSeenAt",
        "method",
        "network",
        "place",
        "secondFactor",
      ],
      "userAgent",
    ]);
    expect(answer.text).not.toContain(hashToken(String(other.token)));
  });

  it("end one by one", async () => {
    const other = await session(member);
    const [mine, others] = [member, other].map(({ token }) => sessionIdOf(String(token)));
    await member.ok("DELETE", "/api/user/sessions", { id: others });
    expect((await other.fails("GET", "/api/user")).code).toBe("signed_out");
    expect(await sessionIds(member)).toEqual([mine]);
    expect(await rows("select action, actor_user_id from audit_log")).toEqual([
      { action: "user.sessions_ended", actor_user_id: member.userId },
    ]);
  });

  it("all end except the current one, without ending another user's", async () => {
    const stranger = await person("member");
    await session(member);
    await session(member);
    await member.ok("DELETE", "/api/user/sessions");
    expect(await sessionIds(member)).toEqual([sessionIdOf(String(member.token))]);
    expect(await sessionIds(stranger)).toHaveLength(1);
  });

  it("end without a written row where there is no other", async () => {
    const { status, meter } = await member.call("DELETE", "/api/user/sessions");
    expect([status, meter.rowsWritten]).toEqual([204, 0]);
  });

  it("end with the known devices: signing in on one sends the notice of a new device", async () => {
    const { mona, username } = await memberWithPassword();
    const notices = async () => (await noticesOf(mona)).length;
    for (const isOne of [false, true]) {
      const first = (await firstStep(username)).answer;
      const device = cookieOf(first, "device") ?? "";
      const before = await notices();
      const { answer } = await firstStep(username, device);
      expect(await notices()).toBe(before);
      const id = isOne ? sessionIdOf(cookieOf(answer, "session") ?? "") : undefined;
      await mona.ok("DELETE", "/api/user/sessions", { id });
      await firstStep(username, device);
      expect(await notices()).toBe(before + 1);
    }
  });

  it("exclude another user's: ending one answers 404 and writes nothing", async () => {
    const stranger = await person("administrator");
    const [theirs] = await sessionIds(stranger);
    for (const id of [theirs, 999]) {
      expect((await member.fails("DELETE", "/api/user/sessions", { id })).code).toBe("not_found");
    }
    expect(await sessionIds(stranger)).toEqual([theirs]);
    expect(await value("select count(*) from audit_log")).toBe(0);
  });
});

describe("the place of a session", () => {
  const signIn = async (from: string, cf?: Record<string, string>) => {
    await givePassword(member);
    const username = await value<string>("select username from users where id = ?", member.userId);
    const init = {
      method: "POST",
      headers: {
        Origin: String(raw["APP_URL"]),
        "Content-Type": "application/json",
        "CF-Connecting-IP": from,
        "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
      },
      body: JSON.stringify({ username, password: PASSWORD }),
      ...(cf ? { cf } : {}),
    };
    const answer = await send("/api/login", init);
    expect(answer.status).toBe(200);
    const token = /session=([\w-]+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? null;
    return new Caller(token, member.userId, member.memberId);
  };

  it("is shown as a shortened network and the place by the platform", async () => {
    const places = [];
    for (const [from, cf] of [
      ["203.0.113.77", { city: "Aarhus", country: "DK" }],
      ["2001:db8:1:2::3", { country: "DK" }],
      ["127.0.0.1", { city: "Austin", country: "US" }],
    ] as const) {
      const list = await (await signIn(from, cf)).ok<UserSession[]>("GET", "/api/user/sessions");
      const { network, place, secondFactor } = list.find(({ current }) => current) as UserSession;
      places.push([network, place, secondFactor]);
    }
    expect(places).toEqual([
      ["203.0.113.0/24", "Aarhus, DK", null],
      ["2001:db8:1::/48", "DK", null],
      ["127.0.0.0/24", null, null],
    ]);
  });

  it("is shown to an administrator, whose audit log can be filtered by the session", async () => {
    const administrator = await person("administrator");
    const theirs = await signIn("203.0.113.77");
    await theirs.ok("PATCH", "/api/user/language", { language: "da" });
    await member.ok("PATCH", "/api/user/language", { language: "en" });
    const path = `/api/users/${member.userId}/sessions`;
    const list = await administrator.ok<SessionOfUser[]>("GET", path);
    expect(list).toHaveLength(2);
    const mark = list.find(({ network }) => network !== null)?.mark ?? 0;
    // The session's id is not shown to others, and is in no address.
    expect(await sessionIds(member)).not.toContain(mark);
    const done = await administrator.ok<AuditEntry[]>("GET", `/api/audit/1?session=${mark}`);
    expect(done.map(({ action, session: sessionMark }) => [action, sessionMark])).toEqual([
      ["user.language", mark],
      ["user.signed_in", mark],
    ]);
    expect((await (await person("officer")).fails("GET", path)).code).toBe("forbidden");
    const foreign = await person("administrator", await organization());
    expect((await foreign.fails("GET", path)).code).toBe("not_found");
    expect((await administrator.fails("GET", "/api/users/999999/sessions")).code).toBe("not_found");
  });
});

it("no route has a session or a token in its address", () => {
  const paths = app.routes.map(({ path }) => path);
  expect(paths).toContain("/api/user/sessions");
  expect(paths.filter((path) => /sessions?\/:|:\w*(session|token)/i.test(path))).toEqual([]);
});
