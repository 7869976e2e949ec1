import { afterEach, describe, expect, it } from "vitest";
import type { MemberContext } from "../../lib/context.ts";
import { openDb } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { closePages, openPage } from "../../testing/live.ts";
import {
  type Caller,
  hoursFromNow,
  person,
  prospect,
  raw,
  rows,
  settings,
  value,
} from "../../testing/world.ts";
import type { Prospect } from "../prospects/prospects.schema.ts";
import type { Message, OwnAdmission, ProspectApplication } from "./joining.schema.ts";
import { addMessage } from "./messages.ts";
import { purgeOld } from "./purge.ts";
import { openDoor, sentBy, setRule, stranger } from "./testing/joining.factory.ts";

const OWN = "/api/admissions/own";
const read = (caller: Caller) => caller.ok<OwnAdmission>("GET", OWN);
const stepOf = ({ steps }: OwnAdmission) => steps.find(({ state }) => state === "now")?.key ?? null;
const day = (days: number) => hoursFromNow(24 * days).slice(0, 10);

/** A stranger with a sent application and an officer. */
async function scene(values: Record<string, unknown> = {}) {
  const caller = await stranger("Elias");
  const officer = await person("officer", 1, "Mira Holt");
  const discordId = await value<string>("select discord_id from users where id = ?", caller.userId);
  const facts = { user_id: caller.userId, discord_id: discordId, display_name: "Elias" };
  const prospectId = await prospect(facts);
  const { id } = await sentBy(caller, { prospect_id: prospectId, ...values });
  const move = (status: string, more: object = {}) =>
    officer.ok<Prospect>("PATCH", `/api/prospects/${prospectId}/status`, { status, ...more });
  return { caller, officer, prospectId, id, move };
}

afterEach(closePages);

it("an applicant's open page is told when an officer takes it, gives it on or moves it, and of no other prospect", async () => {
  const { caller, officer, prospectId, move } = await scene();
  const page = await openPage(caller);
  const heard = { type: "changed", revisions: { notices: expect.any(Number) } };
  const assign = (id: number, assignedTo: number | null) =>
    officer.ok("PATCH", `/api/prospects/${id}/assign`, { assignedTo });
  await assign(await prospect({ display_name: "Somebody" }), officer.memberId);
  await assign(prospectId, officer.memberId);
  expect(await page.next()).toEqual(heard);
  await assign(prospectId, null);
  expect(await page.next()).toEqual(heard);
  expect(page.rest()).toEqual([]);
  await move("intro_completed");
  expect(await page.next()).toEqual(heard);
});

describe("an application follows its prospect", () => {
  it("through every step to a membership, and tells the applicant", async () => {
    const { caller, officer, prospectId, move } = await scene();
    expect([stepOf(await read(caller)), (await read(caller)).officer]).toEqual(["received", null]);
    await officer.ok("PATCH", `/api/prospects/${prospectId}/assign`, { assignedTo: officer.memberId });
    const taken = await read(caller);
    expect([stepOf(taken), taken.officer?.name]).toEqual(["read", "Mira Holt"]);
    expect(await value("select answered_at from admissions")).toBeNull();
    await move("intro_completed");
    expect(stepOf(await read(caller))).toBe("talk");
    expect(await value("select answered_at from admissions")).not.toBeNull();
    await move("onboarding");
    expect(stepOf(await read(caller))).toBe("evening");
    await move("active");
    const accepted = await read(caller);
    expect(accepted.admission).toMatchObject({ status: "accepted", retryOn: null });
    expect(accepted.steps.every(({ state }) => state === "done")).toBe(true);
    expect(await value("select decided_by from admissions")).toBe("Mira Holt");
    const news = "select count(*) from notices where kind = 'admission.news'";
    expect(await value(news)).toBe(3);
  });

  it("to a refusal of many, whose words each of them reads", async () => {
    const { caller, officer, prospectId } = await scene();
    const change = {
      kind: "status",
      status: "inactive",
      outcome: "declined",
      reason: "Full",
      words: "In spring",
    };
    await officer.ok("POST", "/api/prospects/bulk", { prospects: [{ id: prospectId, version: 1 }], change });
    expect((await read(caller)).admission).toMatchObject({ status: "declined", words: "In spring" });
  });

  it("to a refusal with the words for the applicant, the day of the next try and of the purge, and back by Undo", async () => {
    const { caller, officer, prospectId, move } = await scene();
    const words = "Fly with us first.";
    const { version } = await move("inactive", { outcome: "declined", reason: "Rude in voice", words });
    const refused = await read(caller);
    expect(refused).toMatchObject({
      admission: { status: "declined", words, retryOn: day(42), purgedOn: day(91) },
      steps: [],
      unmet: [{ kind: "refused", day: day(42) }],
      can: { save: false, send: false, correct: false, withdraw: false, write: false },
    });
    expect(JSON.stringify(refused)).not.toContain("Rude");
    const send = { answers: refused.admission?.answers, version: 0 };
    expect((await caller.fails("POST", `${OWN}/send`, send)).code).toBe("apply_later");
    await officer.ok("POST", `/api/prospects/${prospectId}/undo`, { version });
    expect((await read(caller)).admission).toMatchObject({ status: "sent", words: null, retryOn: null });
  });

  it("when the prospect is deleted and brought back, merged into another, or ended as withdrawn", async () => {
    const { caller, officer, prospectId } = await scene();
    await officer.ok("DELETE", `/api/prospects/${prospectId}`, { reason: "Spam", version: 1 });
    expect((await read(caller)).admission?.status).toBe("declined");
    await officer.ok("POST", `/api/prospects/${prospectId}/restore`);
    expect((await read(caller)).admission?.status).toBe("sent");
    const into = await prospect({ status: "intro_completed" });
    await officer.ok("POST", `/api/prospects/${into}/merge`, { otherId: prospectId, version: 1 });
    expect(stepOf(await read(caller))).toBe("talk");
    const record = await officer.ok<ProspectApplication>("GET", `/api/prospects/${into}/application`);
    expect(record.admission?.status).toBe("sent");
    const end = { status: "inactive", outcome: "withdrawn", reason: "Told us in voice" };
    await officer.ok("PATCH", `/api/prospects/${into}/status`, end);
    expect((await read(caller)).admission).toMatchObject({ status: "withdrawn", retryOn: null });
  });
});

describe("messages", () => {
  it("go both ways: the applicant reads who wrote, the assignee is told, and the first one is the first answer", async () => {
    const { caller, officer, prospectId, id } = await scene();
    await officer.ok("PATCH", `/api/prospects/${prospectId}/assign`, { assignedTo: officer.memberId });
    const asked = await officer.ok<Message>("POST", `/api/admissions/${id}/messages`, {
      text: "When do you fly?",
    });
    expect(asked).toMatchObject({ isTheirs: false, author: { name: "Mira Holt" } });
    await caller.ok("POST", `${OWN}/messages`, { text: "On Tuesdays." });
    const noticed = "select count(*) from notices where kind = 'admission.message'";
    expect(await value(noticed)).toBe(1);
    const texts = (messages: Message[]) => messages.map(({ text, isTheirs }) => [text, isTheirs]);
    const thread = [
      ["When do you fly?", false],
      ["On Tuesdays.", true],
    ];
    expect(texts((await read(caller)).messages)).toEqual(thread);
    const record = await officer.ok<ProspectApplication>("GET", `/api/prospects/${prospectId}/application`);
    expect([texts(record.messages), record.can.write]).toEqual([thread, true]);
    expect(await value("select answered_at from admissions")).not.toBeNull();
    expect(await rows("select user_id, kind from notices where kind like 'admission.%' order by id")).toEqual(
      [
        { user_id: caller.userId, kind: "admission.answered" },
        { user_id: 0, kind: "admission.message" },
      ],
    );
    expect(await value("select told from notices where kind = 'admission.message'")).toBe(
      `[${officer.userId}]`,
    );
    await caller.ok("POST", `${OWN}/messages`, { text: "And on Fridays." });
    expect(await value(noticed), "the newest stands for those before").toBe(1);
  });

  it("are at most 100 of either side, and none once it is decided, for those who do not see the prospect, or with the door closed", async () => {
    const { caller, officer, id, move } = await scene();
    const { userId } = await person("onboarding_team");
    const text = { text: "Hello" };
    const team = await person("onboarding_team");
    expect(userId).not.toBe(team.userId);
    expect((await team.fails("POST", `/api/admissions/${id}/messages`, text)).code).toBe("not_found");
    await raw.DB.prepare(
      `insert into admission_messages (admission_id, organization_id, is_theirs, text, created_at)
       with recursive n(value) as (select 1 union all select value + 1 from n where value < 199)
       select ?, 1, value > 99, 'Hello', '' from n`,
    )
      .bind(id)
      .run();
    expect((await caller.fails("POST", `${OWN}/messages`, text)).code).toBe("messages_full");
    await officer.ok("POST", `/api/admissions/${id}/messages`, text);
    expect((await officer.fails("POST", `/api/admissions/${id}/messages`, text)).code).toBe("messages_full");
    await setRule("front_door", false);
    for (const [who, path] of [
      [caller, `${OWN}/messages`],
      [officer, `/api/admissions/${id}/messages`],
    ] as const)
      expect((await who.fails("POST", path, text)).code).toBe("door_closed");
    await move("inactive", { reason: "Spam", outcome: "declined" });
    expect((await caller.fails("POST", `${OWN}/messages`, text)).code).toBe("application_ended");
  });
});

it("goes on with one of two accounts, whose prospects were merged, where the other takes theirs back", async () => {
  const { caller, officer, prospectId } = await scene();
  const other = await stranger("Elias");
  const otherId = await prospect({ user_id: other.userId, display_name: "Elias" });
  await sentBy(other, { prospect_id: otherId });
  await officer.ok("POST", `/api/prospects/${prospectId}/merge`, { otherId, version: 1 });
  const status = () => value("select status from prospects where id = ?", prospectId);
  await other.ok("POST", `${OWN}/withdrawal`, { version: 1 });
  expect([await status(), (await read(caller)).admission?.status]).toEqual(["intro", "sent"]);
  await caller.ok("POST", `${OWN}/withdrawal`, { version: 1 });
  expect(await status()).toBe("inactive");
});

it("takes no message that was on its way while the application was decided", async () => {
  const { caller, id, move } = await scene();
  await move("inactive", { reason: "Rude", outcome: "declined" });
  const { db } = openDb(raw.DB, "first-primary");
  const actor = { userId: caller.userId, organizationId: 1 };
  const context = { db, actor, now: new Date(), language: "en" } as unknown as MemberContext;
  const late = addMessage(context, { id, organizationId: 1 }, { text: "Wait", isTheirs: true, steps: [] });
  await expect(late).rejects.toMatchObject({ code: "application_ended" });
  expect(await value("select count(*) from admission_messages")).toBe(0);
});

it("stays readable for both sides, and can be taken back, where the door is closed while it is open", async () => {
  const { caller, officer, prospectId } = await scene();
  await setRule("front_door", false);
  const own = await read(caller);
  expect(own.admission).toMatchObject({ status: "sent", answers: { name: "Elias" } });
  expect(own.can).toEqual({ save: false, send: false, correct: false, withdraw: true, write: false });
  expect(own.unmet).toEqual([{ kind: "closed", day: null }]);
  const record = await officer.ok<ProspectApplication>("GET", `/api/prospects/${prospectId}/application`);
  expect(record).toMatchObject({ admission: { status: "sent" }, can: { write: false } });
  expect((await caller.fails("PATCH", `${OWN}/answers`, { answers: {}, version: 1 })).code).toBe(
    "door_closed",
  );
  expect(await caller.ok("POST", `${OWN}/withdrawal`, { version: 1 })).toMatchObject({ status: "withdrawn" });
});

it("deletes answers and messages of refused and withdrawn applications after the days of the setting, and old drafts", async () => {
  const { caller, id, move } = await scene();
  const formId = await openDoor();
  const kept = await sentBy(await stranger());
  const drafting = await stranger();
  const { id: draftId } = await sentBy(drafting, { status: "draft", form_id: formId });
  await caller.ok("POST", `${OWN}/messages`, { text: "Hello" });
  await move("inactive", { reason: "Rude", outcome: "declined", words: "Not now." });
  const purge = async (days: number) => {
    const { db } = openDb(raw.DB, "first-primary");
    const now = new Date(Date.now() + days * 86_400_000);
    await write(db, purgeOld({ db, env: settings(), now, language: "en" }));
  };
  const states = () =>
    rows(
      "select id, status, answers <> '{}' as answered, words is not null as told from admissions order by id",
    );
  await purge(89);
  expect(await value("select count(*) from admission_messages")).toBe(1);
  await purge(91);
  expect(await states()).toEqual([
    { id, status: "declined", answered: 0, told: 0 },
    { id: kept.id, status: "sent", answered: 1, told: 0 },
  ]);
  expect(await value("select count(*) from admission_messages")).toBe(0);
  expect((await read(caller)).admission).toMatchObject({
    isPurged: true,
    purgedOn: null,
    status: "declined",
  });
  expect((await read(drafting)).admission).toBeNull();
  expect(draftId).toBeGreaterThan(0);
  expect(await value("select display_name from prospects where user_id = ?", caller.userId)).toBe("Elias");
});

it("tells by when an answer usually comes once ten were answered, and hides it before", async () => {
  const { caller } = await scene();
  const answered = async () =>
    sentBy(await stranger(), {
      sent_at: hoursFromNow(-72),
      answered_at: hoursFromNow(-24),
      status: "accepted",
    });
  for (let count = 0; count < 9; count++) await answered();
  expect((await read(caller)).expectedBy).toBeNull();
  await answered();
  expect((await read(caller)).expectedBy).toBe(day(2));
});
