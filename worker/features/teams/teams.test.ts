import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { type Caller, hoursFromNow, person, raw, rows, settings, value } from "../../testing/world.ts";
import type { CurrentUser } from "../account/index.ts";
import type { Form } from "../forms/records.schema.ts";
import { setRule } from "../joining/testing/joining.factory.ts";
import { customRole, holderOf } from "../roles/testing/roles.factory.ts";
import { purgeDeclined } from "./decide.ts";
import type { Team, TeamApplication } from "./teams.schema.ts";
import { ANSWERS, appliedTo, roleOf, teamOf } from "./testing/teams.factory.ts";

const TEAMS = "/api/teams/1";
const BASE = "/api/team-applications";
const NEW = { name: "Medics", reviewerRoleId: null, roleId: null, isOpen: true };

let administrator: Caller;
let pilot: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Astrid Holm");
  pilot = await person("member", 1, "Vega Rook");
});

const read = (caller: Caller) => caller.ok<Team[]>("GET", TEAMS);
const apply = (caller: Caller, teamId: number, more: object = {}) =>
  caller.call("POST", BASE, { body: { teamId, formNumber: 1, answers: ANSWERS, ...more } });
const patch = (caller: Caller, id: number, verb: string, body: object = { version: 1 }) =>
  caller.call("PATCH", `${BASE}/${id}/${verb}`, { body });
const listed = (caller: Caller, teamId: number, more = "") =>
  caller.call("GET", `/api/teams/${teamId}/applications${more}`);
const heldBy = async (caller: Caller) => (await caller.ok<CurrentUser>("GET", "/api/user")).permissions;
const said = ({ text }: { text: string }) => JSON.parse(text) as { code: string; detail: string };

describe("a team", () => {
  it("is made with the draft of its form, and is there for members once that is published", async () => {
    const made = await administrator.ok<Team>("POST", TEAMS, NEW);
    expect(made).toMatchObject({ name: "Medics", form: null, own: null, waiting: 0, version: 1 });
    expect(made.can).toEqual({ apply: false, review: true, edit: true });
    expect(await read(pilot)).toEqual([]);
    const [form] = await administrator.ok<Form[]>("GET", "/api/forms/1");
    expect(form).toMatchObject({ key: made.setup?.formKey, name: "Medics", liveNumber: null });
    await administrator.ok("POST", `/api/forms/${form?.id}/publish`, { version: 1 });
    const [seen] = await read(pilot);
    expect(seen).toMatchObject({ name: "Medics", form: { number: 1 }, setup: null, waiting: null });
    expect(seen?.can).toEqual({ apply: true, review: false, edit: false });
  });

  it("is changed at its version, with its form's name and both values in the log, and by administrators alone", async () => {
    const roleId = await customRole([], { name: "Medic" });
    const made = await administrator.ok<Team>("POST", TEAMS, NEW);
    const next = { name: "Rescue", reviewerRoleId: null, roleId, isOpen: false };
    const path = `/api/teams/${made.id}`;
    const changed = await administrator.ok<Team>("PATCH", path, { ...next, version: 1 });
    expect(changed).toMatchObject({ name: "Rescue", isOpen: false, version: 2 });
    expect(changed.setup?.role).toEqual({ id: roleId, name: "Medic" });
    expect(await rows("select name, version from forms")).toEqual([{ name: "Rescue", version: 1 }]);
    const details = "select details from audit_log where action = 'team.changed'";
    expect(JSON.parse(await value(details))).toEqual({
      ...{ fromName: "Medics", toName: "Rescue", fromGivenRole: null, toGivenRole: "Medic" },
      ...{ fromIsOpen: 1, toIsOpen: 0 },
    });
    expect(await administrator.fails("PATCH", path, { ...next, version: 1 })).toMatchObject({
      ...{ status: 409, code: "stale_version", current: { name: "Rescue" } },
    });
    const officer = await person("officer");
    expect(await officer.fails("PATCH", path, { ...next, version: 2 })).toMatchObject({ status: 403 });
  });

  it("is refused with a name or role that cannot be, and beyond nine", async () => {
    await administrator.ok("POST", TEAMS, NEW);
    const refused = async (body: object) => (await administrator.fails("POST", TEAMS, body)).code;
    expect(await refused(NEW)).toBe("team_name_taken");
    expect(await refused({ ...NEW, name: "Scouts", roleId: 9_999 })).toBe("invalid_input");
    for (let turn = 2; turn <= 9; turn++)
      await administrator.ok("POST", TEAMS, { ...NEW, name: `Team ${turn}` });
    expect(await refused({ ...NEW, name: "Team 10" })).toBe("team_too_many");
    expect(await value("select count(*) from forms")).toBe(9);
  });
});

describe("an application to a team", () => {
  it("reaches the holders of the reviewers' role as a notice and a need, and nobody else", async () => {
    const lead = await holderOf(await customRole([], { name: "Lead medic" }));
    const teamId = await teamOf({ name: "Medics", reviewer_role_id: await roleOf(lead) });
    const sent = JSON.parse((await apply(pilot, teamId)).text) as TeamApplication;
    expect(sent).toMatchObject({
      status: "pending",
      answers: ANSWERS,
      can: { decide: false, withdraw: true },
    });
    expect(await rows("select kind, told from notices")).toEqual([
      { kind: "team.applied", told: `[${lead.userId}]` },
    ]);
    const needs = async (caller: Caller) =>
      (await caller.ok<{ kind: string; text: string }[]>("GET", "/api/user/needs"))
        .filter(({ kind }) => kind === "team.review")
        .map(({ text }) => text);
    expect(await needs(lead)).toEqual(["Vega Rook applied to Medics and waits for your answer."]);
    for (const other of [pilot, administrator]) expect(await needs(other)).toEqual([]);
    expect((await read(lead))[0]).toMatchObject({ waiting: 1, can: { review: true, edit: false } });
    const [waiting] = JSON.parse((await listed(lead, teamId)).text) as TeamApplication[];
    expect(waiting).toMatchObject({ answers: ANSWERS, applicant: { displayName: "Vega Rook" } });
    for (const other of [pilot, await person("officer")])
      expect((await listed(other, teamId)).status).toBe(404);
    expect((await listed(administrator, teamId)).status).toBe(200);
  });

  it("is for administrators alone where the reviewers' role is gone", async () => {
    const roleId = await customRole();
    const lead = await holderOf(roleId);
    const teamId = await teamOf({ reviewer_role_id: roleId });
    const id = await appliedTo(teamId, pilot);
    await raw.DB.prepare("update members set role_id = ? where id = ?")
      .bind(await roleOf(pilot), lead.memberId)
      .run();
    await raw.DB.prepare("delete from roles where id = ?").bind(roleId).run();
    expect((await patch(lead, id, "accept")).status).toBe(404);
    expect((await patch(administrator, id, "accept")).status).toBe(200);
  });

  it("is refused when it lacks answers, answers old questions, or the team is closed or applied to", async () => {
    const teamId = await teamOf();
    const lacking = JSON.parse((await apply(pilot, teamId, { answers: { evenings: "Tuesdays" } })).text);
    expect(lacking).toMatchObject({ code: "invalid_input", errors: { "answers.why": [expect.any(String)] } });
    expect(said(await apply(pilot, teamId, { formNumber: 2 })).code).toBe("team_form_changed");
    expect((await apply(pilot, teamId)).status).toBe(201);
    expect(said(await apply(pilot, teamId)).code).toBe("team_applied");
    const closed = await teamOf({ is_open: 0 });
    expect((await apply(pilot, closed)).status).toBe(404);
    const lead = await holderOf(await customRole());
    const own = await teamOf({ is_open: 0, reviewer_role_id: await roleOf(lead) });
    expect(said(await apply(lead, own)).code).toBe("team_closed");
    const joined = await teamOf({ role_id: await roleOf(pilot) });
    expect(said(await apply(pilot, joined)).code).toBe("team_joined");
  });

  it("is the third open one of a user at most", async () => {
    for (let turn = 0; turn < 3; turn++) expect((await apply(pilot, await teamOf())).status).toBe(201);
    expect(said(await apply(pilot, await teamOf())).code).toBe("team_open_most");
  });

  it("is sent three times a day at most, also where each is taken back", async () => {
    const teamId = await teamOf();
    for (let turn = 0; turn < 3; turn++) {
      const { id } = JSON.parse((await apply(pilot, teamId)).text) as TeamApplication;
      expect((await patch(pilot, id, "withdraw")).status).toBe(200);
    }
    expect(said(await apply(pilot, teamId)).code).toBe("applications_often");
    await raw.DB.exec("update team_applications set created_at = '2020-01-01T00:00:00.000Z'");
    expect((await apply(pilot, teamId)).status).toBe(201);
  });

  it("is taken back by its applicant alone, which deletes the answers", async () => {
    const teamId = await teamOf();
    const id = await appliedTo(teamId, pilot);
    expect((await patch(administrator, id, "withdraw")).status).toBe(404);
    const taken = JSON.parse((await patch(pilot, id, "withdraw")).text) as TeamApplication;
    expect(taken).toMatchObject({ status: "withdrawn", answers: {}, isPurged: true });
    expect(said(await patch(administrator, id, "accept")).code).toBe("team_taken_back");
    expect((await apply(pilot, teamId)).status).toBe(201);
  });
});

describe("a decision", () => {
  it("by a reviewer with a member's permissions gives the role and notifies the applicant", async () => {
    const held = await heldBy(pilot);
    const lead = await holderOf(await customRole(held, { name: "Lead medic", priority: 40 }), "Mira Holt");
    const roleId = await customRole(held, { name: "Medic", priority: 15 });
    const teamId = await teamOf({ name: "Medics", reviewer_role_id: await roleOf(lead), role_id: roleId });
    const id = await appliedTo(teamId, pilot);
    const answer = await patch(lead, id, "accept", { version: 1, message: " Welcome aboard " });
    expect(JSON.parse(answer.text)).toMatchObject({
      ...{ status: "accepted", message: "Welcome aboard", decidedBy: "Mira Holt", version: 2 },
      can: { decide: false, withdraw: false },
    });
    expect(await roleOf(pilot)).toBe(roleId);
    expect(await rows("select kind from notices where user_id = ?", pilot.userId)).toEqual([
      { kind: "team.accepted" },
    ]);
    const [own] = await read(pilot);
    expect(own).toMatchObject({ own: { message: "Welcome aboard" }, can: { apply: false } });
    expect(await rows("select readers, details from audit_log where action = 'team.accepted'")).toEqual([
      { readers: "private", details: '{"applicant":"Vega Rook"}' },
    ]);
  });

  it("leaves a higher role and one that may do more, and gives none that its reviewer could not give", async () => {
    const lead = await holderOf(await customRole([], { priority: 30 }));
    const reviewer = { reviewer_role_id: await roleOf(lead) };
    const [officer, onboarder] = [await person("officer"), await person("onboarding_team")];
    const before = await roleOf(officer);
    const low = await teamOf({ ...reviewer, role_id: await customRole([], { priority: 12 }) });
    expect((await patch(lead, await appliedTo(low, officer), "accept")).status).toBe(200);
    expect(await roleOf(officer)).toBe(before);
    expect((await read(officer)).find(({ id }) => id === low)?.can.apply, "accepted all the same").toBe(
      false,
    );
    const narrow = await teamOf({ ...reviewer, role_id: await customRole([], { priority: 31 }) });
    const [ofOnboarder, held] = [await appliedTo(narrow, onboarder), await heldBy(onboarder)];
    const [shown] = JSON.parse((await listed(lead, narrow)).text) as TeamApplication[];
    expect(shown?.gives).toBe(null);
    expect((await patch(lead, ofOnboarder, "accept")).status).toBe(200);
    expect(await heldBy(onboarder), "no permission is taken").toEqual(held);
    const wide = await teamOf({
      ...reviewer,
      role_id: await customRole([...(await heldBy(pilot)), "members.write"], { priority: 20 }),
    });
    const id = await appliedTo(wide, pilot);
    expect(said(await patch(lead, id, "accept")).code).toBe("role_not_yours");
    expect(await value("select status from team_applications where id = ?", id)).toBe("pending");
  });

  it("is refused on one's own, of who reviews no longer, and of who left", async () => {
    const roleId = await customRole([]);
    const [lead, applicant] = [await holderOf(roleId), await holderOf(roleId)];
    const teamId = await teamOf({ reviewer_role_id: roleId });
    const id = await appliedTo(teamId, applicant);
    expect(said(await patch(applicant, id, "accept")).code).toBe("team_own_application");
    const gone = await person("member");
    const ofGone = await appliedTo(teamId, gone);
    await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(gone.memberId).run();
    expect(said(await patch(lead, ofGone, "accept")).code).toBe("member_inactive");
    expect((await patch(lead, ofGone, "decline")).status).toBe(200);
  });

  it("is the first one: the second reviewer reads who decided", async () => {
    const id = await appliedTo(await teamOf(), pilot);
    expect((await patch(administrator, id, "decline")).status).toBe(200);
    const second = await patch(await person("administrator"), id, "accept");
    expect(said(second)).toMatchObject({
      code: "team_decided",
      detail: "This application was already decided by Astrid Holm. Look at it as it is now.",
    });
  });
});

it("lists waiting applications from the oldest and decided ones from the newest, in pages", async () => {
  const teamId = await teamOf();
  const ids: number[] = [];
  for (let turn = 0; turn < 3; turn++) ids.push(await appliedTo(teamId, await person("member")));
  const decided = { status: "declined", decided_at: hoursFromNow(-1), decided_by: "Otto" };
  for (let turn = 0; turn < 2; turn++) ids.push(await appliedTo(teamId, await person("member"), decided));
  const idsOf = ({ text }: { text: string }) => (JSON.parse(text) as TeamApplication[]).map(({ id }) => id);
  const first = await listed(administrator, teamId, "?limit=2");
  expect(idsOf(first)).toEqual(ids.slice(0, 2));
  const next = /<([^>]+)>/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  expect(idsOf(await administrator.call("GET", next))).toEqual(ids.slice(2, 3));
  expect(idsOf(await listed(administrator, teamId, "?show=decided"))).toEqual([ids[4], ids[3]]);
});

it("deletes the answers of a declined application after as many days as the setting says, and keeps the decision", async () => {
  await setRule("purge_days", 30);
  const decided = { decided_at: hoursFromNow(0), decided_by: "Otto", message: "Fly more first" };
  await appliedTo(await teamOf(), pilot, { ...decided, status: "declined" });
  await appliedTo(await teamOf(), pilot, { ...decided, status: "accepted" });
  const purge = async (days: number) => {
    const { db } = openDb(raw.DB, undefined);
    const now = new Date(hoursFromNow(24 * days));
    await write(db, purgeDeclined({ db, env: settings(), now, language: "en" }));
    return rows("select status, answers, message from team_applications order by id");
  };
  const kept = { answers: JSON.stringify(ANSWERS), message: "Fly more first" };
  const accepted = { ...kept, status: "accepted" };
  expect(await purge(29)).toEqual([{ ...kept, status: "declined" }, accepted]);
  expect(await purge(31)).toEqual([{ status: "declined", answers: "{}", message: null }, accepted]);
});
