import { beforeEach, describe, expect, it } from "vitest";
import type { SystemContext } from "../../lib/context.ts";
import { openDb } from "../../lib/db/client.ts";
import {
  backgroundDone,
  Caller,
  hoursFromNow,
  organization,
  person,
  raw,
  rows,
} from "../../testing/world.ts";
import { PASSWORD } from "../auth/testing/auth.cases.ts";
import { memberWithPassword } from "../second-factor/testing/second-factor.factory.ts";
import type { UserSession } from "./sessions.schema.ts";
import { deleteExpiredSessions } from "./sessions.ts";
import { session, sessionIds } from "./testing/sessions.factory.ts";

const DAY = 24;
let member: Caller;
beforeEach(async () => {
  member = await person("member");
});

describe("a session", () => {
  it("ends after the organization's longest life, 90 days by default, whatever its use", async () => {
    const [last, over] = [await session(member, 89.9 * DAY), await session(member, 90.1 * DAY)];
    const used = await last.call("GET", "/api/user");
    expect(used.status).toBe(200);
    expect((await over.fails("GET", "/api/user")).code).toBe("signed_out");
    await backgroundDone();
    // Its use extends it and its cookie at most to that end.
    const seconds = Number(/session=[\w-]+; Max-Age=(\d+)/.exec(used.headers.getSetCookie().join())?.[1]);
    expect(seconds).toBeGreaterThan(8_000);
    expect(seconds).toBeLessThanOrEqual(0.1 * DAY * 3600);
    const listed = await last.ok<UserSession[]>("GET", "/api/user/sessions");
    expect(listed.map(({ current, endsAt, expiresAt }) => [current, endsAt === expiresAt])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it("has the length of its own organization's setting, from the moment of a change", async () => {
    const administrator = await person("administrator");
    const elsewhere = await person("member", await organization());
    const [three, theirs] = [await session(member, 3 * DAY), await session(elsewhere, 3 * DAY)];
    const setTo = (settingValue: number) =>
      administrator.ok("PUT", "/api/organization/1/settings/session_days", { settingValue });
    await setTo(4);
    expect((await three.call("GET", "/api/user")).status).toBe(200);
    await setTo(2);
    expect((await three.fails("GET", "/api/user")).code).toBe("signed_out");
    expect((await theirs.call("GET", "/api/user")).status).toBe(200);
    expect(await administrator.ok("GET", `/api/users/${member.userId}/sessions`)).toHaveLength(1);
    for (const settingValue of [0, 366, 1.5])
      expect(
        (await administrator.fails("PUT", "/api/organization/1/settings/session_days", { settingValue }))
          .errors,
      ).toHaveProperty("settingValue");
    const activities = JSON.stringify(await administrator.ok("GET", "/api/activities/1"));
    expect(activities).toContain("when everybody signs in again from 4 days to 2 days");
  });

  it("starts with a cookie of the same end, for every way to sign in", async () => {
    await raw.DB.prepare(
      "insert into organization_settings (organization_id, setting_key, setting_value, updated_at) values (1, 'session_days', 2, '')",
    ).run();
    const lives = (answer: { headers: Headers }) =>
      ["session", "signed_in"].map((name) =>
        Number(new RegExp(`${name}=[\\w-]+; Max-Age=(\\d+)`).exec(answer.headers.getSetCookie().join())?.[1]),
      );
    const visitor = new Caller(null);
    const other = { username: "nova", password: "nebula-drift-9" };
    for (const path of ["/api/register", "/api/login"])
      expect([path, lives(await visitor.call("POST", path, { body: other }))]).toEqual([
        path,
        [172_800, 172_800],
      ]);
  });

  it("keeps its end, and its cookie's, when a proof of its user's identity gives it a new token", async () => {
    const { mona } = await memberWithPassword();
    await raw.DB.prepare("update sessions set created_at = ? where user_id = ?")
      .bind(hoursFromNow(-89.9 * DAY), mona.userId)
      .run();
    const ends = () => rows("select id, created_at from sessions where user_id = ?", mona.userId);
    const [before, earlier] = [await ends(), mona.token];
    const renewed = await mona.call("POST", "/api/user/confirm", { body: { password: PASSWORD } });
    expect(renewed.status).toBe(204);
    expect(await ends()).toEqual(before);
    const cookies = renewed.headers.getSetCookie().join();
    const [, token, seconds] = /session=([\w.-]+); Max-Age=(\d+)/.exec(cookies) ?? [];
    expect([token, token === earlier]).toEqual([mona.token, false]);
    expect(Number(seconds)).toBeLessThanOrEqual(0.1 * DAY * 3600);
  });

  it("starts again with a full life when its user signs in again in the same browser", async () => {
    const { mona, username } = await memberWithPassword();
    await raw.DB.prepare("update sessions set created_at = ? where user_id = ?")
      .bind(hoursFromNow(-89.9 * DAY), mona.userId)
      .run();
    expect((await mona.call("POST", "/api/login", { body: { username, password: PASSWORD } })).status).toBe(
      200,
    );
    const [only, ...others] = await rows<{ created_at: string }>(
      "select created_at from sessions where user_id = ?",
      mona.userId,
    );
    expect(others).toEqual([]);
    expect((only?.created_at ?? "") > hoursFromNow(-1)).toBe(true);
  });

  it("is deleted by the upkeep once it has ended either way", async () => {
    await session(member, 91 * DAY);
    await session(member, 31 * DAY, -1);
    await session(member, 80 * DAY);
    const context = { db: openDb(raw.DB, undefined).db, now: new Date() } as SystemContext;
    await deleteExpiredSessions(context);
    expect(await sessionIds(member)).toHaveLength(2);
  });
});
