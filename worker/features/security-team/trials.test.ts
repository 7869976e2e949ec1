import { beforeEach, describe, expect, it } from "vitest";
import { addDays, dayOf } from "../../lib/days.ts";
import { openDb } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { type Caller, person, prospect, raw, rows, settings, value } from "../../testing/world.ts";
import { application, payload, postedBy } from "../applications/testing/applications.factory.ts";
import type { AuditEntry } from "../audit/audit.schema.ts";
import type { Notice } from "../notices/notices.schema.ts";
import { customRole, holderOf } from "../roles/testing/roles.factory.ts";
import type { ApplicationDetails, SecurityTeam, Trial } from "./security-team.schema.ts";
import { applied, chooseRole, onTrial, reviewed } from "./testing/security-team.factory.ts";
import { remindOfTrials } from "./trials.ts";

const BASE = "/api/security-applications";
const inDays = (days: number) => addDays(dayOf(new Date()), days);
let otto: Caller;
let vega: Caller;
beforeEach(async () => {
  otto = await person("officer", 1, "Otto");
  vega = await person("member", 1, "Vega");
});

/** An application of a member with two equal reviews. */
const agreed = async (caller: Caller) => reviewed(await applied(caller), "accept", "trial");
const decide = (by: Caller, id: number, body: object) => by.call("PATCH", `${BASE}/${id}/decision`, { body });
const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as { code?: string }).code;
const roleOf = ({ memberId }: Caller) =>
  value<string>(
    "select roles.name from members join roles on roles.id = role_id where members.id = ?",
    memberId,
  );
const trials = () => rows("select user_id, from_day, ends_on, outcome from security_trials");
const bellOf = async (caller: Caller) =>
  (await caller.ok<Notice[]>("GET", "/api/user/notices")).map(({ text }) => text);

describe("accepting", () => {
  it("gives the chosen role with history and audit entry, and begins a trial of the weeks in the request or the settings", async () => {
    await chooseRole(20, "Sentinel");
    const id = await agreed(vega);
    const details = JSON.parse(
      (await decide(otto, id, { decision: "trial", trialWeeks: 2, message: "Hi" })).text,
    );
    expect(details as ApplicationDetails).toMatchObject({
      application: { status: "accepted", message: "Hi", decidedBy: "Otto" },
      trial: { from: inDays(0), endsOn: inDays(14), member: { displayName: "Vega" }, can: { decide: true } },
    });
    expect(await roleOf(vega)).toBe("Sentinel");
    expect(await rows("select action, previous_value, new_value, performed_by from member_history")).toEqual([
      { action: "role", previous_value: "Member", new_value: "Sentinel", performed_by: "Otto" },
    ]);
    expect(await rows("select action, details from audit_log where action = 'member.role'")).toEqual([
      { action: "member.role", details: '{"fromRole":"Member","toRole":"Sentinel"}' },
    ]);
    expect(await bellOf(vega)).toEqual(["Otto accepted your application for Security Team."]);
    const nova = await person("member");
    await decide(otto, await agreed(nova), { decision: "trial" });
    const finn = await person("member");
    await decide(otto, await agreed(finn), { decision: "accept" });
    expect(await trials()).toEqual([
      { user_id: vega.userId, from_day: inDays(0), ends_on: inDays(14), outcome: null },
      { user_id: nova.userId, from_day: inDays(0), ends_on: inDays(42), outcome: null },
      { user_id: finn.userId, from_day: inDays(0), ends_on: inDays(0), outcome: "confirmed" },
    ]);
  });

  it("follows the same rules by the earlier route", async () => {
    await chooseRole(20, "Sentinel");
    const id = await applied(vega);
    const accept = () => otto.call("PATCH", `/api/contract-applications/${id}/accept`, { body: {} });
    expect(codeOf(await accept())).toBe("security_undecided");
    await reviewed(id, "accept", "trial");
    expect(codeOf(await otto.call("PATCH", `/api/contract-applications/${id}/decline`, { body: {} }))).toBe(
      "security_undecided",
    );
    expect(JSON.parse((await accept()).text)).toMatchObject({ status: "accepted", experience: "" });
    expect([await roleOf(vega), await trials()]).toMatchObject([
      "Sentinel",
      [{ ends_on: inDays(42), outcome: null }],
    ]);
  });

  it("leaves a member a higher role, and gives no role that the decider may not grant", async () => {
    await chooseRole(20, "Sentinel");
    const chief = await holderOf(await customRole(["dashboard.view"], { priority: 70, name: "Chief" }));
    expect((await decide(otto, await agreed(chief), { decision: "trial" })).status).toBe(200);
    expect([await roleOf(chief), (await trials()).length]).toEqual(["Chief", 1]);

    await raw.DB.prepare(
      `update roles set permissions = '["bots.write","contracts.write"]' where name = 'Sentinel'`,
    ).run();
    await raw.DB.prepare(
      `update roles set version = version + 1, permissions = (select json_group_array(value) from json_each(permissions)
        where value <> 'bots.write') where key = 'officer'`,
    ).run();
    const id = await agreed(vega);
    const beyond = await decide(otto, id, { decision: "trial" });
    expect([codeOf(beyond), beyond.text.includes("Sentinel")]).toEqual(["role_not_yours", true]);
    expect([
      await roleOf(vega),
      await value("select status from contract_applications where id = ?", id),
    ]).toEqual(["Member", "pending"]);
    expect((await decide(await person("administrator"), id, { decision: "trial" })).status).toBe(200);
  });

  it("is refused without a chosen role below administration, and for a former member", async () => {
    const id = await agreed(vega);
    const ada = await person("administrator");
    const refused = async () => codeOf(await decide(ada, id, { decision: "accept" }));
    expect(await refused()).toBe("security_role_missing");
    const role = await chooseRole();
    await raw.DB.prepare(`update roles set permissions = '["admin.users"]' where id = ?`).bind(role).run();
    expect(await refused()).toBe("security_role_missing");
    await chooseRole();
    await ada.ok("PUT", `/api/members/${vega.memberId}/status`, { status: "inactive" });
    expect(await refused()).toBe("member_inactive");
    expect(await trials()).toEqual([]);
  });

  it("one's own application, or declining it, is refused by every route, and for contracts, too", async () => {
    await chooseRole();
    const ada = await person("administrator", 1, "Ada");
    const id = await agreed(ada);
    const contractId = await postedBy(otto, { applications: 1 });
    const own = await application(ada, contractId);
    for (const [path, body] of [
      [`${BASE}/${id}/decision`, { decision: "accept" }],
      [`/api/contract-applications/${id}/accept`, {}],
      [`/api/contract-applications/${id}/decline`, {}],
      [`/api/contract-applications/${own}/accept`, {}],
      [`/api/contract-applications/${own}/decline`, {}],
    ] as const)
      expect([path, (await ada.fails("PATCH", path, body)).code]).toEqual([path, "application_self"]);
    expect((await ada.fails("POST", `${BASE}/${id}/deletion`, { reason: "Mine" })).code).toBe(
      "application_self",
    );
    const list = await ada.ok<{ can: { decide: boolean } }[]>("GET", "/api/contract-applications/1?of=me");
    expect(list.map(({ can }) => can.decide)).toEqual([false, false]);
    expect((await otto.call("PATCH", `/api/contract-applications/${own}/accept`, { body: {} })).status).toBe(
      200,
    );
  });
});

describe("applying", () => {
  it("is refused to members of the team, on trial or with an application, as their tab shows, and possible again after a trial", async () => {
    const guardian = await holderOf(await chooseRole());
    await onTrial(vega, 7);
    const [confirmed, ended] = [await person("member"), await person("member")];
    await onTrial(confirmed, 0, { outcome: "confirmed" });
    await onTrial(ended, 0, { outcome: "ended" });
    const waiting = await person("member");
    await applied(waiting);
    const tries = [
      [guardian, "security_member"],
      [vega, "security_member"],
      [confirmed, "security_member"],
      [waiting, "application_open"],
      [ended, undefined],
    ] as const;
    for (const [caller, code] of tries) {
      const { can } = await caller.ok<SecurityTeam>("GET", "/api/security-team/1");
      const sent = await caller.call("POST", "/api/contract-applications", { body: payload(null) });
      expect([can.apply, sent.status, codeOf(sent)]).toEqual([!code, code ? 409 : 201, code]);
    }
  });
});

describe("the setting of the team's role", () => {
  it("takes a role of the organization below administration, or none, and is logged with its name", async () => {
    const ada = await person("administrator", 1, "Ada");
    const set = (settingValue: number) =>
      ada.call("PUT", "/api/organization/1/settings/security_role", { body: { settingValue } });
    const role = await customRole(["dashboard.view"], { name: "Sentinel" });
    const high = await customRole(["admin.users"]);
    const administrator = await value<number>(
      "select id from roles where key = 'administrator' and organization_id = 1",
    );
    for (const wrong of [high, administrator, 999_999, -1]) expect((await set(wrong)).status).toBe(400);
    expect([(await set(role)).status, (await set(0)).status]).toEqual([200, 200]);
    const sentences = (await ada.ok<AuditEntry[]>("GET", "/api/audit/1")).map(({ sentence }) => sentence);
    expect(sentences.slice(0, 2)).toEqual([
      "Ada changed the role of the security team from Sentinel to nothing",
      "Ada changed the role of the security team from nothing to Sentinel",
    ]);
    await ada.ok("PUT", "/api/organization/1/settings/security_trial_weeks", { settingValue: 1 });
    const [newest] = await ada.ok<AuditEntry[]>("GET", "/api/audit/1");
    expect(newest?.sentence).toBe("Ada changed the trial in the security team from 6 weeks to 1 week");
  });
});

describe("a trial", () => {
  let id: number;
  beforeEach(async () => {
    await chooseRole(20, "Sentinel");
    await decide(otto, await agreed(vega), { decision: "trial", trialWeeks: 1 });
    id = await value<number>("select id from security_trials");
  });
  const change = (by: Caller, body: object) => by.call("PATCH", `/api/security-trials/${id}`, { body });
  const teamOf = (caller: Caller) => caller.ok<SecurityTeam>("GET", "/api/security-team/1");

  it("is extended and confirmed, which its member and their application show", async () => {
    expect((await teamOf(vega)).trials).toMatchObject([{ id, endsOn: inDays(7), can: { decide: false } }]);
    const extended = JSON.parse(
      (await change(otto, { outcome: "extend", weeks: 3, version: 1 })).text,
    ) as Trial;
    expect([extended.endsOn, extended.version]).toEqual([inDays(28), 2]);
    const late = await change(otto, { outcome: "confirm", version: 1 });
    expect(JSON.parse(late.text)).toMatchObject({ code: "stale_version", current: { endsOn: inDays(28) } });
    expect((await change(otto, { outcome: "confirm", version: 2 })).status).toBe(200);
    expect(codeOf(await change(otto, { outcome: "end", reason: "No" }))).toBe("security_trial_over");
    const team = await teamOf(vega);
    expect([team.trials, team.members.map(({ displayName }) => displayName), team.total]).toEqual([
      [],
      ["Vega"],
      1,
    ]);
    expect(team.ownId).toBe(await value("select id from contract_applications"));
    const { steps, trial } = await vega.ok<ApplicationDetails>("GET", `${BASE}/${team.ownId}/details`);
    expect([steps.map(({ kind }) => kind), trial]).toEqual([
      ["sent", "decided", "extended", "confirmed"],
      null,
    ]);
    expect((await bellOf(vega)).slice(0, 2)).toEqual([
      "Otto confirmed you in the Security Team.",
      expect.stringContaining("Otto extended your trial in the Security Team: it now ends on "),
    ]);
    expect(await roleOf(vega)).toBe("Sentinel");
  });

  it("ends with a reason, and restores the role before it, or the default role where that was deleted", async () => {
    expect(codeOf(await change(otto, { outcome: "end" }))).toBe("invalid_input");
    expect((await change(otto, { outcome: "end", reason: "Too busy" })).status).toBe(200);
    expect([await roleOf(vega), (await bellOf(vega))[0]]).toEqual([
      "Member",
      "Otto ended your trial in the Security Team: “Too busy”.",
    ]);
    const scout = await holderOf(await customRole(["dashboard.view"], { priority: 15, name: "Scout" }));
    await decide(otto, await agreed(scout), { decision: "trial" });
    id = await value<number>("select max(id) from security_trials");
    await raw.DB.prepare("delete from roles where name = 'Scout'").run();
    expect((await change(otto, { outcome: "end", reason: "Too busy" })).status).toBe(200);
    expect(await roleOf(scout)).toBe("Member");
  });

  it("keeps another role that its member got meanwhile", async () => {
    const chief = await customRole(["dashboard.view"], { priority: 30, name: "Chief" });
    await otto.ok("PUT", `/api/members/${vega.memberId}/role`, { roleId: chief });
    expect((await change(otto, { outcome: "end", reason: "Too busy" })).status).toBe(200);
    expect(await roleOf(vega)).toBe("Chief");
  });

  it("cannot be decided by its own member", async () => {
    await decide(otto, await agreed(await person("administrator")), { decision: "trial" });
    const ada = await person("administrator");
    await raw.DB.prepare("update security_trials set user_id = ? where id = ?").bind(ada.userId, id).run();
    expect(codeOf(await change(ada, { outcome: "confirm" }))).toBe("security_trial_own");
    expect((await change(vega, { outcome: "confirm" })).status).toBe(403);
  });

  it("ends when its member leaves, with the role from before", async () => {
    const ada = await person("administrator");
    await otto.ok("PUT", `/api/members/${vega.memberId}/status`, { status: "inactive" });
    expect([await trials(), await roleOf(vega)]).toEqual([[], "Member"]);
    const nova = await person("member");
    await onTrial(nova, 3);
    const left = await prospect({ status: "active", user_id: nova.userId });
    await otto.ok("PATCH", `/api/prospects/${left}/status`, { status: "inactive" });
    expect(await trials()).toEqual([]);
    const finn = await person("member");
    await onTrial(finn, 3);
    await ada.ok("DELETE", `/api/users/${finn.userId}`);
    expect(await trials()).toEqual([]);
  });

  it("reminds reviewers a week before its end and on its last day, once each, and never its member", async () => {
    const remind = async (now = new Date()) => {
      const { db } = openDb(raw.DB, "first-primary");
      await write(db, await remindOfTrials({ db, env: settings(), now, language: "en" }));
      return (await bellOf(otto)).filter((text) => text.startsWith("The trial of Vega")).length;
    };
    const onDay = (days: number) => new Date(Date.now() + days * 86_400_000);
    await raw.DB.prepare("update security_trials set ends_on = ?").bind(inDays(8)).run();
    expect(await remind()).toBe(0);
    expect([await remind(onDay(1)), await remind(onDay(1)), await remind(onDay(7))]).toEqual([1, 1, 1]);
    expect([await remind(onDay(8)), await remind(onDay(9))]).toEqual([2, 2]);
    expect(await bellOf(vega)).not.toContainEqual(expect.stringContaining("The trial of"));
  });
});
