import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, it } from "vitest";
import { askToConnect, closePages, connectPage, hubOf, openPage } from "../../testing/live.ts";
import { hoursFromNow, nobody, person, prospect, raw, settings, value } from "../../testing/world.ts";
import { announce } from "./announce.ts";
import { LIVE_CLOSE, LIVE_LIMITS } from "./live.schema.ts";

afterEach(closePages);

it("a connection begins with the current revisions of the topics that its role may hear", async () => {
  await prospect();
  const page = await connectPage(await person("recruiter"));
  const hello = await page.next();
  expect(hello).toEqual({
    type: "hello",
    revisions: {
      ...{
        prospects: 1,
        admissions: 0,
        members: expect.any(Number),
        activity: 0,
        discord: 0,
        discord_roles: 0,
      },
      // A payout shows the organization's transfer fee.
      ...{
        contracts: 0,
        applications: 0,
        payouts: 0,
        settings: 0,
        events: 0,
        event_times: 0,
        teams: 0,
        wishes: 0,
      },
      // For every session.
      ...{ hangars: 0, leaves: 0, notices: 0, rsi: 0, ships: 0 },
    },
  });
});

for (const [why, changed, status] of [
  ["another website", { Origin: "https://evil.example" }, 403],
  ["a request without an origin", { Origin: null, "Sec-Fetch-Site": "same-origin" }, 403],
  ["a request for no WebSocket", { Upgrade: null }, 426],
  ["a session that has ended", { Cookie: "session=gone" }, 401],
] as const) {
  it(`a connection is refused to ${why}`, async () => {
    const response = await askToConnect(await person("officer"), changed);
    expect([response.status, response.webSocket]).toEqual([status, null]);
  });
}

it("a connection is refused to a visitor who sends a reader of their own", async () => {
  const reader = { organizationId: 1, userId: 1, topics: ["prospects"] };
  const response = await askToConnect(nobody, { "X-Live-Reader": JSON.stringify(reader) });
  expect([response.status, response.webSocket]).toEqual([401, null]);
});

it("a connection hears what its session may, whatever reader the page sends", async () => {
  const member = await person("member");
  const asked = { organizationId: 1, topics: ["prospects", "bots"], readsLogs: true };
  const { webSocket } = await askToConnect(member, { "X-Live-Reader": JSON.stringify(asked) });
  const hub = await runInDurableObject(hubOf(), (_, state) =>
    state.getWebSockets().map((each) => each.deserializeAttachment()),
  );
  expect(hub).toMatchObject([
    {
      reader: {
        userId: member.userId,
        topics: [
          ...[
            "activity",
            "applications",
            "contracts",
            "discord",
            "event_times",
            "events",
            "hangars",
            "leaves",
            "members",
            "notices",
            "payouts",
            "rsi",
          ],
          ...["settings", "ships", "teams", "wishes"],
        ],
      },
    },
  ]);
  webSocket?.accept();
});

it("connecting renews a session and its cookie like every request", async () => {
  const caller = await person("officer");
  const old = hoursFromNow(-48);
  await raw.DB.prepare("update sessions set last_seen_at = ?").bind(old).run();
  const response = await askToConnect(caller);
  expect(response.webSocket).not.toBeNull();
  expect(response.headers.getSetCookie().some((each) => each.startsWith(`session=${caller.token};`))).toBe(
    true,
  );
  expect(await value("select last_seen_at from sessions")).not.toBe(old);
  response.webSocket?.accept();
  response.webSocket?.close(1000);
});

it("pings are answered", async () => {
  const page = await openPage(await person("member"));
  page.say("ping");
  expect(await page.next()).toBe("pong");
});

it("a connection too many of one user closes their oldest, and none of another user", async () => {
  const [busy, other] = [await person("officer"), await person("officer")];
  const theirs = await openPage(other);
  const oldest = await openPage(busy);
  const pages = await Promise.all(Array.from({ length: LIVE_LIMITS.connections }, () => openPage(busy)));
  expect(await oldest.next()).toEqual({ closed: LIVE_CLOSE.replaced });
  await prospect();
  await announce(settings(), 1);
  for (const page of [...pages, theirs]) expect(await page.next()).toMatchObject({ type: "changed" });
  expect(oldest.rest()).toEqual([]);
});

for (const [what, message, code] of [
  ["no JSON", "hello", LIVE_CLOSE.nonsense],
  [
    "what is no request of our pages",
    '{"type":"watch_log","botId":1,"topics":["bots"]}',
    LIVE_CLOSE.nonsense,
  ],
  ["an id that is no number", '{"type":"watch_log","botId":"1"}', LIVE_CLOSE.nonsense],
  ["more than 1,024 bytes", `{"type":"watch_log","botId":1${" ".repeat(1024)}}`, LIVE_CLOSE.nonsense],
  ["more than 1,024 bytes in fewer characters", `"${"å".repeat(600)}"`, LIVE_CLOSE.nonsense],
] as const) {
  it(`a connection is closed when its page sends ${what}`, async () => {
    const page = await openPage(await person("officer"));
    page.say(message);
    expect(await page.next()).toEqual({ closed: code });
  });
}

it("a connection is closed after too many messages in a minute, also when the hub sleeps in between", async () => {
  const page = await openPage(await person("officer"));
  for (let at = 0; at < LIVE_LIMITS.messagesPerMinute; at++) {
    if (at === 10) await evictDurableObject(hubOf());
    page.say({ type: "watch_log", botId: 1 });
    expect(await page.next()).toEqual({ type: "bot_log", botId: 1, lines: [] });
  }
  page.say({ type: "watch_log", botId: 1 });
  expect(await page.next()).toEqual({ closed: LIVE_CLOSE.tooMany });
});

it("silent connections are closed, and the hub keeps checking the others", async () => {
  const [one, other] = [await person("officer"), await person("officer")];
  const [gone, there] = [await openPage(one), await openPage(other)];
  await runInDurableObject(hubOf(), (_, state) => {
    const [first] = state.getWebSockets(`user:${one.userId}`);
    first?.serializeAttachment({ ...first.deserializeAttachment(), openedAt: Date.now() - 3_600_000 });
  });
  expect(await runDurableObjectAlarm(hubOf())).toBe(true);
  expect(await gone.next()).toEqual({ closed: LIVE_CLOSE.silent });
  await prospect();
  await announce(settings(), 1);
  expect(await there.next()).toMatchObject({ type: "changed" });
  expect(await runInDurableObject(hubOf(), (_, state) => state.storage.getAlarm())).not.toBeNull();
});

it("the hub has no alarm after its last connection", async () => {
  const page = await openPage(await person("officer"));
  page.socket.close(1000);
  expect(await page.next()).toMatchObject({ closed: expect.any(Number) });
  await runDurableObjectAlarm(hubOf());
  expect(await runInDurableObject(hubOf(), (_, state) => state.storage.getAlarm())).toBeNull();
});
