import { beforeEach, describe, expect, it } from "vitest";
import { FEATURES } from "../../features.ts";
import { actorWithoutSession } from "../../lib/actor.ts";
import { announceTo } from "../../lib/announcements.ts";
import { note } from "../../lib/commands/reply.ts";
import { openDb } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { control } from "../../testing/discord.ts";
import { buttonsOf, componentsOf, textOf } from "../../testing/discord-user.ts";
import { backgroundDone, type Caller, hoursFromNow, person, raw, rows, value } from "../../testing/world.ts";
import type { Contract } from "../contracts/index.ts";
import { announced, eventAnnouncements } from "../events/events.announcements.ts";
import { event, terms } from "../events/testing/events.factory.ts";
import { renderPublic } from "../interactions/index.ts";
import {
  asSaid,
  CHANNELS,
  choose,
  deleteThere,
  deliver,
  posted,
  readyDiscord,
} from "./testing/announcements.factory.ts";

let officer: Caller;
let member: Caller;
beforeEach(async () => {
  await readyDiscord();
  officer = await person("officer", 1, "Freja");
  member = await person("member", 1, "Kira");
});

const draft = { title: "Escort to Pyro", amount: 45_000, type: "security", riskLevel: "high" };
const post = (more: object = {}, by = officer) =>
  by.ok<Contract>("POST", "/api/contracts", { ...draft, status: "posted", ...more });
const answers = {
  ...{ experience: "Years", shipType: "Hammerhead", availability: "Evenings", firstName: "Kira" },
  ...{
    lastName: "Munk",
    discordUsername: "kira",
    timezone: "UTC",
    backgroundCheck: true,
    termsAccepted: true,
  },
};
const messagesIn = async (channel: keyof typeof CHANNELS) => (await posted(channel)).map(asSaid);

describe("a contract that is posted", () => {
  it("is posted in the chosen channel as a card, which follows the contract's state", async () => {
    await choose("contract.posted", "contracts");
    const { id } = await post();
    await backgroundDone();
    const [first, ...others] = await messagesIn("contracts");
    expect(others).toEqual([]);
    expect(first && textOf(first)).toContain("Security, high risk, posted by Freja");
    expect(first && buttonsOf(first)).toEqual(["Apply", "View"]);
    const application = await member.ok<{ id: number; version: number }>(
      "POST",
      "/api/contract-applications",
      {
        contractId: id,
        ...answers,
      },
    );
    await backgroundDone();
    const [applied] = await messagesIn("contracts");
    expect(applied && textOf(applied)).toContain("1 applied");
    await officer.ok("PATCH", `/api/contract-applications/${application.id}/accept`, { version: 1 });
    await backgroundDone();
    const [accepted] = await messagesIn("contracts");
    expect(accepted && textOf(accepted)).toContain("Accepted: assigned to Kira");
    expect(accepted && componentsOf(accepted).find(({ label }) => label === "Apply")).toMatchObject({
      disabled: true,
    });
    expect(await posted("contracts")).toHaveLength(1);
    expect(await rows("select * from outbox")).toEqual([]);
  });

  it("announces who accepted it and what was paid, where those kinds are chosen", async () => {
    await choose("contract.accepted", "operations", "da");
    await choose("contract.paid", "operations");
    const { id } = await post({ assignedTo: member.userId });
    for (const status of ["accepted", "completed", "payment_sent"])
      await officer.ok("PATCH", `/api/contracts/${id}/status`, { status });
    await backgroundDone();
    const texts = (await messagesIn("operations")).map(textOf);
    expect(texts).toEqual([
      expect.stringContaining("Kira udfører kontrakten Escort to Pyro."),
      expect.stringContaining("45,000 aUEC was sent for the contract Escort to Pyro."),
    ]);
  });

  it("is removed from the channel when it returns to draft, and is never announced as a draft", async () => {
    await choose("contract.posted", "contracts");
    await officer.ok("POST", "/api/contracts", draft);
    const { id } = await post();
    await backgroundDone();
    expect(await posted("contracts")).toHaveLength(1);
    await officer.ok("PATCH", `/api/contracts/${id}/status`, { status: "draft" });
    await backgroundDone();
    expect(await posted("contracts")).toEqual([]);
    expect(await rows("select * from posted_messages")).toEqual([]);
  });
});

describe("an event that is announced", () => {
  it("is posted with its answers, and shows when it is moved and cancelled", async () => {
    await choose("event.created", "operations");
    await choose("event.moved", "announcements");
    await choose("event.cancelled", "announcements", "da");
    const { id } = await officer.ok<{ id: number }>("POST", "/api/events", terms({ maxAttendees: 1 }));
    await member.ok("POST", `/api/events/${id}/join`);
    await backgroundDone();
    const [joined] = await messagesIn("operations");
    expect(joined && textOf(joined)).toContain("1 of 1 places taken");
    expect(joined && buttonsOf(joined)).toEqual(["Join · 1", "Maybe", "Cannot come", "Open"]);
    await officer.ok("PATCH", `/api/events/${id}`, { startsAt: hoursFromNow(96) });
    await officer.ok("POST", `/api/events/${id}/cancel`, { reason: "Servers are down" });
    await backgroundDone();
    const [cancelled] = await messagesIn("operations");
    expect(cancelled && textOf(cancelled)).toContain("Cancelled: Servers are down");
    expect(cancelled && buttonsOf(cancelled)).toEqual(["Open"]);
    const texts = (await messagesIn("announcements")).map(textOf);
    expect(texts).toEqual([
      expect.stringMatching(/Convoy to Pyro is moved from <t:\d+:F>/),
      expect.stringContaining("Convoy to Pyro er aflyst: “Servers are down”."),
    ]);
  });

  it("that only some members may see is in no message, and one that is restricted later is removed", async () => {
    const kinds = await rows<{ kind: string }>(
      "select 'event.created' as kind union all select 'event.cancelled'",
    );
    for (const { kind } of kinds) await choose(kind, "operations");
    const role = await value<number>("select id from roles where key = 'officer' and organization_id = 1");
    const hidden = await officer.ok<{ id: number }>("POST", "/api/events", terms({ audience: [role] }));
    await officer.ok("POST", `/api/events/${hidden.id}/cancel`, { reason: "No" });
    await backgroundDone();
    expect([await posted("operations"), await rows("select * from outbox")]).toEqual([[], []]);
    const { id } = await officer.ok<{ id: number }>("POST", "/api/events", terms());
    await backgroundDone();
    expect(await posted("operations")).toHaveLength(1);
    await officer.ok("PATCH", `/api/events/${id}`, { audience: [role] });
    await backgroundDone();
    expect(await posted("operations")).toEqual([]);
  });

  it("that not everybody sees is queued for no channel and no webhook, of any kind", async () => {
    const { db } = openDb(raw.DB, "first-primary");
    const actor = actorWithoutSession("job", 1, "Tests");
    const kinds = Object.keys(eventAnnouncements.texts) as (keyof typeof eventAnnouncements.texts)[];
    for (const kind of kinds) await choose(kind, "operations");
    const waitingFor = async (values: Record<string, unknown>) => {
      const id = await event(values);
      for (const kind of kinds)
        await write(db, announceTo({ db, now: new Date(), actor }, { id, ...announced(id, kind, {}) }));
      return value("select count(*) from outbox where details ->> 'id' = ?", `${id}`);
    };
    expect(await waitingFor({ audience: "[1]" })).toBe(0);
    expect(await waitingFor({ status: "draft" })).toBe(0);
    expect(await waitingFor({})).toBe(kinds.length);
  });
});

describe("a text of members in an announcement", () => {
  it("mentions nobody, and is shown as written", async () => {
    await choose("contract.posted", "contracts");
    await choose("contract.accepted", "contracts");
    const title = "@everyone <@&1100000000000000011> **free** [ships](https://evil.example)";
    await post({ title, description: "@here <@1>", assignedTo: member.userId, status: "posted" });
    await backgroundDone();
    const [first] = await messagesIn("contracts");
    expect(first && textOf(first)).toContain("\\@everyone \\<\\@&1100000000000000011\\>");
    expect(await control("messages/pings")).toEqual([]);
    expect(renderPublic(note("@everyone"), "", 7)).toMatchObject({ allowed_mentions: { parse: [] } });
  });
});

describe("a card that a user deleted in Discord", () => {
  it("is removed from the database and not posted again", async () => {
    await choose("contract.posted", "contracts");
    const { id } = await post();
    await backgroundDone();
    await deleteThere("contracts");
    await officer.ok("PUT", `/api/contracts/${id}`, { title: "Escort to Nyx" });
    await backgroundDone();
    expect(await rows("select * from posted_messages")).toEqual([]);
    expect(await posted("contracts")).toEqual([]);
  });
});

describe("a channel that was deleted or closed", () => {
  for (const [state, body] of [
    ["forbidden", { status: 403, body: { code: 50_001 } }],
    ["forbidden", { status: 403, body: { code: 50_013 } }],
    ["gone", { status: 404, body: { code: 10_003 } }],
  ] as const)
    it(`is reported to administrators once, and gets no further request: ${state} ${body.body.code}`, async () => {
      const administrator = await person("administrator");
      await choose("contract.posted", "contracts");
      await choose("contract.accepted", "contracts");
      await control("fail", { path: `/channels/${CHANNELS.contracts}`, mode: "status", ...body });
      await Promise.all([post(), post(), post()]);
      await backgroundDone();
      await deliver(FEATURES);
      await post();
      await backgroundDone();
      const notices = await rows<{ kind: string; told: string }>("select kind, told from notices");
      expect(notices).toEqual([
        { kind: `announcement.${state}`, told: JSON.stringify([administrator.userId]) },
      ]);
      expect(await rows("select distinct state from announcement_channels")).toEqual([{ state }]);
      expect(await rows("select * from outbox")).toEqual([]);
    });
});

describe("a token that Discord refuses", () => {
  it("is reported once, and waiting messages are posted with a new one", async () => {
    await person("administrator");
    await choose("contract.posted", "contracts");
    const failure = await control<{ id: number }>("fail", {
      path: "/channels/",
      mode: "status",
      status: 401,
    });
    await post();
    await post();
    await backgroundDone();
    await deliver(FEATURES);
    expect(await value("select count(*) from notices where kind = 'announcement.no_token'")).toBe(1);
    await control("failures/clear", { id: failure.id });
    await deliver(FEATURES);
    await deliver(FEATURES);
    expect(await posted("contracts")).toHaveLength(2);
    expect(await rows("select state from announcement_channels")).toEqual([{ state: "ready" }]);
  });
});
