import { beforeEach, expect, it } from "vitest";
import { dayText } from "../../lib/days.ts";
import { openDb } from "../../lib/db/client.ts";
import { stopClock } from "../../testing/clock.ts";
import { type Caller, person, raw, rows, settings, value } from "../../testing/world.ts";
import type { AuditEntry } from "../audit/audit.schema.ts";
import type { Notice } from "../notices/notices.schema.ts";
import { deleteOldLeaves } from "./away.ts";
import type { Leave } from "./leave.schema.ts";
import { inDays, leaveOf } from "./testing/leave.factory.ts";

stopClock();
let mona: Caller;
let officer: Caller;
beforeEach(async () => {
  mona = await person("member", 1, "Mona");
  officer = await person("officer", 1, "Olga");
});

const inEnglish = (days: number) => dayText(inDays(days), "en");
const inDanish = (days: number) => dayText(inDays(days), "da");
const NOTE = "Surgery on the knee";

/** An officer adds a running leave, changes it twice and ends it, then adds a coming one and removes that. */
async function handle(by: Caller, userId?: number): Promise<void> {
  const member = userId === undefined ? {} : { userId };
  const add = (from: number, to: number) =>
    by.ok<Leave>("POST", "/api/leaves", { from: inDays(from), to: inDays(to), note: NOTE, ...member });
  const running = `/api/leaves/${(await add(-2, 3)).id}`;
  await by.ok("PATCH", running, { to: inDays(5) });
  await by.ok("PATCH", running, { note: `${NOTE} again` });
  await by.ok("DELETE", running);
  await by.ok("DELETE", `/api/leaves/${(await add(7, 8)).id}`);
}

it("a member is notified of an officer's changes of their leave, and not of their own", async () => {
  await handle(mona);
  expect(await mona.ok<Notice[]>("GET", "/api/user/notices")).toEqual([]);
  await raw.DB.prepare("delete from leaves").run();
  await handle(officer, mona.userId);
  const notices = await mona.ok<Notice[]>("GET", "/api/user/notices");
  expect(notices.map(({ text }) => text).reverse()).toEqual([
    `Olga added time away for you: ${inEnglish(-2)} to ${inEnglish(3)}.`,
    `Olga changed your time away: it is now ${inEnglish(-2)} to ${inEnglish(5)}.`,
    `Olga changed your time away: it is now ${inEnglish(-2)} to ${inEnglish(5)}.`,
    `Olga ended your time away that was ${inEnglish(-2)} to ${inEnglish(5)}.`,
    `Olga added time away for you: ${inEnglish(7)} to ${inEnglish(8)}.`,
    `Olga ended your time away that was ${inEnglish(7)} to ${inEnglish(8)}.`,
  ]);
  expect(notices[0]?.opens).toBe("/account/away");
  await mona.ok("PATCH", "/api/user/language", { language: "da" });
  const [newest] = await mona.ok<Notice[]>("GET", "/api/user/notices");
  expect(newest?.text).toBe(`Olga afsluttede dit fravær, der var ${inDanish(7)} til ${inDanish(8)}.`);
});

it("the audit log has an officer's changes of a leave in both languages, and never its note", async () => {
  await handle(officer, mona.userId);
  const entries = async () =>
    (await officer.ok<AuditEntry[]>("GET", "/api/audit/1")).filter(({ action }) =>
      action.startsWith("leave."),
    );
  const sentences = async () => (await entries()).map(({ sentence }) => sentence).reverse();
  expect(await sentences()).toEqual([
    `Olga added time away for Mona: ${inEnglish(-2)} to ${inEnglish(3)}`,
    "Olga changed the time away of Mona",
    "Olga changed the time away of Mona",
    `Olga ended the time away of Mona: the last day is ${inEnglish(-1)} and no longer ${inEnglish(5)}`,
    `Olga added time away for Mona: ${inEnglish(7)} to ${inEnglish(8)}`,
    `Olga removed the time away of Mona from ${inEnglish(7)} to ${inEnglish(8)}`,
  ]);
  const changes = (await entries()).at(-2)?.changes;
  expect(changes).toEqual([{ field: "Last day", from: inEnglish(3), to: inEnglish(5) }]);
  await officer.ok("PATCH", "/api/user/language", { language: "da" });
  expect((await sentences())[0]).toBe(`Olga tilføjede fravær for Mona: ${inDanish(-2)} til ${inDanish(3)}`);
  const stored = JSON.stringify([await rows("select * from audit_log"), await rows("select * from notices")]);
  expect(stored).not.toContain("Surgery");
});

it("the audit log has a member's changes of their own leave", async () => {
  await handle(mona);
  const entries = await (await person("administrator")).ok<AuditEntry[]>("GET", "/api/audit/1");
  expect(entries.map(({ sentence }) => sentence).reverse()).toEqual([
    `Mona is away: ${inEnglish(-2)} to ${inEnglish(3)}`,
    "Mona changed their time away",
    "Mona changed their time away",
    `Mona is back: the last day is ${inEnglish(-1)} and no longer ${inEnglish(5)}`,
    `Mona is away: ${inEnglish(7)} to ${inEnglish(8)}`,
    `Mona removed their time away from ${inEnglish(7)} to ${inEnglish(8)}`,
  ]);
});

it("an audit entry of leave opens the profile of the member", async () => {
  await handle(officer, mona.userId);
  const [entry] = await officer.ok<AuditEntry[]>("GET", "/api/audit/1");
  expect(entry?.record.opens).toBe(`/members?member=${mona.memberId}`);
});

it("a deleted user's leaves are deleted with them", async () => {
  await leaveOf(mona.userId, 1, 2, { note: NOTE });
  await leaveOf(officer.userId, 1, 2);
  await (await person("administrator")).ok("DELETE", `/api/users/${mona.userId}`);
  expect(await rows("select user_id, note from leaves")).toEqual([{ user_id: officer.userId, note: null }]);
});

it("the file of a user's own data has their leaves with notes, without who added them", async () => {
  await officer.ok("POST", "/api/leaves", {
    ...{ from: inDays(1), to: inDays(2), note: NOTE, userId: mona.userId },
  });
  await leaveOf(officer.userId, 1, 2);
  const { text } = await mona.call("GET", "/api/user/data");
  const { tables } = JSON.parse(text) as { tables: Record<string, unknown[]> };
  expect(tables["leaves"]).toEqual([
    expect.objectContaining({ user_id: mona.userId, from_day: inDays(1), to_day: inDays(2), note: NOTE }),
  ]);
  expect(text).not.toContain("Olga");
});

it("a leave is deleted a year after its end", async () => {
  await leaveOf(mona.userId, -400, -367);
  const kept = await leaveOf(mona.userId, -400, -366);
  const { db } = openDb(raw.DB, "first-primary");
  await deleteOldLeaves({ db, env: settings(), now: new Date(), language: "en" });
  expect(await value("select group_concat(id) from leaves")).toBe(String(kept));
});
