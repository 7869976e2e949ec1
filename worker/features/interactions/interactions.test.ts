import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  buttonsOf,
  componentsOf,
  GUILD,
  INTERACTIONS,
  inDiscord,
  signed,
  textOf,
  unknownUser,
} from "../../testing/discord-user.ts";
import {
  call,
  freshDatabase,
  hoursFromNow,
  person,
  prospect,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import { postedBy } from "../applications/testing/applications.factory.ts";
import { event as makeEvent } from "../events/testing/events.factory.ts";
import { leaveOf } from "../leave/testing/leave.factory.ts";
import { wish } from "../wishes/testing/wishes.factory.ts";

beforeEach(freshDatabase);
afterEach(() => void vi.useRealTimers());

const PING = JSON.stringify({
  type: 1,
  id: "1300000000000000000",
  application_id: "1",
  token: "t",
  version: 1,
});
const post = (body: string, headers: Record<string, string>) => call("POST", INTERACTIONS, { body, headers });

async function event(title = "Operation Nattergal"): Promise<number> {
  const officer = await person("officer");
  const { id } = await officer.ok<{ id: number }>("POST", "/api/events", {
    ...{ title, type: "mission", startsAt: hoursFromNow(24), maxAttendees: 2 },
    ...{ description: "480 SCU of medical supplies.", location: "Ruin Station" },
  });
  return id;
}

describe("a request of Discord", () => {
  it("is answered if signed: PING with PONG", async () => {
    const answer = await post(PING, await signed(PING));
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { type: 1 }]);
  });

  it("is refused with 401 and no effect if its signature is missing, altered, of another time or for another body", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000 * Math.floor(Date.now() / 1_000) });
    const good = await signed(PING);
    const other = `${PING} `;
    const wrong: [string, Record<string, string>][] = [
      [PING, { "Content-Type": "application/json" }],
      [PING, { ...good, "X-Signature-Ed25519": "" }],
      [PING, { ...good, "X-Signature-Ed25519": "zz".repeat(64) }],
      [
        PING,
        {
          ...good,
          "X-Signature-Ed25519": `${good["X-Signature-Ed25519"]}`.replace(/.$/, (last) =>
            last === "0" ? "1" : "0",
          ),
        },
      ],
      [PING, { ...good, "X-Signature-Timestamp": String(Number(good["X-Signature-Timestamp"]) + 1) }],
      [PING, { ...good, "X-Signature-Timestamp": "NaN" }],
      [PING, await signed(PING, -301)],
      [PING, await signed(PING, 301)],
      [other, good],
    ];
    for (const [body, headers] of wrong) {
      const answer = await post(body, headers);
      expect([answer.status, answer.meter.rowsWritten]).toEqual([401, 0]);
    }
    for (const seconds of [-300, 300])
      expect((await post(PING, await signed(PING, seconds))).status).toBe(200);
  });

  it("is refused if it is signed but no interaction", async () => {
    for (const body of ["[]", "{", '{"type":77}', '{"type":2}'])
      expect((await post(body, await signed(body))).status).toBe(400);
  });
});

describe("a person who uses a command", () => {
  it("names the organization to a stranger, and leads to its server where the invite is known", async () => {
    const administrator = await person("administrator");
    const body = { name: "Nordic *Star*", invite: "https://discord.gg/nordicstar" };
    await administrator.ok("PUT", "/api/organization/1/profile", body);
    const stranger = unknownUser();
    const reply = await stranger.types("events");
    expect(textOf(reply)).toContain("Say hello in the Nordic \\*Star\\* server");
    expect(buttonsOf(reply)).toEqual(["Join our server", "Open the sign-in page"]);
    stranger.locale = "da";
    expect(textOf(await stranger.types("events"))).toContain("Sig hej på Nordic \\*Star\\*-serveren");
  });

  it("is told how to get access when unknown, and nothing else", async () => {
    await event();
    const stranger = unknownUser();
    const reply = await stranger.types("events");
    expect(textOf(reply)).toContain("I don't know you yet");
    expect(buttonsOf(reply)).toEqual(["Open the sign-in page"]);
    stranger.locale = "da";
    expect(textOf(await stranger.types("events"))).toContain("Jeg kender dig ikke endnu");
    expect(await value("select count(*) from interactions")).toBe(0);
  });

  it("is a stranger after leaving the server or being set to inactive", async () => {
    const member = await inDiscord(await person("member"));
    expect(textOf(await member.types("events"))).toContain("Upcoming events");
    await raw.DB.prepare("update guild_members set present = 0").run();
    expect(textOf(await member.types("events"))).toContain("I don't know you yet");
    await raw.DB.batch([
      raw.DB.prepare("update guild_members set present = 1"),
      raw.DB.prepare("update members set status = 'inactive'"),
    ]);
    expect(textOf(await member.types("events"))).toContain("I don't know you yet");
  });

  it("is answered only in the organization's server, unless the command is about their own records", async () => {
    const member = await inDiscord(await person("member"));
    member.owners = { 0: "1300000000000000099" };
    expect(textOf(await member.types("events"))).toContain("my own organization's server");
    member.owners = { 1: member.id };
    expect(textOf(await member.types("events"))).toContain("in the organization's server alone");
    member.owners = { 1: unknownUser().id };
    expect(textOf(await member.types("events"))).toContain("my own organization's server");
    member.owners = { 0: GUILD };
    expect(textOf(await member.types("events"))).toContain("Upcoming events");
  });
});

describe("a list", () => {
  it("shows that there are more than it lists, with the button that opens all", async () => {
    const [caller, other] = [await person("officer"), await person("officer")];
    const user = await inDiscord(caller);
    const { memberId: assigned_to, userId } = caller;
    const adds: Record<string, (at: number) => Promise<unknown>> = {
      events: () => makeEvent({ organizer_id: userId }),
      contracts: () => postedBy(other),
      wish: () => wish(),
      tasks: (at) => prospect({ status: "onboarding", deadline: hoursFromNow(at + 1), assigned_to }),
      away: (at) => leaveOf(userId, 3 * at + 1, 3 * at + 2),
    };
    for (const [command, add] of Object.entries(adds)) {
      for (let at = 0; at < 6; at++) await add(at);
      const whole = textOf(await user.types(command));
      await add(6);
      const cut = textOf(await user.types(command));
      expect([command, whole.includes("There are more"), cut.includes("There are more")]).toEqual([
        command,
        false,
        true,
      ]);
    }
  });
});

describe("a button", () => {
  it("runs its action, for the person to whom it was shown", async () => {
    const id = await event();
    const [caller, other] = [await person("member"), await inDiscord(await person("member"))];
    const member = await inDiscord(caller);
    const list = await member.types("events");
    expect(list).toMatchObject({ type: 4, data: { flags: 64 + 32768, allowed_mentions: { parse: [] } } });
    const shown = await member.presses(list, "Open");
    expect(shown.type).toBe(7);
    expect(textOf(shown)).toContain("0 of 2 places taken");
    const joined = await member.presses(shown, "Join");
    expect(textOf(joined)).toContain("1 of 2 places taken");
    const web = await caller.ok<{ attendees: number }>("GET", `/api/events/${id}/details`);
    expect(web.attendees).toBe(1);
    expect(textOf(await other.presses(shown, "Join"))).toContain("long ago");
    expect(await value("select actor_kind from audit_log order by id desc limit 1")).toBe("interaction");
  });

  it("is refused with a friendly message when it has expired or never existed", async () => {
    await event();
    const member = await inDiscord(await person("member"));
    const list = await member.types("events");
    await raw.DB.prepare("delete from interactions").run();
    expect(textOf(await member.presses(list, "Open"))).toContain("long ago");
    for (const custom_id of ["", "1.0", `${GUILD}.__proto__`, "x".repeat(100), "1300000000000000001.-1"])
      expect((await member.send({ type: 3, data: { custom_id, component_type: 2 } })).status).toBe(200);
  });
});

describe("a repeated interaction", () => {
  it("has no effect", async () => {
    await event();
    const member = await inDiscord(await person("member"));
    const shown = await member.presses(await member.types("events"), "Open");
    const id = "1300000000000777777";
    expect(textOf(await member.presses(shown, "Join", { id }))).toContain("1 of 2");
    await member.presses(shown, "Cannot come");
    const before = await rows("select * from event_answers");
    await expect(member.presses(shown, "Join", { id })).rejects.toThrow("409");
    expect(await rows("select * from event_answers")).toEqual(before);
  });
});

describe("the cost", () => {
  it("of a command that reads is three round trips and three rows at most", async () => {
    await event();
    const member = await inDiscord(await person("member"));
    const { meter } = await member.send({ type: 2, data: { id: "1", name: "events", type: 1 } });
    expect([meter.trips <= 3, meter.rowsWritten <= 3]).toEqual([true, true]);
  });

  it("counts in the user's day as two rows, and beyond it a command and a press are refused and write nothing", async () => {
    await event();
    const caller = await person("member");
    const member = await inDiscord(caller);
    const { custom_id } =
      componentsOf(await member.types("events")).find(({ label }) => label === "Open") ?? {};
    expect(await value("select used from daily_budgets where user_id = ?", caller.userId)).toBe(2);
    await raw.DB.prepare("update daily_budgets set used = most where user_id = ?").bind(caller.userId).run();
    for (const send of [
      { type: 2, data: { id: "1", name: "events", type: 1 } },
      { type: 3, data: { custom_id, component_type: 2 }, message: { id: "1" } },
    ]) {
      const { text, meter } = await member.send(send);
      expect([text, meter.rowsWritten]).toEqual([expect.stringContaining("one user can in a day"), 0]);
    }
  });
});

describe("a user whose budget of the day is used up", () => {
  it("is told so, and nothing is written", async () => {
    const caller = await person("member");
    const member = await inDiscord(caller);
    await raw.DB.prepare(
      "insert into daily_budgets (user_id, day, kind, used, most) values (?, ?, 'rows', 40000, 40000)",
    )
      .bind(caller.userId, new Date().toISOString().slice(0, 10))
      .run();
    expect(textOf(await member.types("events"))).toContain("as much as one user can in a day");
    expect(await value("select count(*) from interactions")).toBe(0);
  });
});
