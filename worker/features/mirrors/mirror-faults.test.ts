import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { control, resetDiscord } from "../../testing/discord.ts";
import { type Caller, person, raw, rows, value } from "../../testing/world.ts";
import { crmBot } from "../discord/testing/discord.factory.ts";
import type { Event } from "../events/events.schema.ts";
import { event as insertEvent, terms } from "../events/testing/events.factory.ts";
import type { MirrorStatus } from "./mirrors.schema.ts";
import { calls, edit, hourly, namesThere, pausesPass, plan, there } from "./testing/mirrors.factory.ts";

const { timeout } = AbortSignal;
let officer: Caller;
let administrator: Caller;
beforeEach(async () => {
  await resetDiscord();
  await crmBot();
  officer = await person("officer", 1, "Ada");
  administrator = await person("administrator", 1, "Bo");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const status = () => officer.ok<MirrorStatus>("GET", "/api/events/1/mirror");
const notices = () =>
  rows<{ kind: string; told: string }>(
    "select kind, told from notices where kind like 'event.mirror_%' order by id",
  );
const receivers = () => JSON.stringify([officer.userId, administrator.userId].sort((a, b) => a - b));

describe("while Discord accepts no events", () => {
  it.each([
    ["answers 401", { mode: "status", status: 401 }, "no_permission"],
    ["answers 403", { mode: "status", status: 403, body: { code: 50013, message: "" } }, "no_permission"],
    [
      "does not know the server",
      { mode: "status", status: 404, body: { code: 10004, message: "" } },
      "no_permission",
    ],
    ["answers 500", { mode: "status", status: 500 }, "unreachable"],
    ["does not answer in time", { mode: "hang" }, "unreachable"],
    ["answers nonsense", { mode: "garbage" }, "unreachable"],
    ["cuts the connection", { mode: "reset" }, "unreachable"],
    ["answers a list of another form", { mode: "status", status: 200, body: [{ id: "x" }] }, "unreachable"],
  ])(
    "(%s) saves the event, reports the reason in the state, and shows the event once Discord accepts it",
    async (what, failure, state) => {
      const short = vi.spyOn(AbortSignal, "timeout");
      if (what === "does not answer in time") short.mockImplementation(() => timeout.call(AbortSignal, 100));
      await control("fail", { path: "/scheduled-events", ...failure });
      const event = await plan(officer);
      expect(event).toMatchObject({ title: "Convoy to Pyro", isMirrored: true });
      expect(await status()).toMatchObject({ state, why: expect.stringContaining("Discord") });
      expect(await there()).toEqual([]);
      short.mockRestore();
      await control("failures/clear", {});
      await pausesPass();
      expect(await hourly()).toMatchObject({ outcome: "done", counts: { created: 1 } });
      expect(await namesThere()).toEqual(["Convoy to Pyro"]);
      expect(await status()).toMatchObject({ state: "ready", why: null });
    },
  );

  it("is not called again within a minute, whatever is written", async () => {
    await control("fail", { path: "/scheduled-events", mode: "status", status: 500 });
    const event = await plan(officer);
    await control("requests/clear", {});
    await edit(officer, event, { title: "Convoy to Nyx" });
    expect(await calls()).toEqual([]);
  });

  it("creates the others in the next run when it fails at one event", async () => {
    await insertEvent({ title: "First", is_mirrored: 1 });
    await insertEvent({ title: "Second", is_mirrored: 1 });
    await control("fail", {
      path: "/scheduled-events",
      method: "POST",
      mode: "status",
      status: 500,
      times: 1,
    });
    expect(await hourly()).toMatchObject({ outcome: "failed", error: "mirror_unreachable" });
    await raw.DB.exec("update event_mirror_states set retry_at = null");
    await hourly();
    expect(await namesThere()).toEqual(["Second"]);
    await pausesPass();
    await hourly();
    expect((await namesThere()).sort()).toEqual(["First", "Second"]);
  });

  it("shows the others when it refuses the values of one event, which is tried again later", async () => {
    await insertEvent({ title: "First", is_mirrored: 1 });
    await insertEvent({ title: "Second", is_mirrored: 1 });
    const body = { code: 50035, message: "Invalid Form Body" };
    await control("fail", {
      path: "/scheduled-events",
      method: "POST",
      mode: "status",
      status: 400,
      body,
      times: 1,
    });
    expect(await hourly()).toMatchObject({ outcome: "done", counts: { created: 1 } });
    await control("requests/clear", {});
    await hourly();
    expect(await calls("POST")).toEqual([]);
    await pausesPass();
    await hourly();
    expect((await namesThere()).sort()).toEqual(["First", "Second"]);
  });
});

describe("Discord's rate limit", () => {
  it("is waited for where it is short", async () => {
    await control("fail", {
      path: "/scheduled-events",
      method: "POST",
      mode: "rate_limit",
      retryAfter: 0.1,
      times: 1,
    });
    await plan(officer);
    expect(await namesThere()).toEqual(["Convoy to Pyro"]);
  });

  it("ends the run where it is long, and no call is made before its end", async () => {
    await control("fail", { path: "/scheduled-events", mode: "rate_limit", retryAfter: 1800, times: 1 });
    const event = await plan(officer);
    await control("requests/clear", {});
    const began = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: began + 1790_000 });
    await edit(officer, event, { location: "Checkmate" });
    expect(await hourly()).toEqual({ outcome: "skipped" });
    expect(await calls()).toEqual([]);
    vi.setSystemTime(began + 1830_000);
    await hourly();
    expect((await there())[0]?.event.entity_metadata.location).toBe("Checkmate");
  });
});

describe("a lasting state", () => {
  it("without permission is reported once to organizers with waiting events and to administrators, until it works again", async () => {
    await control("scheduled-events/permit", { create: false, manage: false });
    await plan(officer);
    await pausesPass();
    await hourly();
    await plan(officer, { title: "Mining" });
    const notice = { kind: "event.mirror_no_permission", told: expect.any(String) };
    expect(await notices()).toEqual([notice]);
    const [first] = await notices();
    expect(JSON.stringify((JSON.parse(first?.told ?? "[]") as number[]).sort((a, b) => a - b))).toBe(
      receivers(),
    );
    expect((await status()).state).toBe("no_permission");
    await control("scheduled-events/permit", { create: true, manage: true });
    await pausesPass();
    await hourly();
    expect(await namesThere()).toHaveLength(2);
    expect((await status()).state).toBe("ready");
    await control("scheduled-events/permit", { create: false, manage: false });
    await plan(officer, { title: "Race" });
    expect(await notices()).toHaveLength(2);
  });

  it("is found by the hourly run even without shown events, and ends when the permission is given", async () => {
    await control("scheduled-events/permit", { create: true, manage: false });
    expect(await hourly()).toMatchObject({ outcome: "failed", error: "mirror_no_permission" });
    expect(await status()).toMatchObject({ state: "no_permission", since: expect.any(String) });
    await control("scheduled-events/permit", { create: true, manage: true });
    await pausesPass();
    await hourly();
    expect((await status()).state).toBe("ready");
  });

  it("of an unreachable Discord is reported after two hours, once", async () => {
    await control("fail", { path: "/scheduled-events", mode: "status", status: 503 });
    await plan(officer);
    expect(await notices()).toEqual([]);
    await raw.DB.exec("update event_mirror_states set since = '2026-01-01T00:00:00.000Z'");
    for (let runs = 0; runs < 2; runs++) {
      await pausesPass();
      await hourly();
    }
    expect((await notices()).map(({ kind }) => kind)).toEqual(["event.mirror_unreachable"]);
  });

  it("of a full server is reported once; shown events are still updated, and new ones created when there is room", async () => {
    const first = await plan(officer, { title: "First" });
    await control("scheduled-events/fill", {});
    await plan(officer, { title: "Second" });
    expect((await status()).state).toBe("full");
    await edit(officer, first, { title: "Renamed" });
    await hourly();
    expect(await namesThere()).toContain("Renamed");
    expect((await notices()).map(({ kind }) => kind)).toEqual(["event.mirror_full"]);
    const other = (await there()).find(({ event }) => event.name.startsWith("Event "));
    await control("scheduled-events/delete", { eventId: other?.event.id });
    await hourly();
    expect(await namesThere()).toContain("Second");
    expect((await status()).state).toBe("ready");
  });

  it("without a CRM bot is reported once, and Discord is not called", async () => {
    await raw.DB.exec("delete from bots");
    const event = await officer.ok<Event>(
      ...(["POST", "/api/events", terms({ title: "Race", isMirrored: true })] as const),
    );
    expect(event.isMirrored).toBe(true);
    expect(await hourly()).toMatchObject({ outcome: "skipped", error: "mirror_no_bot" });
    await hourly();
    expect(await calls()).toEqual([]);
    expect(await status()).toMatchObject({ state: "no_bot", why: expect.stringContaining("CRM bot") });
    expect((await notices()).map(({ kind }) => kind)).toEqual(["event.mirror_no_bot"]);
    await crmBot();
    expect((await status()).state).toBe("ready");
    await hourly();
    expect(await value("select count(*) from event_mirrors where discord_event_id is not null")).toBe(1);
  });
});
