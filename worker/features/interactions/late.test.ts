import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { control, resetDiscord } from "../../testing/discord.ts";
import { buttonsOf, inDiscord, textOf } from "../../testing/discord-user.ts";
import { backgroundDone, freshDatabase, interrupted, person, raw, rows, value } from "../../testing/world.ts";
import { event } from "../events/testing/events.factory.ts";

type Sent = { method: string; path: string; body: string | null };

beforeEach(async () => {
  await freshDatabase();
  await resetDiscord();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Makes waits return at once and advance the clock; returns the waited milliseconds. */
function hurry(): number[] {
  const waits: number[] = [];
  const { setTimeout: later } = globalThis;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms = 0) => {
    waits.push(ms);
    vi.setSystemTime(Date.now() + ms);
    return later(work, 0);
  }) as typeof setTimeout);
  return waits;
}

/** A database that does not answer until it is released. */
function held() {
  const gate = Promise.withResolvers<void>();
  return { database: interrupted("each", () => gate.promise), release: () => gate.resolve() };
}

/** Follow-up messages that were sent to Discord for deferred interactions. */
const sent = () => control<Sent[]>("requests?path=%2Fwebhooks%2F");
const taken = (times?: number) =>
  control("fail", { path: "/webhooks/", mode: "status", status: 200, body: {}, ...(times ? { times } : {}) });

describe("a database that takes longer than Discord waits", () => {
  it("defers a command within three seconds, and sends its answer afterwards", async () => {
    await event();
    const member = await inDiscord(await person("member"));
    await taken();
    const { database, release } = held();
    const waits = hurry();
    const reply = await member.types("events", {}, { database });
    expect(reply).toEqual({ type: 5, data: { flags: 64 } });
    expect(waits).toEqual([expect.any(Number)]);
    expect(waits[0]).toBeLessThan(3_000);
    expect(await sent()).toEqual([]);
    release();
    await backgroundDone();
    const [answer, ...others] = await sent();
    expect([answer?.method, answer?.path.split("/").slice(-2), others]).toEqual([
      "PATCH",
      ["messages", "@original"],
      [],
    ]);
  });

  it("defers a press, which runs once, and answers with the card", async () => {
    const id = await event();
    const member = await inDiscord(await person("member"));
    const shown = await member.presses(await member.types("events"), "Open");
    await taken();
    const { database, release } = held();
    hurry();
    expect(await member.presses(shown, "Join", { database })).toEqual({ type: 6 });
    release();
    await backgroundDone();
    expect(await value("select count(*) from event_answers where event_id = ?", id)).toBe(1);
    expect((await sent()).map(({ method }) => method)).toEqual(["PATCH"]);
  });
});

describe("an answer that is sent afterwards", () => {
  it("is retried while Discord does not know the interaction yet", async () => {
    await event();
    const member = await inDiscord(await person("member"));
    await control("fail", { path: "/webhooks/", mode: "status", status: 404, times: 3 });
    await taken();
    const { database, release } = held();
    hurry();
    await member.types("events", {}, { database });
    release();
    await backgroundDone();
    expect((await sent()).length).toBe(4);
    expect(await rows("select 1 from notices")).toEqual([]);
  });

  it("is reported in the app's notices when Discord refuses it for good, or for ten seconds", async () => {
    await event();
    const caller = await person("member");
    const member = await inDiscord(caller);
    hurry();
    for (const status of [401, 404]) {
      await resetDiscord();
      await raw.DB.prepare("delete from notices").run();
      await control("fail", { path: "/webhooks/", mode: "status", status });
      const { database, release } = held();
      await member.types("events", {}, { database });
      release();
      await backgroundDone();
      const notices = await caller.ok<{ kind: string; text: string }[]>("GET", "/api/user/notices");
      expect(notices).toEqual([expect.objectContaining({ kind: "command.unanswered" })]);
      expect(JSON.stringify(notices)).toContain("/events");
    }
  });
});

describe("two presses at once", () => {
  it("run the action once", async () => {
    const officer = await inDiscord(await person("officer"));
    const form = await officer.calls("Make a wish of it", {
      messageId: "1300000000000000005",
      content: "A second Carrack",
    });
    const [one, other] = await Promise.all([officer.fills(form, {}), officer.fills(form, {})]);
    expect([textOf(one), textOf(other)].every((text) => text.includes("A second Carrack"))).toBe(true);
    expect(buttonsOf(one)).toEqual(buttonsOf(other));
    expect(await value("select count(*) from wishes")).toBe(1);
  });
});
