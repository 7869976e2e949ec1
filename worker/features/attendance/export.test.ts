import { expect, it } from "vitest";
import { type Caller, raw } from "../../testing/world.ts";
import { CLAIM, confirm, evening, heard, noted, readAttendance } from "./testing/attendance.factory.ts";

const linesOf = async (caller: Caller, id: number) => {
  const { status, text, headers } = await caller.call("GET", `/api/events/${id}/attendance/export`);
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(headers.get("Content-Disposition")).toMatch(
    new RegExp(`^attachment; filename="attendance-${id}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
  );
  return text.trimEnd().split("\r\n");
};
const speak = (caller: Caller, language: string) =>
  raw.DB.prepare("update users set language = ? where id = ?").bind(language, caller.userId).run();

it("has each person's proposal from voice, confirmed answer and own claim, and no formula", async () => {
  const slots = JSON.stringify([{ id: 1, name: "Medic, Cutlass", ship: null, seats: 2, need: null }]);
  const { id, officer, people } = await evening(2, { slots });
  await raw.DB.batch([
    raw.DB.prepare("update event_answers set slot_id = 1 where user_id = ?").bind(people[0].userId),
    raw.DB.prepare("update users set display_name = '=1+1' where id = ?").bind(people[0].userId),
    raw.DB.prepare("update users set display_name = 'Bo Berg' where id = ?").bind(people[1].userId),
  ]);
  await heard(id, people[0], [
    [0, "join"],
    [50, "leave"],
  ]);
  await noted(id, people[1].userId, { ...CLAIM, claim_note: "@Sofie saw me" });
  await confirm(officer, id, { userId: people[0].userId, answer: "partly", minutes: 45 });
  const { by, at: instant = "" } = (await readAttendance(officer, id)).people[0]?.confirmed ?? {};
  const at = instant.slice(0, 16).replace("T", " ");
  await speak(officer, "en");
  expect(await linesOf(officer, id)).toEqual([
    "Name,Slot,Was there,Minutes,Minutes as proposed,Confirmed by,Confirmed at (UTC),Note",
    `'=1+1,"Medic, Cutlass",Partly,45,50,${by},${at},`,
    "Bo Berg,,,,0,,,'@Sofie saw me",
  ]);
  await speak(officer, "da");
  expect((await linesOf(officer, id)).slice(0, 2)).toEqual([
    "Navn;Plads;Var med;Minutter;Foreslåede minutter;Bekræftet af;Bekræftet (UTC);Bemærkning",
    `'=1+1;"Medic, Cutlass";Delvist;45;50;${by};${at};`,
  ]);
});

it("the export proposes no minutes where no bot saw anybody", async () => {
  const { id, officer, people } = await evening(1);
  await confirm(officer, id, { userId: people[0].userId, answer: "yes" });
  expect((await linesOf(officer, id))[1]).toMatch(/[;,]{2}(Yes|Ja)[;,]120[;,]{2}/);
});

it("is refused to users who do not look after the event", async () => {
  const { id, people } = await evening(1);
  expect(await people[0].fails("GET", `/api/events/${id}/attendance/export`)).toMatchObject({
    status: 403,
    code: "event_not_yours",
  });
});
