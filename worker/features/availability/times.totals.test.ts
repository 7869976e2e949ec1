import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../testing/runs.ts";
import { person, raw, rows } from "../../testing/world.ts";
import { WEEK_HOURS, WINDOW } from "./availability.schema.ts";
import { mark } from "./testing/availability.factory.ts";

type Total = { time_zone: string; people: number; counts: string };

/** The totals counted from the stored hours, hour by hour. */
async function counted(): Promise<Total[]> {
  const marks = await rows<{ time_zone: string; hours: string }>("select time_zone, hours from event_times");
  return [...Map.groupBy(marks, ({ time_zone }) => time_zone)].map(([time_zone, zoneMarks]) => {
    const counts = Array.from({ length: WINDOW.most * WEEK_HOURS }, (_, at) => {
      const [first, length] = [at % WEEK_HOURS, Math.floor(at / WEEK_HOURS) + 1];
      const isIn = (hours: string) =>
        Array.from({ length }, (_, more) => hours[(first + more) % WEEK_HOURS]).every((one) => one === "1");
      return zoneMarks.filter(({ hours }) => isIn(hours)).length;
    });
    return { time_zone, people: zoneMarks.length, counts: JSON.stringify(counts) };
  });
}

const byZone = (totals: Total[]) =>
  totals.toSorted((one, other) => one.time_zone.localeCompare(other.time_zone));

const PEOPLE = 5;
const who = fc.nat({ max: PEOPLE - 1 });
const hours = fc
  .array(fc.tuple(fc.nat({ max: WEEK_HOURS - 1 }), fc.integer({ min: 1, max: 8 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((spans) => {
    const isMarked = (hour: number) =>
      spans.some(([first, length]) => (hour - first + WEEK_HOURS) % WEEK_HOURS < length);
    return Array.from({ length: WEEK_HOURS }, (_, hour) => (isMarked(hour) ? "1" : "0")).join("");
  });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("mark" as const), who, hours, zone: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("clear", "leave", "return", "remove"), who }) },
);

it("totals equal counts of the stored hours after any marks, changes, departures and deletions", async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => person("member")));
  const run = (sql: string, ...values: unknown[]) =>
    raw.DB.prepare(sql)
      .bind(...values)
      .run();
  const memberships = await rows("select * from members");
  const put = async (userId: number) => {
    const [found] = memberships.filter((each) => each["user_id"] === userId);
    await run(
      `insert or ignore into members (user_id, organization_id, role_id, role_source, status, joined_at, updated_at)
       values (?, 1, ?, 'person', 'active', '', '')`,
      userId,
      found?.["role_id"],
    );
    await run("update members set status = 'active' where user_id = ?", userId);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      for (const each of steps) {
        const { userId } = people[each.who] as (typeof people)[number];
        if (each.kind === "mark")
          await mark(userId, each.hours, ["UTC", "Asia/Kolkata", "Europe/Copenhagen"][each.zone]);
        else if (each.kind === "clear") await run("delete from event_times where user_id = ?", userId);
        else if (each.kind === "leave")
          await run("update members set status = 'inactive' where user_id = ?", userId);
        else if (each.kind === "remove") await run("delete from members where user_id = ?", userId);
        else await put(userId);
      }
      const stored = await rows<Total>("select time_zone, people, counts from event_time_totals");
      expect(byZone(stored)).toEqual(byZone(await counted()));
      await run("delete from event_times");
      for (const { userId } of people) await put(userId);
    }),
    runs(5, 20),
  );
});

it("keeps one total for each time zone, and none for a zone in which nobody has marked hours", async () => {
  const [first, second] = [await person("member"), await person("member")];
  for (const { userId } of [first, second]) await mark(userId, "1".repeat(WEEK_HOURS), "Europe/Copenhagen");
  const zones = () => rows("select time_zone, people from event_time_totals order by time_zone");
  expect(await zones()).toEqual([{ time_zone: "Europe/Copenhagen", people: 2 }]);
  await mark(first.userId, "1".repeat(WEEK_HOURS), "UTC");
  await raw.DB.prepare("delete from event_times where user_id = ?").bind(second.userId).run();
  expect(await zones()).toEqual([{ time_zone: "UTC", people: 1 }]);
});
