import { expect, it } from "vitest";
import { type Caller, nobody, person, prospect, raw, rows, value } from "../../testing/world.ts";
import { DEFAULT_FORM } from "../forms/default-form.ts";
import type { Form } from "../forms/records.schema.ts";
import type { Admission, OwnAdmission } from "./joining.schema.ts";
import { ANSWERS, openDoor, publish, setRule, stranger } from "./testing/joining.factory.ts";

const OWN = "/api/admissions/own";
const read = (caller: Caller) => caller.ok<OwnAdmission>("GET", OWN);
const save = (caller: Caller, answers: object, version: number, formNumber = 1) =>
  caller.ok<Admission>("PUT", `${OWN}/draft`, { answers, formNumber, version });
const send = (caller: Caller, version = 0, answers: object = ANSWERS) =>
  caller.ok<Admission>("POST", `${OWN}/send`, { answers, version });
const refusedSend = (caller: Caller, version = 0) =>
  caller.fails("POST", `${OWN}/send`, { answers: ANSWERS, version });
const discordOf = ({ userId }: Caller) => value<string>("select discord_id from users where id = ?", userId);
const applicants = () =>
  rows("select id, user_id, discord_id, status, referral_source from prospects order by id");

it("reads the form, keeps what is typed and sends it: a prospect at intro with history, audit and a notice", async () => {
  await openDoor();
  const officer = await person("officer");
  const member = await person("member");
  const caller = await stranger("Elias");
  const before = await read(caller);
  expect(before).toMatchObject({ admission: null, steps: [], unmet: [], can: { save: true, send: true } });
  expect(before.form).toMatchObject({ number: 1, content: DEFAULT_FORM, newNumber: null });
  const draft = await save(caller, { name: "El", handle: { handle: "no handle!" } }, 0);
  expect(draft).toMatchObject({ status: "draft", version: 1, answers: { name: "El" } });
  expect(await save(caller, { name: "Elias" }, 1)).toMatchObject({ version: 2 });
  expect(await applicants()).toEqual([]);

  const sent = await send(caller, 2);
  expect(sent).toMatchObject({ status: "sent", version: 3 });
  const [{ id } = { id: 0 }] = (await applicants()) as { id: number }[];
  expect(await applicants()).toEqual([
    {
      ...{ id, user_id: caller.userId, discord_id: await discordOf(caller) },
      ...{ status: "intro", referral_source: "website" },
    },
  ]);
  expect(await rows("select action, performed_by, new_value from prospect_history")).toEqual([
    { action: "created", performed_by: "Elias", new_value: "intro" },
  ]);
  expect(await rows("select action, entity_id, entity_name from audit_log")).toEqual([
    { action: "admission.sent", entity_id: id, entity_name: "Elias" },
  ]);
  const bell = await officer.ok("GET", "/api/user/notices");
  expect(JSON.stringify(bell)).toContain("Elias applied.");
  expect(JSON.stringify(await member.ok("GET", "/api/user/notices"))).not.toContain("Elias");
  const own = await read(caller);
  expect(own.steps.map(({ state }) => state)).toEqual(["now", "next", "next", "next"]);
  expect(own.can).toEqual({ save: false, send: false, correct: true, withdraw: true, write: true });
  expect(own.admission?.answers["handle"]).toEqual({ handle: "EliasV", isVerified: false });
});

it("answers a second press of Send with what the first one sent, also at the same time", async () => {
  await openDoor();
  const caller = await stranger();
  const both = await Promise.all([send(caller), send(caller)]);
  expect(both.map(({ id, status }) => [id, status])).toEqual([
    [both[0].id, "sent"],
    [both[0].id, "sent"],
  ]);
  expect(await send(caller)).toMatchObject({ id: both[0].id, version: 1 });
  expect(await applicants()).toHaveLength(1);
  expect(await value("select count(*) from prospect_history")).toBe(1);
});

it("refuses a stale version with 409 and the current application", async () => {
  await openDoor();
  const caller = await stranger();
  await save(caller, { name: "A" }, 0);
  await save(caller, { name: "AB" }, 1);
  const stale = { code: "stale_version", current: { version: 2, answers: { name: "AB" }, status: "draft" } };
  const answers = { name: "ABC" };
  expect(await caller.fails("PUT", `${OWN}/draft`, { answers, formNumber: 1, version: 1 })).toMatchObject(
    stale,
  );
  expect(await refusedSend(caller, 1)).toMatchObject(stale);
  const { version } = await send(caller, 2);
  const later = await caller.fails("PATCH", `${OWN}/answers`, { answers: ANSWERS, version: version - 1 });
  expect(later).toMatchObject({ code: "stale_version", current: { version, status: "sent" } });
  expect(await caller.fails("POST", `${OWN}/withdrawal`, { version: 1 })).toMatchObject({
    code: "stale_version",
  });
});

it("keeps what was typed where the form changes while it is filled in, and sends it by its own version", async () => {
  await openDoor();
  const caller = await stranger();
  await save(caller, ANSWERS, 0);
  const [first, ...others] = DEFAULT_FORM.sections;
  const added = { id: "why", kind: "short" as const, label: { en: "Why us?" }, required: true };
  const sections = [{ ...first, questions: [...(first?.questions ?? []), added] }, ...others] as never;
  expect(await publish({ sections })).toBe(2);
  const own = await read(caller);
  expect(own.form).toMatchObject({ number: 1, newNumber: 2, content: DEFAULT_FORM });
  expect(own.admission?.answers).toEqual(ANSWERS);
  expect(await save(caller, { ...ANSWERS, name: "Elias V" }, 1)).toMatchObject({ formNumber: 1, version: 2 });
  const unknown = { answers: {}, formNumber: 3, version: 2 };
  expect((await caller.fails("PUT", `${OWN}/draft`, unknown)).errors).toHaveProperty("formNumber");
  expect(await send(caller, 2, { ...ANSWERS, name: "Elias V" })).toMatchObject({
    formNumber: 1,
    status: "sent",
  });

  const other = await stranger();
  await save(other, ANSWERS, 0, 2);
  const refused = await refusedSend(other, 1);
  expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual(["invalid_input", ["answers.why"]]);
  expect((await read(other)).admission).toMatchObject({ status: "draft", answers: ANSWERS });
});

it("shows a corrected answer with what it was, and takes the correction back with it", async () => {
  await openDoor();
  const caller = await stranger();
  await send(caller);
  const correct = (version: number, name: string) =>
    caller.ok<Admission>("PATCH", `${OWN}/answers`, { answers: { ...ANSWERS, name }, version });
  expect(await correct(1, "Eli")).toMatchObject({ version: 2, corrections: { name: { was: "Elias" } } });
  expect(await correct(2, "Elli")).toMatchObject({ version: 3, corrections: { name: { was: "Elias" } } });
  expect(await correct(3, "Elias")).toMatchObject({ version: 4, corrections: {} });
  expect((await correct(4, "Elias")).version).toBe(4);
});

it("deletes the answers of an application that is taken back at once, and the prospect is inactive", async () => {
  await openDoor();
  const caller = await stranger();
  await send(caller);
  expect(await caller.ok("POST", `${OWN}/withdrawal`, { version: 1 })).toMatchObject({
    ...{ status: "withdrawn", answers: {}, version: 2, retryOn: null },
  });
  expect(await value("select answers from admissions")).toBe("{}");
  expect(await rows("select status from prospects")).toEqual([{ status: "inactive" }]);
  expect(await value("select changes from prospect_history where action = 'status'")).toContain("withdrawn");
  const ended = await caller.fails("POST", `${OWN}/withdrawal`, { version: 2 });
  expect(ended.code).toBe("application_ended");
  await send(caller);
  expect(await rows("select status from prospects")).toEqual([{ status: "intro" }]);
  expect(await value("select count(*) from prospect_history where action = 'applied'")).toBe(1);
});

it("joins the prospect that the Discord account or a verified handle proves, and no other", async () => {
  await openDoor();
  const [byAccount, byHandle, alike] = [await stranger(), await stranger(), await stranger("Vega Rook")];
  const inactive = await prospect({ discord_id: await discordOf(byAccount), status: "inactive" });
  const handled = await prospect();
  await raw.DB.prepare("update prospects set star_citizen_id = 'eliasv' where id = ?").bind(handled).run();
  await prospect({ display_name: "Vega Rook" });
  await raw.DB.prepare(
    "insert into rsi_accounts (user_id, organization_id, handle, handle_key, verified_at) values (?, 1, 'EliasV', 'eliasv', '')",
  )
    .bind(byHandle.userId)
    .run();
  for (const caller of [byAccount, byHandle, alike]) await send(caller);
  const of = ({ userId }: Caller) =>
    value<number>("select prospect_id from admissions where user_id = ?", userId);
  expect([await of(byAccount), await of(byHandle)]).toEqual([inactive, handled]);
  expect(await value("select count(*) from prospects")).toBe(4);
  expect(await rows("select status, user_id from prospects where id = ?", inactive)).toEqual([
    { status: "intro", user_id: byAccount.userId },
  ]);
  expect((await read(byHandle)).admission?.answers["handle"]).toEqual({ handle: "EliasV", isVerified: true });
});

it("joins a prospect that was deleted or merged, and refuses one that stands for another user", async () => {
  await openDoor();
  const officer = await person("officer");
  const [deleted, merged, taken] = [await stranger(), await stranger(), await stranger()];
  const ids = await Promise.all(
    [deleted, merged, taken].map(async (each) => prospect({ discord_id: await discordOf(each) })),
  );
  const into = await prospect();
  await officer.ok("DELETE", `/api/prospects/${ids[0]}`, { reason: "Sent us spam", version: 1 });
  await officer.ok("POST", `/api/prospects/${into}/merge`, { otherId: ids[1], version: 1 });
  const { userId } = await person(null);
  await raw.DB.prepare("update prospects set user_id = ? where id = ?").bind(userId, ids[2]).run();
  await send(deleted);
  await send(merged);
  expect(await rows("select prospect_id from admissions order by id")).toEqual([
    { prospect_id: ids[0] },
    { prospect_id: into },
  ]);
  expect(await value("select status from prospects where id = ?", ids[0] as number)).toBe("intro");
  expect((await refusedSend(taken)).code).toBe("applicant_unclear");
});

it("refuses an active member and, once the door is closed, everybody; nobody signed out comes in", async () => {
  await openDoor();
  expect((await refusedSend(await person("member"))).code).toBe("apply_as_member");
  expect((await nobody.call("GET", OWN)).status).toBe(401);
  const caller = await stranger();
  await save(caller, ANSWERS, 0);
  await setRule("front_door", false);
  expect((await refusedSend(caller, 1)).code).toBe("door_closed");
  expect((await caller.fails("PUT", `${OWN}/draft`, { answers: {}, formNumber: 1, version: 1 })).code).toBe(
    "door_closed",
  );
});

it("is counted by the version of the form: who answered it, and who is filling it in", async () => {
  await openDoor();
  await send(await stranger());
  await publish(DEFAULT_FORM);
  await save(await stranger(), { name: "Nova" }, 0, 2);
  const [form] = await (await person("administrator")).ok<Form[]>("GET", "/api/forms/1");
  expect(form?.versions.map(({ number, answered, filling }) => [number, answered, filling])).toEqual([
    [2, 0, 1],
    [1, 1, 0],
  ]);
});
