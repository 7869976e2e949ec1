import { beforeEach, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { readEnv } from "../../lib/env.ts";
import { metered } from "../../testing/meter.ts";
import { type Caller, person, raw, rows } from "../../testing/world.ts";
import { tellStarting } from "./starting.ts";
import { answer, event } from "./testing/events.factory.ts";

const NOW = Date.parse("2026-11-26T19:00:00.000Z");
const at = (minutes: number) => new Date(NOW + minutes * 60_000);
const starting = (minutes: number, values = {}) =>
  event({
    ...{
      title: "Rescue drill",
      starts_at: at(minutes).toISOString(),
      ends_at: at(minutes + 60).toISOString(),
    },
    ...values,
  });

let one: Caller;
let two: Caller;
beforeEach(async () => {
  one = await person("member");
  two = await person("member");
});

async function tell(minutes = 0): Promise<number> {
  const { database, meter } = metered(raw.DB);
  const { db } = openDb(database, "first-primary");
  await tellStarting({ db, env: readEnv({ ...raw }), now: at(minutes), language: "en" }, 1);
  return meter.rowsWritten;
}
const notices = async () =>
  (
    await rows<{ told: string; title: string }>(
      "select told, details ->> 'title' as title from notices order by id",
    )
  ).map(({ told: ids, title }) => [title, JSON.parse(ids)] as const);

it("users with a place in an event are told half an hour before, once, by one notice for all of them", async () => {
  const id = await starting(30);
  for (const each of [one, two]) await answer(id, each.userId, { answer: "going", is_seated: 1 });
  await answer(id, (await person("member")).userId, { answer: "maybe" });
  await answer(id, (await person("member")).userId, { answer: "going", is_seated: 0 });
  await answer(id, null, { answer: "going", is_seated: 1, guest: "Guest" });
  expect(await tell(-5)).toBe(0);
  expect(await tell(1)).toBeGreaterThan(0);
  expect([await tell(5), await tell(25)]).toEqual([0, 0]);
  expect(await notices()).toEqual([["Rescue drill", [one.userId, two.userId]]]);
  await Promise.all([tell(6), tell(6)]);
  expect(await notices()).toHaveLength(1);
});

it("nobody is told of an event that has begun, is cancelled, is a draft, or that they may not see", async () => {
  const officers = await raw.DB.prepare(
    "select id from roles where organization_id = 1 and key = 'officer'",
  ).first("id");
  const ids = [
    await starting(-1),
    await starting(20, { status: "cancelled" }),
    await starting(20, { status: "draft" }),
    await starting(20, { audience: JSON.stringify([officers]) }),
  ];
  for (const id of ids) await answer(id, one.userId, { answer: "going", is_seated: 1 });
  await person("officer");
  await tell();
  expect(await notices()).toEqual([]);
});
