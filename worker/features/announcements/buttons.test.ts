import { beforeEach, describe, expect, it } from "vitest";
import { FEATURES } from "../../features.ts";
import {
  buttonsOf,
  componentsOf,
  inDiscord,
  type Said,
  textOf,
  unknownUser,
} from "../../testing/discord-user.ts";
import { backgroundDone, type Caller, person, raw, rows, value } from "../../testing/world.ts";
import { terms } from "../events/testing/events.factory.ts";
import { publicControl } from "../interactions/commands.ts";
import { asSaid, type ChannelName, choose, posted, readyDiscord } from "./testing/announcements.factory.ts";

const EPHEMERAL = 64;
let officer: Caller;
let member: Caller;
beforeEach(async () => {
  await readyDiscord();
  officer = await person("officer", 1, "Freja");
  member = await person("member", 1, "Kira");
  for (const kind of ["contract.posted", "event.created", "wish.completed"]) await choose(kind, "operations");
});

/** The only card in a channel. */
async function cardIn(channel: ChannelName = "operations"): Promise<Said> {
  await backgroundDone();
  const [only, ...others] = await posted(channel);
  expect(others).toEqual([]);
  return asSaid(only as NonNullable<typeof only>);
}
const plan = async (more: Record<string, unknown> = {}) =>
  (await officer.ok<{ id: number }>("POST", "/api/events", terms(more))).id;
const answerOf = (caller: Caller) =>
  value("select answer from event_answers where user_id = ?", caller.userId);

describe("a button of a card", () => {
  it("does what the person may do on the web, and answers only them", async () => {
    const id = await plan();
    const card = await cardIn();
    for (const caller of [member, officer]) {
      const user = await inDiscord(caller);
      const reply = await user.presses(card, "Join");
      expect([reply.type, (reply.data?.flags ?? 0) & EPHEMERAL]).toEqual([4, EPHEMERAL]);
      expect(textOf(reply)).toContain("You're going.");
    }
    expect(textOf(await cardIn())).toContain("2 of 24 places taken");
    const web = await member.ok<{ attendees: number }>("GET", `/api/events/${id}/details`);
    expect(web.attendees).toBe(2);
    expect(buttonsOf(await cardIn())).toContain("Join · 2");
  });

  it("can be pressed again after the answer changed, and acts once when pressed twice", async () => {
    await plan();
    const user = await inDiscord(member);
    await user.presses(await cardIn(), "Join");
    await user.presses(await cardIn(), "Join · 1");
    await user.presses(await cardIn(), "Cannot come");
    expect(await answerOf(member)).toBe("declined");
    expect(textOf(await user.presses(await cardIn(), "Join"))).toContain("You're going.");
    expect(await answerOf(member)).toBe("going");
    expect(await value("select count(*) from event_answers")).toBe(1);
  });

  it("does not change the public card: the answer's own buttons change the answer", async () => {
    await plan();
    const user = await inDiscord(member);
    const reply = await user.presses(await cardIn(), "Maybe");
    const changed = await user.presses(reply, "Join");
    expect(changed.type).toBe(7);
    expect(textOf(changed)).toContain("You're going.");
  });

  it("signs the person up for a slot", async () => {
    const slots = [{ id: 7, name: "Gunner", ship: null, need: null, seats: 2 }];
    await plan({ slots });
    const user = await inDiscord(member);
    const reply = await user.chooses(await cardIn(), "7");
    expect(textOf(reply)).toContain("You're going.");
    expect(await value("select slot_id from event_answers")).toBe(7);
    expect(textOf(await cardIn())).toContain("**Gunner** 1 of 2 places taken");
  });

  it("opens the form of an application, whose answer is a message for the applicant alone", async () => {
    const { id } = await officer.ok<{ id: number }>("POST", "/api/contracts", {
      title: "Escort",
      amount: 5,
      status: "posted",
    });
    const user = await inDiscord(member);
    const first = await user.presses(await cardIn(), "Apply");
    expect(textOf(first)).toContain("first");
    await member.ok("POST", "/api/contract-applications", {
      ...{ experience: "Years", shipType: "Hammerhead", availability: "Evenings", firstName: "Kira" },
      ...{
        lastName: "Munk",
        discordUsername: "k",
        timezone: "UTC",
        backgroundCheck: true,
        termsAccepted: true,
      },
      contractId: id,
    });
    await raw.DB.exec("update contract_applications set status = 'withdrawn'");
    await raw.DB.exec("update contracts set applications = 0");
    const form = await user.presses(await cardIn(), "Apply");
    const sent = await user.fills(form, {
      experience: "Planted words",
      availability: "Now",
      termsAccepted: true,
    });
    expect([sent.type, (sent.data?.flags ?? 0) & EPHEMERAL]).toEqual([4, EPHEMERAL]);
    const card = await cardIn();
    expect(textOf(card)).toContain("1 applied");
    expect(JSON.stringify(card)).not.toMatch(/Planted|Munk|You have applied/);
  });

  it("votes for an open wish, and rates a completed one", async () => {
    const wish = await member.ok<{ id: number }>("POST", "/api/wishes", {
      title: "Dock",
      description: "Bigger",
    });
    const decide = (status: string) =>
      officer.ok("PATCH", `/api/wishes/${wish.id}/status`, { status, version: 1 });
    await decide("completed");
    const user = await inDiscord(member);
    const reply = await user.presses(await cardIn(), "It works");
    expect(textOf(reply)).toContain("Voted");
    expect(await value("select works from wish_votes")).toBe(1);
    const other = await inDiscord(officer);
    expect(textOf(await other.presses(await cardIn(), "It works"))).toContain("Only those who voted");
    await officer.ok("PATCH", `/api/wishes/${wish.id}/status`, { status: "approved", version: 2 });
    await other.presses(await cardIn(), "Vote");
    expect(textOf(await cardIn())).toContain("2 votes");
  });

  it("shows a stranger and a user of another server nothing, and changes nothing", async () => {
    await plan();
    const card = await cardIn();
    expect(textOf(await unknownUser().presses(card, "Join"))).toContain("I don't know you yet");
    const user = await inDiscord(member);
    user.owners = { 0: "1300000000000000099" };
    expect(textOf(await user.presses(card, "Join"))).toContain("my own organization's server");
    user.owners = { 1: user.id };
    expect(textOf(await user.presses(card, "Join"))).toContain("server alone");
    expect(await rows("select * from event_answers")).toEqual([]);
  });

  it("is refused where the event was restricted since, or is cancelled, with a message for the person alone", async () => {
    const id = await plan();
    const card = await cardIn();
    const user = await inDiscord(member);
    await officer.ok("POST", `/api/events/${id}/cancel`, { reason: "No" });
    const late = await user.presses(card, "Join");
    expect([textOf(late), (late.data?.flags ?? 0) & EPHEMERAL]).toEqual([
      expect.stringContaining("is cancelled"),
      EPHEMERAL,
    ]);
    const role = await value<number>("select id from roles where key = 'officer' and organization_id = 1");
    await raw.DB.prepare("update events set status = 'planned', audience = ?")
      .bind(JSON.stringify([role]))
      .run();
    const hidden = await user.presses(card, "Join");
    expect(textOf(hidden)).toContain("does not exist");
    expect(textOf(hidden)).not.toContain("Convoy");
    expect(await rows("select * from event_answers")).toEqual([]);
  });

  it("has its record's id alone, and other texts are not read as one", () => {
    expect(publicControl(FEATURES, "p:event:7:join")).toEqual(["events", "join", { id: 7, isNew: true }]);
    for (const other of ["p:event:7:leave", "p:event:-7:join", "p:event:7:constructor", "p:__proto__:7:join"])
      expect([other, publicControl(FEATURES, other)]).toEqual([other, null]);
    for (const other of [
      "p:event:7:join ",
      "p:event:123456789012345:join",
      "p:event::join",
      "p:event:7:JOIN",
    ])
      expect([other, publicControl(FEATURES, other)]).toEqual([other, null]);
  });
});

it("keeps ids of buttons within Discord's length", async () => {
  await plan();
  for (const { custom_id: id } of componentsOf(await cardIn()))
    expect(id === undefined || id.length <= 100).toBe(true);
});
