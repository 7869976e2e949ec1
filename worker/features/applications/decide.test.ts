import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, interrupted, organization, person, raw, rows, value } from "../../testing/world.ts";
import { chooseRole, reviewed } from "../security-team/testing/security-team.factory.ts";
import type { Application } from "./applications.schema.ts";
import { application, payload, postedBy } from "./testing/applications.factory.ts";

const BASE = "/api/contract-applications";

let owner: Caller;
let pilot: Caller;
let other: Caller;
beforeEach(async () => {
  owner = await person("recruiter", 1, "Captain Holm");
  pilot = await person("member", 1, "Vega Rook");
  other = await person("member", 1, "Nova Hale");
});

const patch = (caller: Caller, id: number, verb: string, body: unknown = { version: 1 }) =>
  caller.call("PATCH", `${BASE}/${id}/${verb}`, { body });
const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as { code: string }).code;
const statuses = () => rows<{ status: string }>("select user_id, status from contract_applications");

describe("accepting an application", () => {
  it("assigns the contract, declines the other applications and writes history and audit log in one batch", async () => {
    const contractId = await postedBy(owner, { title: "Haul quantanium", applications: 3 });
    const id = await application(pilot, contractId);
    await application(other, contractId);
    const withdrawn = await person("member");
    await application(withdrawn, contractId, { status: "withdrawn" });
    const answer = await patch(owner, id, "accept", { message: " Welcome aboard ", version: 1 });
    expect(answer.meter.trips).toBeLessThanOrEqual(3);
    expect(JSON.parse(answer.text)).toMatchObject({
      ...{ id, status: "accepted", message: "Welcome aboard", decidedBy: "Captain Holm", version: 2 },
      can: { decide: false, withdraw: false },
    });
    expect(await rows("select status, assigned_to, applications, version from contracts")).toEqual([
      { status: "accepted", assigned_to: pilot.userId, applications: 0, version: 2 },
    ]);
    expect(await statuses()).toEqual([
      { user_id: pilot.userId, status: "accepted" },
      { user_id: other.userId, status: "declined" },
      { user_id: withdrawn.userId, status: "withdrawn" },
    ]);
    expect(await rows("select action, previous_value, new_value from contract_history")).toContainEqual({
      ...{ action: "status", previous_value: "posted", new_value: "accepted" },
    });
    expect(await rows("select action, readers, details from audit_log")).toContainEqual({
      ...{ action: "application.accepted", readers: "private", details: '{"applicant":"Vega Rook"}' },
    });
    const [own] = await other.ok<Application[]>("GET", `${BASE}/1`);
    expect(own).toMatchObject({ status: "declined", decidedBy: "Captain Holm", message: null });
  });

  it("is refused with the current application while the contract changes constantly, or was taken", async () => {
    const contractId = await postedBy(owner, { applications: 1 });
    const id = await application(pilot, contractId);
    const [pending] = await owner.ok<Application[]>("GET", `${BASE}/1?contractId=${contractId}`);
    const database = interrupted("each", () =>
      raw.DB.prepare("update contracts set version = version + 1").run(),
    );
    const stale = await owner.call("PATCH", `${BASE}/${id}/accept`, { body: { version: 1 }, database });
    expect(JSON.parse(stale.text)).toMatchObject({ code: "stale_version", current: pending });
    await raw.DB.prepare("update contracts set status = 'accepted', assigned_to = ?")
      .bind(other.userId)
      .run();
    const taken = await patch(owner, id, "accept");
    expect(JSON.parse(taken.text)).toMatchObject({ code: "contract_taken", current: pending });
  });

  it("accepts one application when 50 officers accept at once, and tells 49 officers who got the contract", async () => {
    const contractId = await postedBy(owner, { applications: 50 });
    const pairs = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        // No name is a part of another.
        const name = `Pilot ${100 + at}`;
        const applicant = await person("member", 1, name);
        const id = await application(applicant, contractId);
        return { officer: await person("officer"), userId: applicant.userId, name, id };
      }),
    );
    const answers = await Promise.all(
      pairs.map(async (pair) => ({ ...pair, ...(await patch(pair.officer, pair.id, "accept")) })),
    );
    const [accepted, ...more] = answers.filter(({ status }) => status === 200);
    if (!accepted) throw new Error("nobody accepted");
    expect(more).toEqual([]);
    const { userId, name } = accepted;
    for (const { status, text } of answers.filter((each) => each !== accepted)) {
      const { code, detail } = JSON.parse(text) as { code: string; detail: string };
      expect([status, code, detail.includes(name)]).toEqual([409, "contract_taken", true]);
    }
    expect(await rows("select assigned_to, applications from contracts")).toEqual([
      { assigned_to: userId, applications: 0 },
    ]);
    expect(await rows("select status, count(*) as n from contract_applications group by status")).toEqual([
      { status: "accepted", n: 1 },
      { status: "declined", n: 49 },
    ]);
    expect((await statuses()).find(({ status }) => status === "accepted")).toMatchObject({ user_id: userId });
    expect(await rows("select action from contract_history")).toHaveLength(1);
  });

  it("is refused for a decided application, and for an applicant who left", async () => {
    const contractId = await postedBy(owner, { applications: 2 });
    const id = await application(pilot, contractId);
    expect(codeOf(await patch(owner, id, "accept", { version: 7 }))).toBe("stale_version");
    await owner.ok("PATCH", `${BASE}/${id}/decline`, {});
    const again = await patch(owner, id, "accept");
    expect([again.status, codeOf(again)]).toEqual([409, "application_decided"]);
    const left = await application(other, contractId);
    await (await person("administrator")).ok("PUT", `/api/members/${other.memberId}/status`, {
      status: "inactive",
    });
    expect(codeOf(await patch(owner, left, "accept"))).toBe("assignee_not_active");
    expect(await value("select assigned_to from contracts")).toBeNull();
  });

  it("is allowed to poster, creator and contracts.admin; other members get 404", async () => {
    const contractId = await postedBy(owner, { applications: 3 });
    const id = await application(pilot, contractId);
    const manager = await person("crm_manager");
    const stranger = await person("administrator", await organization());
    for (const verb of ["accept", "decline"]) {
      expect(codeOf(await patch(pilot, id, verb))).toBe("application_self");
      for (const caller of [other, manager, stranger])
        expect(codeOf(await patch(caller, id, verb))).toBe("not_found");
    }
    expect(codeOf(await patch(owner, id, "withdraw"))).toBe("application_not_yours");
    expect((await patch(await person("officer"), id, "accept")).status).toBe(200);
  });
});

describe("declining and withdrawing", () => {
  it("end an application once, and change nothing of the contract but its number of applications", async () => {
    const contractId = await postedBy(owner, { applications: 2 });
    const declined = await application(pilot, contractId);
    const withdrawn = await application(other, contractId);
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => patch(owner, declined, "decline", { message: "Next time" })),
      ...[1, 2, 3].map(() => patch(other, withdrawn, "withdraw", {})),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(await rows("select applications, status, version, assigned_to from contracts")).toEqual([
      { applications: 0, status: "posted", version: 1, assigned_to: null },
    ]);
    expect(await rows("select status, message, decided_by from contract_applications")).toEqual([
      { status: "declined", message: "Next time", decided_by: "Captain Holm" },
      { status: "withdrawn", message: null, decided_by: null },
    ]);
    expect((await rows("select action from audit_log order by action")).map(({ action }) => action)).toEqual([
      "application.declined",
      "application.withdrawn",
    ]);
  });
});

describe("applications for the security team", () => {
  it("are decided by users with security.review, and change no contract", async () => {
    const officer = await person("officer");
    await chooseRole();
    const [first, second] = [await application(pilot, null), await application(other, null)];
    await reviewed(first, "accept", "trial");
    await reviewed(second, "decline", "decline");
    expect(codeOf(await patch(owner, first, "accept"))).toBe("not_found");
    expect(codeOf(await patch(pilot, first, "accept"))).toBe("application_self");
    expect((await patch(officer, first, "accept")).status).toBe(200);
    expect((await patch(officer, second, "decline", { message: "Fly more" })).status).toBe(200);
    expect((await statuses()).map(({ status }) => status)).toEqual(["accepted", "declined"]);
  });
});

describe("lists of applications", () => {
  const ids = (list: Application[]) => list.map(({ id }) => id);

  it("show a contract's to users who decide on them, and each user's own", async () => {
    const contractId = await postedBy(owner);
    const mine = await application(pilot, contractId);
    const theirs = await application(other, contractId, { status: "withdrawn" });
    const security = await application(pilot, null);
    const officer = await person("officer");
    for (const decider of [owner, officer]) {
      const list = await decider.ok<Application[]>("GET", `${BASE}/1?contractId=${contractId}`);
      expect([ids(list), list.map(({ can }) => can.decide)]).toEqual([
        [theirs, mine],
        [false, true],
      ]);
    }
    expect((await pilot.fails("GET", `${BASE}/1?contractId=${contractId}`)).code).toBe("not_found");
    expect(ids(await pilot.ok("GET", `${BASE}/1`))).toEqual([security, mine]);
    expect(ids(await pilot.ok("GET", `${BASE}/1?of=me&contractId=${contractId}`))).toEqual([mine]);
    expect(await owner.ok("GET", `${BASE}/1?of=me`)).toEqual([]);
    const elsewhere = await organization();
    const stranger = await person("administrator", elsewhere);
    const there = `${BASE}/${elsewhere}`;
    expect((await stranger.fails("GET", `${there}?contractId=${contractId}`)).code).toBe("not_found");
  });

  it("hide the title and terms of a contract that is a draft again", async () => {
    const contractId = await postedBy(owner, { status: "draft", posted_at: null });
    await application(pilot, contractId, { status: "declined" });
    expect(await pilot.ok("GET", `${BASE}/1`)).toMatchObject([
      { contractId, contractTitle: null, contractPay: null, contractCurrency: null, contractDeadline: null },
    ]);
  });

  it("come in pages, and change their entity tag when an application is sent, answered or withdrawn", async () => {
    const contractId = await postedBy(owner);
    const first = await application(pilot, null);
    const second = await application(pilot, contractId);
    const path = `${BASE}/1?limit=1`;
    const page = await pilot.call("GET", path);
    expect(ids(JSON.parse(page.text))).toEqual([second]);
    const [, next = ""] = /<(.*)>/.exec(page.headers.get("Link") ?? "") ?? [];
    expect(ids(await pilot.ok("GET", next))).toEqual([first]);

    const tagOf = async () => (await owner.call("GET", `${BASE}/1`)).headers.get("ETag");
    let tag = await tagOf();
    for (const change of [
      () => other.ok("POST", BASE, payload(contractId)),
      () => owner.ok("PATCH", `${BASE}/${second}/decline`, {}),
      () => pilot.ok("PATCH", `${BASE}/${first}/withdraw`, {}),
    ]) {
      await change();
      const after = await tagOf();
      expect(after).not.toBe(tag);
      tag = after;
    }
  });
});
