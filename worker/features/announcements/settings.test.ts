import { beforeEach, describe, expect, it } from "vitest";
import { FEATURES } from "../../features.ts";
import { openDb } from "../../lib/db/client.ts";
import { control, resetDiscord } from "../../testing/discord.ts";
import { textOf } from "../../testing/discord-user.ts";
import { type Caller, hoursFromNow, person, raw, rows, settings, value } from "../../testing/world.ts";
import { tellStarting } from "../events/starting.ts";
import { event } from "../events/testing/events.factory.ts";
import type { AnnouncementSettings, DiscordChannel } from "./announcements.schema.ts";
import { asSaid, CHANNELS, choose, deliver, posted, readyDiscord } from "./testing/announcements.factory.ts";

const PATH = "/api/announcements/1";
let administrator: Caller;
beforeEach(async () => {
  await readyDiscord();
  administrator = await person("administrator");
});

const put = (kind: string, channelId: string | null, language = "en") =>
  administrator.call("PUT", PATH, { body: { kind, channelId, language } });
const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as { code?: string }).code;

describe("the channel of a kind", () => {
  it("is chosen among those of the server, changed and removed, each with an audit entry", async () => {
    await administrator.ok("PUT", PATH, {
      kind: "event.created",
      channelId: CHANNELS.operations,
      language: "da",
    });
    const { hasBot, kinds } = await administrator.ok<AnnouncementSettings>("GET", PATH);
    expect(hasBot).toBe(true);
    expect(kinds.find(({ kind }) => kind === "event.created")?.channel).toEqual({
      ...{ id: CHANNELS.operations, name: "operations", language: "da", state: "ready", why: null },
    });
    expect(kinds.map(({ kind }) => kind)).not.toContain("event.joined");
    // Repeated, neither changes anything.
    await put("event.created", CHANNELS.operations, "da");
    for (const _ of ["once", "again"]) await put("event.created", null);
    expect(await rows("select kind from announcement_channels")).toEqual([]);
    const logged = await rows(
      "select action, entity_name as name from audit_log where action like 'announcements.%'",
    );
    expect(logged).toEqual([
      { action: "announcements.channel_chosen", name: "An event is planned" },
      { action: "announcements.channel_removed", name: "An event is planned" },
    ]);
  });

  it("has the language of all kinds, which one change sets, with one audit entry", async () => {
    await choose("event.created", "operations", "en");
    await choose("event.starting", "contracts", "da");
    for (const _ of ["once", "again"]) await administrator.ok("PUT", `${PATH}/language`, { language: "da" });
    const { kinds } = await administrator.ok<AnnouncementSettings>("GET", PATH);
    expect(kinds.flatMap(({ channel }) => channel?.language ?? [])).toEqual(["da", "da"]);
    const logged = await rows("select details from audit_log where action = 'announcements.language'");
    expect(logged).toEqual([{ details: '{"language":"da"}' }]);
  });

  it("is refused where the bot cannot write, for a channel of another server, and for an unknown kind", async () => {
    const everybody = "1100000000000000002";
    const bot = "1100000000000000001";
    await control("channels/permit", { channel: "operations", userId: bot, deny: String(1 << 11) });
    await control("channels/permit", { channel: "contracts", role: everybody, deny: String(1 << 10) });
    await control("channels/permit", { channel: "contracts", userId: bot, deny: String(1 << 10) });
    const listed = await administrator.ok<DiscordChannel[]>("GET", `${PATH}/channels`);
    expect(Object.fromEntries(listed.map(({ name, lacks }) => [name, lacks]))).toEqual({
      ...{
        general: null,
        recruitment: null,
        announcements: null,
        operations: "send",
        contracts: "view",
        officers: null,
      },
    });
    expect(codeOf(await put("event.created", CHANNELS.operations))).toBe("announcement_forbidden");
    expect(codeOf(await put("event.created", "1100000000000000099"))).toBe("announcement_gone");
    for (const kind of ["event.joined", "nothing", "shown"])
      expect(codeOf(await put(kind, CHANNELS.announcements))).toBe("announcement_unknown");
  });

  it("reports what is wrong: no bot, a refused token, Discord out of reach", async () => {
    const list = () => administrator.call("GET", `${PATH}/channels`);
    const failure = await control<{ id: number }>("fail", { path: "/channels", mode: "status", status: 401 });
    expect(codeOf(await list())).toBe("announcement_no_token");
    await control("failures/clear", { id: failure.id });
    await control("fail", { path: "/channels", mode: "garbage" });
    expect(codeOf(await list())).toBe("announcement_discord");
    await raw.DB.exec("update bots set token = null");
    expect(codeOf(await list())).toBe("announcement_no_token");
    expect((await administrator.ok<AnnouncementSettings>("GET", PATH)).hasBot).toBe(false);
  });
});

describe("a test message to a channel", () => {
  it("is posted in the channel's language, and clears the channel's fault", async () => {
    await choose("event.created", "operations", "da", "forbidden");
    await choose("contract.posted", "operations", "en", "forbidden");
    const { kinds } = await administrator.ok<AnnouncementSettings>("POST", `${PATH}/test`, {
      kind: "event.created",
    });
    expect(kinds.flatMap(({ channel }) => channel?.state ?? [])).toEqual(["ready", "ready"]);
    const [only, ...others] = await posted("operations");
    expect(others).toEqual([]);
    expect(only && textOf(asSaid(only))).toContain("Test: meddelelser af denne slags slås op her.");
  });

  it("reports why it was not posted", async () => {
    await choose("event.created", "operations");
    await control("channels/delete", { channel: "operations" });
    const test = () => administrator.call("POST", `${PATH}/test`, { body: { kind: "event.created" } });
    expect(codeOf(await test())).toBe("announcement_gone");
    const [kind] = (await administrator.ok<AnnouncementSettings>("GET", PATH)).kinds.filter(
      ({ channel }) => channel,
    );
    expect(kind?.channel).toMatchObject({
      state: "gone",
      why: expect.stringContaining("#operations is gone"),
    });
    await resetDiscord();
    await control("fail", { path: "/messages", mode: "rate_limit", retryAfter: 9 });
    expect(codeOf(await test())).toBe("announcement_discord");
  });
});

describe("an event that begins soon", () => {
  const run = (now = new Date()) =>
    tellStarting({ db: openDb(raw.DB, "first-primary").db, env: settings(), now, language: "en" }, 1);

  it("is announced once for its start, by any run, and again when it was moved", async () => {
    await choose("event.starting", "operations");
    const id = await event({ starts_at: hoursFromNow(0.4), ends_at: hoursFromNow(2) });
    await event({ starts_at: hoursFromNow(0.6), ends_at: hoursFromNow(2), title: "Later" });
    await event({ starts_at: hoursFromNow(0.4), ends_at: hoursFromNow(2), title: "Hidden", audience: "[1]" });
    await event({ starts_at: hoursFromNow(0.4), ends_at: hoursFromNow(2), title: "Draft", status: "draft" });
    await event({
      starts_at: hoursFromNow(0.4),
      ends_at: hoursFromNow(2),
      title: "Off",
      status: "cancelled",
    });
    await event({ starts_at: hoursFromNow(-0.1), ends_at: hoursFromNow(2), title: "Began" });
    await Promise.all([run(), run()]);
    await deliver(FEATURES);
    await run();
    const texts = async () => (await posted("operations")).map((each) => textOf(asSaid(each)));
    expect(await texts()).toEqual([expect.stringMatching(/Convoy to Pyro begins: <t:\d+:F> \(<t:\d+:R>\)/)]);
    await raw.DB.prepare("update events set starts_at = ? where id = ?").bind(hoursFromNow(0.3), id).run();
    await run();
    await deliver(FEATURES);
    expect(await texts()).toHaveLength(2);
    expect(await value("select count(*) from outbox")).toBe(0);
  });
});
