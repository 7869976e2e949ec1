import { expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { at, insert, nextNumber } from "../../testing/database.ts";
import { organization, person, raw, value } from "../../testing/world.ts";
import { countSources, yearFrom } from "./figures.ts";
import type { Counted } from "./referrals.table.ts";
import { sourceWith } from "./testing/referrals.factory.ts";

const DAY = 86_400_000;
const ago = (days: number, from = Date.now()) => new Date(from - days * DAY).toISOString();

/** Somebody who came some days ago; answers their prospect's id. */
function came(days: number, values: Record<string, unknown> = {}): Promise<number> {
  const name = `Came ${nextNumber()}`;
  return insert("prospects", {
    ...{
      organization_id: 1,
      display_name: name,
      username: name,
      status: "intro",
      referral_source: "website",
    },
    ...{ stage_changed_at: at(), created_at: ago(days), updated_at: at() },
    ...values,
  });
}

/** Somebody who came 200 days ago and became a member so many days ago. */
async function member(days: number, status = "active", values: Record<string, unknown> = {}) {
  const { userId, memberId } = await person("member");
  await raw.DB.prepare("update members set status = ?, joined_at = ? where id = ?")
    .bind(status, ago(days), memberId)
    .run();
  await entry(memberId, "joined", "Member", days);
  await came(200, { user_id: userId, status, ...values });
  return memberId;
}

const entry = (memberId: number, action: string, to: string, days: number) =>
  insert("member_history", {
    ...{ organization_id: 1, member_id: memberId, action, performed_by: "Mira Holt", new_value: to },
    created_at: ago(days),
  });

async function count(now = Date.now(), organizationId?: number): Promise<Counted[]> {
  const { db } = openDb(raw.DB, "first-primary");
  await write(db, [countSources({ db, now: new Date(now) }, organizationId)]);
  const text = await value<string | undefined>(
    "select counted from source_figures where organization_id = ?",
    organizationId ?? 1,
  );
  return JSON.parse(text ?? "[]") as Counted[];
}

const figuresOf = (counted: readonly Counted[], key: string, period = "all") =>
  counted.find((each) => each.key === key && each.period === period);

it("counts by the link, else by the server where a sync added them, else by the website; and who is still on the way", async () => {
  const id = await sourceWith();
  await came(3, { source_id: id, referral_source: "Paper" });
  await came(3, { source_id: id, referral_source: "discord", status: "inactive" });
  await came(3, { referral_source: "discord", status: "onboarding" });
  await came(3, { referral_source: "A friend" });
  await came(3, { referral_source: null, status: "inactive" });
  const counted = await count();
  expect(figuresOf(counted, String(id))).toMatchObject({ came: 2, open: 1, active: 0 });
  expect(figuresOf(counted, "discord")).toMatchObject({ came: 1, open: 1 });
  expect(figuresOf(counted, "website")).toMatchObject({ came: 2, open: 1 });
});

it("after 30 and 90 days counts those who became active at least so long ago, to the day", async () => {
  const now = Date.now();
  for (const days of [29, 30, 89, 90]) await member(days, "active");
  const counted = figuresOf(await count(now + 1_000), "website");
  expect(counted).toMatchObject({
    ...{ came: 4, open: 0, active: 4, ofMonth: 3, afterMonth: 3, ofQuarter: 1, afterQuarter: 1 },
  });
});

it("who left counts as active once, and no longer stays; who came back stays", async () => {
  const left = await member(100, "inactive");
  await entry(left, "status", "inactive", 40);
  const back = await member(100, "active");
  await entry(back, "status", "inactive", 50);
  await entry(back, "status", "active", 10);
  expect(figuresOf(await count(), "website")).toMatchObject({
    ...{ came: 2, active: 2, ofMonth: 2, afterMonth: 1, ofQuarter: 2, afterQuarter: 1 },
  });
});

it("a membership that ended before they came is none; one that they were given again counts from then on", async () => {
  await member(300, "inactive");
  expect(figuresOf(await count(), "website")).toMatchObject({ came: 1, active: 0 });
  const again = await member(300, "active");
  await entry(again, "status", "active", 20);
  expect(figuresOf(await count(), "website")).toMatchObject({ came: 2, active: 1, ofMonth: 0 });
});

it("a deleted member stays counted by the prospect's history", async () => {
  const id = await came(100, { status: "inactive" });
  await insert("prospect_history", {
    ...{
      prospect_id: id,
      action: "status",
      performed_by: "Mira Holt",
      new_value: "active",
      created_at: ago(95),
    },
  });
  expect(figuresOf(await count(), "website")).toMatchObject({ active: 1, ofQuarter: 1, afterQuarter: 0 });
});

it("counts merged people once, and neither test data nor what was removed, nor another organization", async () => {
  const kept = await came(10);
  const merged = await came(20, { status: "removed" });
  await raw.DB.prepare(
    "insert into prospect_removals (prospect_id, into_id, removed_by, removed_at) values (?, ?, 'Mira Holt', ?)",
  )
    .bind(merged, kept, at())
    .run();
  await came(10, { is_test: 1 });
  const elsewhere = await organization();
  await came(10, { organization_id: elsewhere });
  await came(10, { organization_id: elsewhere });
  expect(figuresOf(await count(), "website")?.came).toBe(1);
  expect(figuresOf(await count(Date.now(), elsewhere), "website")?.came).toBe(2);
});

it("the past twelve months begin with a month", async () => {
  expect(yearFrom(new Date("2026-11-28T12:00:00Z"))).toBe("2025-12-01");
  const now = Date.parse("2026-11-28T12:00:00Z");
  await came(0, { created_at: "2025-11-30T23:59:59.999Z" });
  await came(0, { created_at: "2025-12-01T00:00:00.000Z" });
  const counted = await count(now);
  expect([figuresOf(counted, "website", "year")?.came, figuresOf(counted, "website")?.came]).toEqual([1, 2]);
});
