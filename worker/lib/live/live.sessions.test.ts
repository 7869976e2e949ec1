import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { hashToken, newToken, sessionIdOf } from "../../features/sessions/index.ts";
import { attachmentOf } from "../../hub.ts";
import { closePages, connectPage, hubOf, openPage, type Page } from "../../testing/live.ts";
import {
  Caller,
  hoursFromNow,
  organization,
  person,
  prospect,
  raw,
  settings,
  value,
} from "../../testing/world.ts";
import { announce, announceLog } from "./announce.ts";
import { LIVE_CLOSE } from "./live.schema.ts";

afterEach(closePages);

const sql = (text: string, ...values: unknown[]) =>
  raw.DB.prepare(text)
    .bind(...values)
    .run();

const ENDED = { closed: LIVE_CLOSE.sessionChanged };
const line = (id: number) => ({
  id,
  timestamp: hoursFromNow(0),
  level: "info" as const,
  message: `line ${id}`,
});

/** Adds a session of the same user. */
async function anotherSessionOf(caller: Caller): Promise<Caller> {
  const token = newToken();
  await sql(
    `insert into sessions (id, user_id, token_hash, method, created_at, last_seen_at, expires_at)
     select ?, user_id, ?, method, created_at, last_seen_at, expires_at from sessions where user_id = ?`,
    sessionIdOf(token),
    hashToken(token),
    caller.userId,
  );
  return new Caller(token, caller.userId, caller.memberId);
}

/** Expects a page not to hear a change that others hear. */
async function expectDeaf(page: Page): Promise<void> {
  const witness = await openPage(await person("officer"));
  await prospect();
  await announce(settings(), 1);
  expect(witness.rest()).toMatchObject([{ type: "changed" }]);
  expect(page.rest()).toEqual([]);
}

describe("a connection is closed with its session and hears no later change, after", () => {
  const ENDINGS: Record<string, (caller: Caller) => Promise<unknown>> = {
    "signing out": (caller) => caller.ok("POST", "/api/logout"),
    "ending the session on the account page": async (caller) => {
      const id = await value("select id from sessions where user_id = ?", caller.userId);
      await caller.ok("DELETE", "/api/user/sessions", { id });
    },
    "the member is set inactive": async (caller) => {
      await (await person("officer")).ok("PUT", `/api/members/${caller.memberId}/status`, {
        status: "inactive",
      });
      expect((await caller.fails("GET", "/api/prospects/1")).code).toBe("signed_out");
    },
    "an administrator deletes the user": async (caller) =>
      (await person("administrator")).ok("DELETE", `/api/users/${caller.userId}`),
    "the end of the membership": (caller) =>
      sql("update members set status = 'inactive' where id = ?", caller.memberId),
    "the deletion of the user": (caller) =>
      raw.DB.batch([
        raw.DB.prepare("delete from members where id = ?").bind(caller.memberId),
        raw.DB.prepare("delete from users where id = ?").bind(caller.userId),
      ]),
    "a change of the role": (caller) =>
      sql(
        "update members set role_id = (select id from roles where key = 'member' and organization_id = 1) where id = ?",
        caller.memberId,
      ),
    "the role's loss of a permission": () =>
      sql(
        "update roles set permissions = '[\"dashboard.view\"]', version = version + 1 where key = 'recruiter'",
      ),
    "the role's gain of a permission": () =>
      sql(
        `update roles set permissions = json_insert(permissions, '$[#]', 'bots.read') where key = 'recruiter'`,
      ),
  };
  for (const [why, end] of Object.entries(ENDINGS)) {
    it(why, async () => {
      const caller = await person("recruiter");
      const page = await openPage(caller);
      await end(caller);
      // A further change at the same moment, which the page may not hear.
      await prospect();
      await announce(settings(), 1);
      expect(await page.next()).toEqual(ENDED);
      expect(page.rest()).toEqual([]);
    });
  }

  it("a second factor is asked for, which withholds its permissions", async () => {
    const administrator = await person("administrator");
    const page = await openPage(await person("administrator"));
    const setting = "/api/organization/1/settings/require_second_factor";
    await administrator.ok("PUT", setting, { settingValue: true });
    await announce(settings(), 1);
    expect(await page.next()).toEqual(ENDED);
  });

  it("the user ends their other sessions, which leaves the own connection open", async () => {
    const caller = await person("recruiter");
    const other = await anotherSessionOf(caller);
    const [mine, theirs] = [await openPage(caller), await openPage(other)];
    await caller.ok("DELETE", "/api/user/sessions");
    expect(await theirs.next()).toEqual(ENDED);
    await caller.ok("POST", "/api/prospects", { displayName: "Nova Hale" });
    expect(await mine.next()).toMatchObject({ type: "changed", revisions: { prospects: 1 } });
  });

  it("the session expires, which the hourly check finds", async () => {
    const caller = await person("recruiter");
    const page = await openPage(caller);
    await sql("update sessions set expires_at = ? where user_id = ?", hoursFromNow(-1), caller.userId);
    await runDurableObjectAlarm(hubOf());
    expect(await page.next()).toEqual(ENDED);
  });

  it("the session ended while the hub slept", async () => {
    const caller = await person("recruiter");
    const page = await openPage(caller);
    await evictDurableObject(hubOf());
    await caller.ok("POST", "/api/logout");
    expect(await page.next()).toEqual(ENDED);
    await expectDeaf(page);
  });

  it("the session ended before the first message", async () => {
    const caller = await person("recruiter");
    const page = await connectPage(caller);
    await sql("delete from sessions where user_id = ?", caller.userId);
    expect(await page.next()).toEqual(ENDED);
  });

  it("the session ended, before a line of a log that is written at the same moment", async () => {
    const caller = await person("officer");
    const page = await openPage(caller);
    page.say({ type: "watch_log", botId: 7 });
    expect(await page.next()).toMatchObject({ type: "bot_log", lines: [] });
    await sql("delete from sessions where user_id = ?", caller.userId);
    await announceLog(settings(), { organizationId: 1, botId: 7, lines: [line(1)] });
    expect(await page.next()).toEqual(ENDED);
    expect(page.rest()).toEqual([]);
  });
});

it("a connection stays open when other users' sessions change", async () => {
  const [caller, other] = [await person("recruiter"), await person("recruiter")];
  const page = await openPage(caller);
  await other.ok("POST", "/api/logout");
  await sql("update members set status = 'inactive' where id = ?", other.memberId);
  await sql("update users set display_name = 'Renamed', language = 'da' where id = ?", caller.userId);
  await announce(settings(), 1);
  await raw.DB.prepare("delete from sessions where user_id = ?").bind(other.userId).run();
  await announce(settings(), 1);
  const heard = page.rest();
  expect(heard.length).toBeGreaterThan(0);
  for (const each of heard) expect(each).toMatchObject({ type: "changed" });
});

/** Waits until the hub has received so many messages of a user's page. */
async function untilHeard({ userId }: Caller, count: number): Promise<void> {
  const heard = () =>
    Promise.all(
      [hubOf(1), hubOf(2)].map((hub) =>
        runInDurableObject(hub, (_, state) =>
          state.getWebSockets(`user:${userId}`).map((each) => attachmentOf(each).heard?.count),
        ),
      ),
    );
  while (!(await heard()).flat().includes(count));
}

describe("lines of a bot's log", () => {
  it("reach in order the users who watch that bot and may read its log", async () => {
    const people = {
      watching: await person("officer"),
      "watching another bot": await person("officer"),
      "watching no longer": await person("officer"),
      "not watching": await person("officer"),
      "without the permission": await person("recruiter"),
      "of another organization": await person("administrator", await organization()),
    };
    const pages = new Map<string, Page>();
    for (const [who, caller] of Object.entries(people)) pages.set(who, await openPage(caller));
    const say = async (who: keyof typeof people, botId: number | null, count = 1) => {
      pages.get(who)?.say({ type: "watch_log", botId });
      await untilHeard(people[who], count);
      pages.get(who)?.rest();
    };
    await say("watching", 7);
    await say("watching another bot", 8);
    await say("watching no longer", 7);
    await say("watching no longer", null, 2);
    await say("without the permission", 7);
    await say("of another organization", 7);
    await Promise.all([
      announceLog(settings(), { organizationId: 1, botId: 7, lines: [line(1), line(2)] }),
      announceLog(settings(), { organizationId: 1, botId: 7, lines: [line(3)] }),
    ]);
    const lines: unknown[] = [];
    while (lines.length < 3) {
      const each = await pages.get("watching")?.next();
      expect(each).toMatchObject({ type: "bot_log", botId: 7 });
      lines.push(...(each as { lines: { id: number }[] }).lines.map(({ id }) => id));
    }
    expect(lines).toEqual([1, 2, 3]);
    for (const [who, page] of pages) expect([who, page.rest()]).toEqual([who, []]);
  });

  it("are still sent after the hub has slept", async () => {
    const page = await openPage(await person("officer"));
    page.say({ type: "watch_log", botId: 7 });
    expect(await page.next()).toMatchObject({ lines: [] });
    await evictDurableObject(hubOf());
    await announceLog(settings(), { organizationId: 1, botId: 7, lines: [line(1)] });
    expect(page.rest()).toMatchObject([{ type: "hello" }, { type: "bot_log", botId: 7, lines: [{ id: 1 }] }]);
  });
});
