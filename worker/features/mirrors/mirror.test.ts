import { beforeEach, describe, expect, it, vi } from "vitest";
import { control, resetDiscord } from "../../testing/discord.ts";
import { metered } from "../../testing/meter.ts";
import {
  backgroundDone,
  type Caller,
  hoursFromNow,
  person,
  raw,
  rows,
  settings,
  value,
} from "../../testing/world.ts";
import { crmBot } from "../discord/testing/discord.factory.ts";
import type { Event } from "../events/events.schema.ts";
import { event as insertEvent, weekly } from "../events/testing/events.factory.ts";
import { calls, edit, hourly, namesThere, pausesPass, plan, there } from "./testing/mirrors.factory.ts";

let officer: Caller;
beforeEach(async () => {
  await resetDiscord();
  await crmBot();
  officer = await person("officer", 1, "Ada");
});

const appUrl = () => String(raw["APP_URL"]);
const second = (time: string) => Math.floor(Date.parse(time) / 1000);

describe("an event that is shown in Discord", () => {
  it("has its title, times, place and the address of its page there, at once", async () => {
    const event = await plan(officer, { description: "Bring fuel." });
    const [shown, ...others] = await there();
    expect(others).toEqual([]);
    expect(shown?.event).toMatchObject({
      name: "Convoy to Pyro",
      description: `Bring fuel.\n\n${appUrl()}/organization?tab=events&event=${event.id}`,
      entity_metadata: { location: "Ruin Station" },
    });
    expect(second(shown?.event.scheduled_start_time ?? "")).toBe(second(event.startsAt));
    expect(second(shown?.event.scheduled_end_time ?? "")).toBe(second(event.endsAt));
  });

  it("is updated when it is moved and renamed, and deleted when it is cancelled; put back, it is created again", async () => {
    const event = await plan(officer);
    const moved = await edit(officer, event, { title: "Convoy to Nyx", startsAt: hoursFromNow(96) });
    const [shown] = await there();
    expect(shown?.event.name).toBe("Convoy to Nyx");
    expect(second(shown?.event.scheduled_start_time ?? "")).toBe(second(moved.startsAt));
    await officer.ok("POST", `/api/events/${event.id}/cancel`, { reason: "Servers are down" });
    await backgroundDone();
    expect(await there()).toEqual([]);
    expect(await rows("select * from event_mirrors")).toEqual([]);
    await edit(officer, event, { status: "upcoming" });
    expect(await namesThere()).toEqual(["Convoy to Nyx"]);
  });

  it("is deleted when it is no longer to be shown, and when it is deleted here", async () => {
    const event = await plan(officer);
    await edit(officer, event, { isMirrored: false });
    expect(await there()).toEqual([]);
    const other = await plan(officer, { title: "Mining" });
    await raw.DB.prepare("delete from events where id = ?").bind(other.id).run();
    await hourly();
    expect(await there()).toEqual([]);
    expect(await rows("select * from event_mirrors")).toEqual([]);
  });

  it("is cut to Discord's lengths, without splitting characters beyond the basic plane", async () => {
    const long = { title: "🚀".repeat(55), description: "d".repeat(4000), location: "🪐".repeat(60) };
    await plan(officer, long);
    const [shown] = await there();
    expect(shown?.event.name).toBe(`${"🚀".repeat(49)}…`);
    expect(shown?.event.entity_metadata.location).toBe(`${"🪐".repeat(49)}…`);
    expect(shown?.event.description).toHaveLength(1000);
    expect(shown?.event.description).toMatch(/d…\n\nhttp.*event=\d+$/);
  });

  it("is updated while it goes on, except its start, which Discord refuses", async () => {
    const event = await plan(officer);
    const [shown] = await there();
    await raw.DB.prepare("update events set starts_at = ? where id = ?")
      .bind(hoursFromNow(-1), event.id)
      .run();
    await control("scheduled-events/advance", { at: hoursFromNow(72.5) });
    expect((await there())[0]?.event.status).toBe(2);
    await edit(officer, event, { location: "Checkmate" });
    const [now] = await there();
    expect(now?.event.entity_metadata.location).toBe("Checkmate");
    expect(now?.event.scheduled_start_time).toBe(shown?.event.scheduled_start_time);
  });
});

describe("of a series", () => {
  it("has its next three dates shown, each once; a cancelled one makes room for the next", async () => {
    const event = await plan(officer, { recurrence: weekly() });
    await hourly();
    const dates = await rows<{ starts_at: string }>("select starts_at from events order by starts_at");
    expect(dates).toHaveLength(12);
    const starts = async () => (await there()).map(({ event: each }) => second(each.scheduled_start_time));
    expect(await starts()).toEqual(dates.slice(0, 3).map((date) => second(date.starts_at)));
    await officer.ok("POST", `/api/events/${event.id}/cancel`, { reason: "Servers are down" });
    await backgroundDone();
    expect(await starts()).toEqual(dates.slice(1, 4).map((date) => second(date.starts_at)));
  });
});

it("shows the nearest 90 events, in several runs of 25 calls at most", async () => {
  for (let number = 0; number < 92; number++)
    await insertEvent({
      ...{ title: `Event ${number}`, is_mirrored: 1 },
      ...{ starts_at: hoursFromNow(24 + number), ends_at: hoursFromNow(25 + number) },
    });
  for (let runs = 1; runs <= 5; runs++) {
    await control("requests/clear", {});
    await hourly();
    expect((await calls()).length).toBeLessThanOrEqual(25);
  }
  const shown = await namesThere();
  expect(shown).toHaveLength(90);
  expect([shown[0], shown.at(-1)]).toEqual(["Event 0", "Event 89"]);
});

describe("an event that not everybody may see", () => {
  const ofOfficers = async () => ({
    audience: [await value<number>("select id from roles where organization_id = 1 and key = 'officer'")],
  });

  it("is respected: the mirror never sends an event for some roles, a draft or a cancelled one, nor their changes", async () => {
    const bodies: string[] = [];
    const real = globalThis.fetch;
    vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
      bodies.push(`${url} ${String(init?.body ?? "")}`);
      return real(url, init);
    });
    const hidden = await plan(officer, { title: "Ambush at Magnus", ...(await ofOfficers()) });
    await plan(officer, { title: "Ambush drafted", status: "draft" });
    await insertEvent({ title: "Ambush cancelled", status: "cancelled", is_mirrored: 1 });
    await edit(officer, hidden, { title: "Ambush at Terra" });
    await plan(officer, { title: "Open evening" });
    await hourly();
    vi.unstubAllGlobals();
    expect(bodies.join()).toContain("Open evening");
    expect(bodies.join()).not.toContain("Ambush");
    expect(await namesThere()).toEqual(["Open evening"]);
  });

  it("is deleted in Discord once only some roles may see it, without sending what changed with it", async () => {
    const event = await plan(officer);
    await control("requests/clear", {});
    await edit(officer, event, { title: "Ambush", ...(await ofOfficers()) });
    expect(await there()).toEqual([]);
    expect(await calls()).toEqual(["GET", "DELETE /:id"]);
  });
});

describe("an event whose creation Discord did not answer", () => {
  it("is recognized by the next run, and exists there once", async () => {
    await control("fail", { path: "/scheduled-events", method: "POST", mode: "lost", times: 1 });
    const event = await plan(officer);
    expect(event.isMirrored).toBe(true);
    expect(await namesThere()).toHaveLength(1);
    await pausesPass();
    await hourly();
    await hourly();
    const [shown, ...others] = await there();
    expect(others).toEqual([]);
    expect(await rows("select event_id, discord_event_id from event_mirrors")).toEqual([
      { event_id: event.id, discord_event_id: shown?.event.id },
    ]);
  });

  it("is deleted there where it was hidden or deleted here before the next run", async () => {
    for (const change of ["update events set audience = '[1]'", "delete from events"]) {
      await control("fail", { path: "/scheduled-events", method: "POST", mode: "lost", times: 1 });
      await plan(officer);
      expect(await there()).toHaveLength(1);
      await raw.DB.exec(change);
      await pausesPass();
      await hourly();
      expect([change, await there()]).toEqual([change, []]);
    }
  });

  it("is recognized after the database was restored without its mirrors", async () => {
    await plan(officer);
    await raw.DB.exec("delete from event_mirrors; delete from event_mirror_states;");
    await hourly();
    expect(await there()).toHaveLength(1);
    expect(await value("select count(*) from event_mirrors where discord_event_id is not null")).toBe(1);
  });

  it("is not confused with one that a user of Discord made with our address", async () => {
    const id = await insertEvent({ is_mirrored: 1 });
    const made = await control<{ id: string }>("scheduled-events/create", {
      ...{ name: "Trap", description: `${appUrl()}/organization?tab=events&event=${id}` },
      ...{ privacy_level: 2, entity_type: 3, entity_metadata: { location: "Elsewhere" } },
      ...{ scheduled_start_time: hoursFromNow(48), scheduled_end_time: hoursFromNow(49) },
    });
    await hourly();
    await raw.DB.exec("update events set audience = '[1]'");
    await hourly();
    expect((await there()).map(({ event }) => [event.id, event.name])).toEqual([[made.id, "Trap"]]);
  });
});

describe("an event that was deleted in Discord", () => {
  const notices = () => rows("select kind, user_id from notices where kind = 'event.mirror_removed'");

  it.each(["delete", "cancel"])("(%s) is not created again; its organizer is notified once", async (how) => {
    const event = await plan(officer);
    await control(`scheduled-events/${how}`, { eventId: (await there())[0]?.event.id });
    await hourly();
    await hourly();
    await edit(officer, event, { title: "Convoy to Nyx" });
    expect((await there()).filter(({ event: each }) => each.status < 3)).toEqual([]);
    const { isMirrored } = await officer.ok<Event>("GET", `/api/events/${event.id}/details`);
    expect(isMirrored).toBe(false);
    expect(await notices()).toEqual([{ kind: "event.mirror_removed", user_id: officer.userId }]);
    expect(await rows("select actor_kind from audit_log where action = 'event.mirror_removed'")).toEqual([
      { actor_kind: "job" },
    ]);
  });

  it("is shown again once that is switched on again", async () => {
    const event = await plan(officer);
    await control("scheduled-events/delete", { eventId: (await there())[0]?.event.id });
    await hourly();
    await edit(officer, event, { isMirrored: true });
    expect(await namesThere()).toEqual(["Convoy to Pyro"]);
  });

  it("is distinguished from one whose time there is over: moved to a later time, it is created again", async () => {
    const event = await plan(officer);
    await control("scheduled-events/advance", { at: hoursFromNow(76) });
    expect((await there())[0]?.event.status).toBe(3);
    const past = JSON.stringify({ name: "Convoy to Pyro", endsAt: hoursFromNow(-1) });
    await raw.DB.prepare("update event_mirrors set sent = ?").bind(past).run();
    await hourly();
    await hourly();
    expect((await there()).map(({ event: each }) => each.status)).toEqual([3, 1]);
    expect(await value("select is_mirrored from events where id = ?", event.id)).toBe(1);
    expect(await notices()).toEqual([]);
  });
});

describe("runs", () => {
  it("create an event once when several start at once", async () => {
    await insertEvent({ is_mirrored: 1 });
    const all = await Promise.all([hourly(), hourly(), hourly()]);
    expect(await there()).toHaveLength(1);
    expect(all.map(({ outcome }) => outcome).sort()).toEqual(["done", "skipped", "skipped"]);
  });

  it("handle changes that were made while they ran", async () => {
    const id = await insertEvent({ is_mirrored: 1 });
    const real = globalThis.fetch;
    let isFirst = true;
    vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
      if (init?.method === "POST" && url.includes("/scheduled-events") && isFirst) {
        isFirst = false;
        await raw.DB.prepare("update events set audience = '[1]' where id = ?").bind(id).run();
        await hourly();
      }
      return real(url, init);
    });
    await hourly();
    vi.unstubAllGlobals();
    expect(isFirst).toBe(false);
    expect(await there()).toEqual([]);
  });

  it("are taken over when they were killed", async () => {
    await insertEvent({ is_mirrored: 1 });
    await hourly();
    const lease = (hours: number) =>
      raw.DB.prepare("update event_mirror_states set holder = 'killed', lease_until = ?")
        .bind(hoursFromNow(hours))
        .run();
    await lease(0.01);
    expect(await hourly()).toEqual({ outcome: "skipped" });
    await lease(-0.01);
    expect(await hourly()).toMatchObject({ outcome: "done" });
  });

  it("without changes write two rows, that one works and that it ended, and change nothing in Discord", async () => {
    await plan(officer, { recurrence: weekly() });
    await hourly();
    const world = () =>
      rows("select * from events union all select * from events").then(async (events) => [
        events,
        await rows("select * from event_mirrors"),
        await rows("select action from audit_log"),
        await there(),
      ]);
    const before = await world();
    await control("requests/clear", {});
    const { database, meter } = metered(raw.DB);
    await hourly(database);
    expect(await calls()).toEqual(["GET"]);
    expect(meter.rowsWritten).toBeLessThanOrEqual(2);
    expect(await world()).toEqual(before);
  });

  it("do not start after requests that change nothing in Discord", async () => {
    const event = await plan(officer);
    await control("requests/clear", {});
    await officer.ok("POST", `/api/events/${event.id}/join`, {});
    await plan(officer, { isMirrored: false });
    expect(await calls()).toEqual([]);
  });

  it("start over in another Discord server", async () => {
    await plan(officer);
    await raw.DB.exec("update event_mirror_states set guild_id = '900000000000000001'");
    await raw.DB.exec("update event_mirrors set discord_event_id = '900000000000000002'");
    await hourly(raw.DB, settings());
    expect(await value("select is_mirrored from events")).toBe(1);
    expect(await there()).toHaveLength(1);
  });
});
