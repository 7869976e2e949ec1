import { describe, expect, it } from "vitest";
import {
  backgroundDone,
  type Caller,
  hoursFromNow,
  organization,
  person,
  prospect,
  rows,
  value,
} from "../../testing/world.ts";
import { gateway } from "../bots/testing/bots.factory.ts";
import {
  giveAddress,
  MAIL,
  mailAnswers,
  mailsAsked,
  switchMail,
} from "../notices/testing/notices.factory.ts";
import { customRole, holderOf } from "../roles/testing/roles.factory.ts";
import {
  type AnswerTemplate,
  type Door,
  filledTemplate,
  type OwnAdmission,
  type ProspectApplication,
  TEMPLATES_MOST,
} from "./joining.schema.ts";
import { ANSWERS, openDoor, sentBy, stranger, template } from "./testing/joining.factory.ts";

/** Applicants in the order in which they applied, each with the id of their application and their prospect. */
async function applicants(...names: string[]) {
  const made: { caller: Caller; id: number; prospectId: number }[] = [];
  for (const name of names) {
    const caller = await stranger(name);
    const prospectId = await prospect({ user_id: caller.userId, display_name: name });
    made.push({ caller, ...(await sentBy(caller, { prospect_id: prospectId })) });
  }
  return made as [(typeof made)[number], ...typeof made];
}

const recordOf = (caller: Caller, prospectId: number) =>
  caller.ok<ProspectApplication>("GET", `/api/prospects/${prospectId}/application`);
const say = (caller: Caller, id: number, text: string, after?: number) =>
  caller.ok("POST", `/api/admissions/${id}/messages`, { text, ...(after === undefined ? {} : { after }) });

it("an answer and each further step reach the applicant by e-mail where it is sent", async () => {
  await gateway("reset");
  await mailAnswers();
  await switchMail(true);
  const officer = await person("officer", 1, "Freja");
  const [ada] = await applicants("Ada");
  await openDoor();
  await giveAddress(ada.caller, "ada@example.org");
  await officer.call("POST", `/api/admissions/${ada.id}/messages`, {
    body: { text: "Hello" },
    settings: MAIL,
  });
  await officer.call("PATCH", `/api/prospects/${ada.prospectId}/status`, {
    body: { status: "intro_completed", assignedTo: officer.memberId, version: 1 },
    settings: MAIL,
  });
  await backgroundDone();
  expect((await mailsAsked()).map(({ body }) => [body["to"], body["subject"]])).toEqual([
    ["ada@example.org", "An answer to your application"],
    ["ada@example.org", "News of your application"],
  ]);
});

describe("the next applicant", () => {
  it("is the one who waits longest after the shown one, and the first again after the last", async () => {
    const officer = await person("officer");
    const [one, two, three] = await applicants("Ada", "Bo", "Cy");
    const nextOf = async (prospectId = 0) => (await recordOf(officer, prospectId)).next?.name;
    expect(await nextOf(one.prospectId)).toBe("Bo");
    expect(await nextOf(two?.prospectId)).toBe("Cy");
    expect(await nextOf(three?.prospectId)).toBe("Ada");
    await say(officer, two?.id ?? 0, "Hello");
    // The next applicant after one who waits for no answer is the one who has waited longest.
    expect(await nextOf(two?.prospectId)).toBe("Ada");
    expect(await nextOf(one.prospectId)).toBe("Cy");
  });

  it("is an applicant without an assignee, or the officer's own applicant who wrote last", async () => {
    const officer = await person("officer");
    const other = await person("officer");
    const [one, two] = await applicants("Ada", "Bo");
    await officer.ok("PATCH", `/api/prospects/${two?.prospectId}/assign`, { assignedTo: officer.memberId });
    expect((await recordOf(other, one.prospectId)).next).toBeNull();
    expect((await recordOf(officer, one.prospectId)).next).toEqual({ id: two?.prospectId, name: "Bo" });
    await say(officer, two?.id ?? 0, "Hello");
    expect((await recordOf(officer, one.prospectId)).next).toBeNull();
    await two?.caller.ok("POST", "/api/admissions/own/messages", { text: "Hello" });
    expect((await recordOf(officer, one.prospectId)).next?.name).toBe("Bo");
  });

  it("is nobody for a reader who writes to nobody, and of no other organization", async () => {
    const [one, two] = await applicants("Ada", "Bo");
    const reader = await holderOf(await customRole(["prospects.read", "prospects.read_all"]));
    expect((await recordOf(reader, one.prospectId)).next).toBeNull();
    expect(two).toBeDefined();
    const foreign = await person("officer", await organization());
    expect((await foreign.fails("GET", `/api/prospects/${one.prospectId}/application`)).code).toBe(
      "not_found",
    );
  });
});

describe("the second officer", () => {
  it("is told who has answered already, keeps what they typed, and may send it having read that", async () => {
    const [one] = await applicants("Ada");
    const mira = await person("officer", 1, "Mira Holt");
    const liv = await person("officer", 1, "Liv Berg");
    await say(mira, one.id, "Do you fly at weekends?", 0);
    const path = `/api/admissions/${one.id}/messages`;
    const refused = await liv.fails("POST", path, { text: "Hello", after: 0 });
    expect([refused.code, refused.status]).toEqual(["already_answered", 409]);
    expect(refused.detail).toContain("Mira Holt has answered already");
    const { messages } = await recordOf(liv, one.prospectId);
    await say(liv, one.id, "Hello", messages.at(-1)?.id);
    // One's own messages and the applicant's are no other officer's.
    await one.caller.ok("POST", "/api/admissions/own/messages", { text: "Yes" });
    await say(liv, one.id, "Good", messages.at(-1)?.id);
    expect(await value("select count(*) from admission_messages where not is_theirs")).toBe(3);
  });

  it("reads who decided, which the applicant does not", async () => {
    const [one] = await applicants("Ada");
    const mira = await person("officer", 1, "Mira Holt");
    const decision = {
      status: "inactive",
      reason: "Rude in voice",
      outcome: "declined",
      words: "Not this time.",
    };
    await mira.ok("PATCH", `/api/prospects/${one.prospectId}/status`, decision);
    const record = await recordOf(await person("officer"), one.prospectId);
    expect(record).toMatchObject({
      decidedBy: "Mira Holt",
      admission: { status: "declined", words: "Not this time." },
      can: { write: false },
    });
    const own = await one.caller.ok<OwnAdmission>("GET", "/api/admissions/own");
    expect(own.admission?.words).toBe("Not this time.");
    for (const kept of ["Rude in voice", "Mira Holt"]) expect(JSON.stringify(own)).not.toContain(kept);
  });
});

it("officers read the language of an applicant who chose one", async () => {
  const [one] = await applicants("Ada");
  const officer = await person("officer");
  expect((await recordOf(officer, one.prospectId)).language).toBeNull();
  await one.caller.ok("PATCH", "/api/user/language", { language: "da" });
  expect((await recordOf(officer, one.prospectId)).language).toBe("da");
});

describe("the door", () => {
  const read = async (caller: Caller) => (await caller.ok<OwnAdmission>("GET", "/api/admissions/own")).unmet;
  const say = (admin: Caller, change: object) =>
    admin.ok<Door>("PUT", "/api/door/1", {
      ...{ isClosed: false, closedUntil: null, needsEn: "", needsDa: "" },
      ...change,
    });

  it("closes until a day: nobody sends, those who have applied go on, and it opens by itself", async () => {
    await openDoor();
    const admin = await person("administrator");
    const caller = await stranger();
    const [applied] = await applicants("Ada");
    const day = hoursFromNow(24 * 5).slice(0, 10);
    await say(admin, { isClosed: true, closedUntil: day });
    expect(await read(caller)).toEqual([{ kind: "closed", day }]);
    const sent = { answers: ANSWERS, version: 0 };
    const refused = await caller.fails("POST", "/api/admissions/own/send", sent);
    expect([refused.code, refused.status]).toEqual(["door_closed_until", 409]);
    await applied.caller.ok("POST", "/api/admissions/own/messages", { text: "When do you fly?" });
    await say(admin, { isClosed: true, closedUntil: hoursFromNow(0).slice(0, 10) });
    expect(await read(caller)).toEqual([]);
    await say(admin, { isClosed: true });
    expect(await read(caller)).toEqual([{ kind: "closed", day: null }]);
    expect((await caller.fails("POST", "/api/admissions/own/send", sent)).code).toBe("door_closed");
  });

  it("keeps what applicants need, refuses a stale version with the current record, and writes nothing for no change", async () => {
    const admin = await person("administrator");
    expect(await admin.ok("GET", "/api/door/1")).toEqual({
      ...{ isClosed: false, closedUntil: null, needsEn: "", needsDa: "", version: 0 },
    });
    const needs = { needsEn: "A headset\nOne evening", needsDa: "Et headset" };
    expect(await say(admin, { ...needs, version: 0 })).toMatchObject({ ...needs, version: 1 });
    expect(await say(admin, needs)).toMatchObject({ version: 1 });
    const stale = await admin.fails("PUT", "/api/door/1", {
      ...{ isClosed: true, closedUntil: null, needsEn: "", needsDa: "", version: 0 },
    });
    expect(stale).toMatchObject({ code: "stale_version", current: needs });
    // An open door has no day.
    expect(await say(admin, { closedUntil: "2027-01-04", ...needs })).toMatchObject({
      closedUntil: null,
      version: 1,
    });
    expect(await value("select count(*) from audit_log where action = 'door.changed'")).toBe(1);
  });
});

describe("answers to send", () => {
  const PATH = "/api/answer-templates/1";
  const WORDS = { name: "Welcome", textEn: "Hello {name}", textDa: "" };

  it("are added, changed and removed by administrators, read by officers, and told in the log", async () => {
    const admin = await person("administrator");
    const officer = await person("officer");
    const { id, version } = await admin.ok<AnswerTemplate>("POST", PATH, WORDS);
    const at = `/api/answer-templates/${id}`;
    await admin.ok("PUT", at, { ...WORDS, textDa: "Hej {name}", version });
    expect(await officer.ok("GET", PATH)).toMatchObject([{ ...WORDS, textDa: "Hej {name}", version: 2 }]);
    expect((await admin.fails("PUT", at, { ...WORDS, version })).code).toBe("stale_version");
    const none = await admin.fails("PUT", at, { ...WORDS, textEn: "" });
    expect(none).toMatchObject({ code: "invalid_input" });
    expect((await officer.fails("DELETE", at)).status).toBe(403);
    await admin.ok("DELETE", at);
    expect(await officer.ok("GET", PATH)).toEqual([]);
    expect(
      await rows("select action from audit_log where action like 'answer_template.%' order by id"),
    ).toEqual([
      { action: "answer_template.added" },
      { action: "answer_template.changed" },
      { action: "answer_template.removed" },
    ]);
  });

  it("are at most thirty, and each organization's own", async () => {
    const admin = await person("administrator");
    for (let count = 0; count < TEMPLATES_MOST; count += 1) await template({ name: `Answer ${count}` });
    expect((await admin.fails("POST", PATH, WORDS)).code).toBe("templates_full");
    const foreign = await template({ organization_id: await organization() });
    expect((await admin.fails("DELETE", `/api/answer-templates/${foreign}`)).code).toBe("not_found");
  });

  it("have the applicant's name wherever it is asked for, as it is, and are in their language where they can", () => {
    const both = { textEn: "Hello {name}, {name}!", textDa: "Hej {name}" };
    expect(filledTemplate(both, { name: "$& {name}", language: "en" })).toBe("Hello $& {name}, $& {name}!");
    expect(filledTemplate(both, { name: "Bo", language: "da" })).toBe("Hej Bo");
    expect(filledTemplate({ ...both, textDa: "" }, { name: "Bo", language: "da" })).toBe("Hello Bo, Bo!");
    expect(filledTemplate({ textEn: "{day} {name}", textDa: "" }, { name: "Bo", language: "en" })).toBe(
      "{day} Bo",
    );
  });
});
