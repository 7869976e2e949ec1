import { beforeEach, describe, expect, it } from "vitest";
import { control, resetDiscord } from "../../testing/discord.ts";
import { metered } from "../../testing/meter.ts";
import { type Caller, hoursFromNow, organization, person, raw, rows, value } from "../../testing/world.ts";
import { crmBot } from "../discord/testing/discord.factory.ts";
import { answer } from "../events/testing/events.factory.ts";
import { calls, hourly, pausesPass, plan, there } from "./testing/mirrors.factory.ts";

type Person = { user: { id: string } };

let officer: Caller;
let eventId: number;
let thereId: string;
/** Discord ids of people of the server. */
let people: string[];

beforeEach(async () => {
  await resetDiscord();
  await crmBot();
  officer = await person("officer", 1, "Ada");
  eventId = (await plan(officer)).id;
  thereId = (await there())[0]?.event.id ?? "";
  people = (await control<Person[]>("members?role=Crew")).map(({ user }) => user.id);
});

/** A user with a Discord id. */
async function known(
  discordId: string | undefined,
  role: Parameters<typeof person>[0] = "member",
): Promise<number> {
  const { userId } = await person(role);
  await raw.DB.prepare("update users set discord_id = ? where id = ?").bind(discordId, userId).run();
  return userId;
}
const interest = (change: "add" | "remove", userId: string | undefined) =>
  control(`scheduled-events/interest/${change}`, { eventId: thereId, userId });
const answers = () =>
  rows<{ user_id: number; answer: string; source: string }>(
    "select user_id, answer, source from event_answers order by id",
  );
async function readAgain(): Promise<void> {
  await pausesPass();
  await hourly();
}
const audited = () =>
  rows<{ details: string }>("select details from audit_log where action = 'event.interest_read' order by id");

describe("a user who is interested in an event in Discord", () => {
  it("becomes a maybe here, is counted, and loses that when they are no longer interested", async () => {
    const userId = await known(people[0]);
    await interest("add", people[0]);
    await interest("add", people[1]);
    await hourly();
    expect(await answers()).toEqual([{ user_id: userId, answer: "maybe", source: "discord" }]);
    expect(await value("select maybe from events where id = ?", eventId)).toBe(1);
    await interest("remove", people[0]);
    await readAgain();
    expect(await answers()).toEqual([]);
    expect(await value("select maybe from events where id = ?", eventId)).toBe(0);
    expect((await audited()).map(({ details }) => JSON.parse(details))).toEqual([
      { added: 1, removed: 0 },
      { added: 0, removed: 1 },
    ]);
    expect(await rows("select distinct readers from audit_log where action = 'event.interest_read'")).toEqual(
      [{ readers: "private" }],
    );
  });

  it.each([
    ["going", "self"],
    ["maybe", "self"],
    ["declined", "self"],
    ["withdrawn", "self"],
    ["going", "other"],
  ])("keeps their answer %s that was given here (%s), interested or not", async (given, source) => {
    const userId = await known(people[0]);
    await answer(eventId, userId, { answer: given, source, is_seated: given === "going" ? 1 : 0 });
    const before = await answers();
    await interest("add", people[0]);
    await hourly();
    expect(await answers()).toEqual(before);
    await interest("remove", people[0]);
    await readAgain();
    expect(await answers()).toEqual(before);
    expect(await audited()).toEqual([]);
  });

  it("keeps an answer that they gave here after their interest", async () => {
    const userId = await known(people[0]);
    await interest("add", people[0]);
    await hourly();
    await raw.DB.prepare("update event_answers set answer = 'going', source = 'self' where user_id = ?")
      .bind(userId)
      .run();
    await interest("remove", people[0]);
    await readAgain();
    expect(await answers()).toEqual([{ user_id: userId, answer: "going", source: "self" }]);
  });

  it("is ignored unless an active member of the organization", async () => {
    await known(people[0], null);
    const left = await known(people[1]);
    await raw.DB.prepare("update members set status = 'inactive' where user_id = ?").bind(left).run();
    await raw.DB.prepare("update users set discord_id = ? where id = ?")
      .bind(people[2], (await person("member", await organization())).userId)
      .run();
    for (const id of people.slice(0, 3)) await interest("add", id);
    await hourly();
    expect(await answers()).toEqual([]);
  });

  it("is not read once sign-ups are closed", async () => {
    const userId = await known(people[0]);
    await interest("add", people[0]);
    await hourly();
    await interest("remove", people[0]);
    await raw.DB.prepare("update events set closes_minutes = 20000 where id = ?").bind(eventId).run();
    await readAgain();
    expect(await answers()).toEqual([{ user_id: userId, answer: "maybe", source: "discord" }]);
  });

  it("is read from all pages", async () => {
    const everybody = (await control<Person[]>("members")).map(({ user }) => user.id).sort();
    const last = everybody.at(-1);
    const userId = await known(last);
    for (const id of everybody) await interest("add", id);
    await hourly();
    expect(everybody.length).toBeGreaterThan(100);
    expect((await calls()).filter((call) => call === "GET /:id/users")).toHaveLength(2);
    expect((await answers()).map(({ user_id }) => user_id)).toEqual([userId]);
  });

  it("is read at most every half hour; without changes only the time is written", async () => {
    await known(people[0]);
    await interest("add", people[0]);
    await hourly();
    await control("requests/clear", {});
    await hourly();
    expect(await calls()).toEqual(["GET"]);
    await raw.DB.prepare("update event_mirror_states set interest_read_at = ?")
      .bind(hoursFromNow(-0.6))
      .run();
    const { database, meter } = metered(raw.DB);
    await hourly(database);
    expect((await calls()).slice(1)).toEqual(["GET", "GET /:id/users"]);
    expect(meter.rowsWritten).toBeLessThanOrEqual(2);
  });

  it("keeps their answer when reading fails", async () => {
    const userId = await known(people[0]);
    await interest("add", people[0]);
    await hourly();
    await interest("remove", people[0]);
    await control("fail", { path: "/users", mode: "status", status: 500 });
    await readAgain();
    expect((await answers()).map(({ user_id }) => user_id)).toEqual([userId]);
  });
});
