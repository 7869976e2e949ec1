import { expect, it } from "vitest";
import { audience } from "./app.ts";
import { FEATURES, TOPICS } from "./features.ts";
import { mayHear, topicsFor, triggersOf } from "./lib/live/topics.ts";
import { rows } from "./testing/world.ts";

it("the migrations contain exactly the triggers of the features' topics", async () => {
  const stored = await rows<{ name: string; sql: string }>(
    "select name, sql from sqlite_master where type = 'trigger' and name like 'revisions_%' order by name",
  );
  const wanted = triggersOf(TOPICS).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(stored).toEqual(wanted);
  expect(new Set(wanted.map(({ name }) => name)).size).toBe(wanted.length);
});

it("every topic that a route depends on is raised by something", () => {
  expect([...audience.keys()].filter((topic) => !(topic in TOPICS))).toEqual([]);
});

it("a topic that changes with time alone is a topic of the feature that says so", () => {
  const timed = FEATURES.flatMap(({ timed = {}, topics = {} }) =>
    Object.keys(timed).map((topic) => [topic, topic in topics]),
  );
  expect(timed).toContainEqual(["prospects", true]);
  expect(timed.filter(([, isOwn]) => !isOwn)).toEqual([]);
});

it("users hear of a topic if they may call a route that depends on it", () => {
  const hears = (...permissions: string[]) => topicsFor(audience, new Set(permissions));
  const everyone = hears();
  const besides = (permission: string) => hears(permission).filter((topic) => !everyone.includes(topic));
  expect(everyone).toEqual(["hangars", "leaves", "notices", "rsi", "ships", "teams"]);
  expect(besides("dashboard.view")).toEqual(["activity", "members"]);
  expect(besides("prospects.read")).toEqual(["activity", "admissions", "discord", "members", "prospects"]);
  expect(besides("bots.read")).toEqual(["bots"]);
  expect(mayHear(audience, "bot_logs", new Set(["bots.read"]))).toBe(true);
  expect(mayHear(audience, "bot_logs", new Set(["dashboard.view"]))).toBe(false);
  expect(mayHear(audience, "nothing", new Set(["dashboard.view"]))).toBe(false);
});

it("every audit action has a unique name", () => {
  const actions = FEATURES.flatMap(({ audit }) => Object.keys(audit?.texts ?? {}));
  expect(new Set(actions).size).toBe(actions.length);
});

it("every sentence about wrong input has a unique name", () => {
  const sentences = FEATURES.flatMap(({ sentences }) => Object.keys(sentences ?? {}));
  expect(new Set(sentences).size).toBe(sentences.length);
});

it("one feature declares whose audit entries are seen by their own readers only", () => {
  const readers = FEATURES.flatMap(({ audit }) => Object.keys(audit?.ownUnless ?? {}));
  expect(readers).toContain("prospects.read");
  expect(new Set(readers).size).toBe(readers.length);
});
