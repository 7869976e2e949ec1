import { expect, it } from "vitest";
import { raw, rows } from "../../testing/world.ts";
import { openDb } from "./client.ts";
import { dayOf, deleteOldBudgets } from "./daily-budgets.table.ts";
import { deleteOldKeys } from "./idempotency.table.ts";
import { inParts } from "./parts.ts";

const now = new Date("2950-03-14T12:00:00.000Z");

it("forgets budgets of earlier days, and keys that are older than a day", async () => {
  const budget = (day: string) =>
    raw.DB.prepare("insert into daily_budgets values (1, ?, 'rows', 5, 5)").bind(day).run();
  for (const day of ["2949-12-31", "2950-03-13", "2950-03-14"]) await budget(day);
  for (const created_at of [
    "2950-03-13T11:59:59.999Z",
    "2950-03-13T12:00:00.000Z",
    "2950-03-14T11:00:00.000Z",
  ])
    await raw.DB.prepare("insert into idempotency_keys values (1, ?1, 1, ?1)").bind(created_at).run();
  const { db } = openDb(raw.DB, undefined);
  await deleteOldBudgets({ db, now });
  await deleteOldKeys({ db, now });
  expect(await rows("select day from daily_budgets")).toEqual([{ day: dayOf(now) }]);
  expect(await rows("select key from idempotency_keys order by key")).toEqual([
    { key: "2950-03-13T12:00:00.000Z" },
    { key: "2950-03-14T11:00:00.000Z" },
  ]);
});

it("lets a user use a budget up and not more", async () => {
  const use = (used: number) =>
    raw.DB.prepare("insert into daily_budgets values (?1, '', 'rows', ?1, 5)").bind(used).run();
  await expect(use(5)).resolves.toBeDefined();
  await expect(use(6)).rejects.toThrow("daily_budget");
});

it("divides a list into parts of at most 500,000 characters of JSON, in its order", () => {
  // With its two quotation marks and a comma.
  const text = (size: number) => "x".repeat(size - 3);
  const sizesOf = (...sizes: number[]) =>
    inParts(sizes.map(text)).map((part) => part.map((each) => each.length + 3));
  expect(sizesOf()).toEqual([]);
  expect(sizesOf(100, 200)).toEqual([[100, 200]]);
  expect(sizesOf(250_000, 250_000)).toEqual([[250_000, 250_000]]);
  expect(sizesOf(250_000, 250_001, 10)).toEqual([[250_000], [250_001, 10]]);
  expect(sizesOf(600_000, 10)).toEqual([[600_000], [10]]);
});
