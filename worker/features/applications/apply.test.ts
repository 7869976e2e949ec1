import { beforeEach, describe, expect, it } from "vitest";
import type { Problem } from "../../lib/errors.ts";
import {
  type Caller,
  hoursFromNow,
  interrupted,
  organization,
  person,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import type { Section } from "../forms/forms.schema.ts";
import { formOf } from "../forms/testing/forms.factory.ts";
import type { ApplicantProfile, Application } from "./applications.schema.ts";
import { application, payload, postedBy } from "./testing/applications.factory.ts";
import { WIZARD } from "./wizard.schema.ts";

const BASE = "/api/contract-applications";

let owner: Caller;
let pilot: Caller;
beforeEach(async () => {
  owner = await person("recruiter", 1, "Captain Holm");
  pilot = await person("member", 1, "Vega Rook");
});

const apply = (caller: Caller, body: unknown, headers: Record<string, string> = {}) =>
  caller.call("POST", BASE, { body, headers });
const openOf = (contractId: number) =>
  value<number>("select applications from contracts where id = ?", contractId);
const stored = () => value<number>("select count(*) from contract_applications");
/** Sends 50 requests at once; returns the statuses. */
const fifty = (send: (at: number) => Promise<{ status: number }>) =>
  Promise.all(Array.from({ length: 50 }, (_, at) => send(at).then(({ status }) => status)));

describe("applying for a contract", () => {
  it("stores the fields of the wizard, raises the contract's count and writes the audit log", async () => {
    const contractId = await postedBy(owner, { title: "Haul quantanium" });
    await raw.DB.prepare(
      `insert into rsi_accounts (user_id, organization_id, handle, handle_key, verified_at)
       values (?, 1, 'VegaRook', 'vegarook', '')`,
    )
      .bind(pilot.userId)
      .run();
    const sent = payload(contractId, { rsiHandle: "vegaROOK" });
    const answer = await apply(pilot, sent);
    expect(answer.status).toBe(201);
    const { termsAccepted: _, ...fields } = sent;
    expect(JSON.parse(answer.text)).toEqual({
      ...fields,
      id: expect.any(Number),
      kind: "contract",
      contractTitle: "Haul quantanium",
      contractPay: 1_000,
      contractCurrency: "aUEC",
      contractDeadline: null,
      added: [],
      applicant: { userId: pilot.userId, displayName: "Vega Rook", avatarUrl: null },
      isHandleVerified: true,
      status: "pending",
      ...{ message: null, decidedBy: null, decidedAt: null },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      version: 1,
      can: { decide: false, withdraw: true },
    });
    expect(await openOf(contractId)).toBe(1);
    expect(await value("select version from contracts")).toBe(1);
    expect(await rows("select action, readers, entity_name, actor_name from audit_log")).toEqual([
      {
        action: "application.sent",
        readers: "private",
        entity_name: "Haul quantanium",
        actor_name: "Vega Rook",
      },
    ]);
  });

  it("is refused for an own, an assigned, a late or a finished contract, naming its assignee or its state", async () => {
    const own = await postedBy(owner);
    const taken = await postedBy(owner, { status: "accepted", assigned_to: owner.userId });
    const over = await postedBy(owner, { status: "cancelled" });
    expect((await owner.fails("POST", BASE, payload(own))).code).toBe("application_own");
    const { code, detail } = await pilot.fails("POST", BASE, payload(taken));
    expect([code, detail.includes("Captain Holm")]).toEqual(["contract_taken", true]);
    const closed = await pilot.fails("POST", BASE, payload(over));
    expect([closed.code, closed.detail.includes("Cancelled")]).toEqual(["contract_not_open", true]);
    expect(await stored()).toBe(0);
    const contractId = await postedBy(owner, { deadline: hoursFromNow(-1) });
    const late = await pilot.fails("POST", BASE, payload(contractId));
    expect([late.status, late.code]).toEqual([409, "contract_late"]);
    await owner.ok("PUT", `/api/contracts/${contractId}`, { deadline: hoursFromNow(1) });
    await pilot.ok("POST", BASE, payload(contractId));
  });

  it("answers 404 for a contract of another organization, a missing one and a draft", async () => {
    const stranger = await person("administrator", await organization());
    const contractId = await postedBy(owner);
    const draft = await postedBy(owner, { status: "draft", posted_at: null });
    const elsewhere = payload(contractId, { organizationId: undefined });
    expect((await stranger.fails("POST", BASE, elsewhere)).code).toBe("not_found");
    expect((await stranger.fails("POST", BASE, payload(null))).code).toBe("not_found");
    for (const id of [draft, 99_999])
      expect((await pilot.fails("POST", BASE, payload(id))).code).toBe("not_found");
    expect(await stored()).toBe(0);
  });

  it("fails on a contract that changes constantly, without a current record", async () => {
    const body = payload(await postedBy(owner, { title: "Haul quantanium" }));
    const database = interrupted("each", () =>
      raw.DB.prepare("update contracts set version = version + 1").run(),
    );
    const refused = await pilot.call("POST", BASE, { body, database });
    const { code, detail, current } = JSON.parse(refused.text) as Problem;
    expect([code, detail.includes("Haul quantanium"), current]).toEqual(["stale_version", true, undefined]);
    expect(await stored()).toBe(0);
  });

  it("accepts one application of each of 50 members at once, and counts all of them", async () => {
    const contractId = await postedBy(owner);
    const members = await Promise.all(Array.from({ length: 50 }, () => person("member")));
    const answers = await fifty((at) => apply(members[at] as Caller, payload(contractId)));
    expect(answers).toEqual(Array(50).fill(201));
    expect([await stored(), await openOf(contractId)]).toEqual([50, 50]);
  });

  it("creates one application when a member sends 50 at once", async () => {
    const contractId = await postedBy(owner);
    const answers = await fifty(() => apply(pilot, payload(contractId)));
    expect(answers.sort()).toEqual([201, ...Array(49).fill(409)]);
    expect([await stored(), await openOf(contractId)]).toEqual([1, 1]);
    expect((await pilot.fails("POST", BASE, payload(contractId))).code).toBe("application_open");
  });

  it("returns the first application for a repeated key, also after the contract was assigned", async () => {
    const contractId = await postedBy(owner);
    const send = () => apply(pilot, payload(contractId), { "Idempotency-Key": "once" });
    const first = JSON.parse((await send()).text) as Application;
    await owner.ok("PATCH", `${BASE}/${first.id}/accept`, { version: 1 });
    const again = await send();
    expect([again.status, (JSON.parse(again.text) as Application).id]).toEqual([201, first.id]);
    expect(await stored()).toBe(1);
  });

  it("is possible again after the application was withdrawn", async () => {
    const contractId = await postedBy(owner, { applications: 1 });
    const id = await application(pilot, contractId);
    await pilot.ok("PATCH", `${BASE}/${id}/withdraw`, { version: 1 });
    expect(await openOf(contractId)).toBe(0);
    await pilot.ok("POST", BASE, payload(contractId));
    expect([await stored(), await openOf(contractId)]).toEqual([2, 1]);
  });

  it("lowers the contract's count when the applicant's account is deleted", async () => {
    const contractId = await postedBy(owner);
    await pilot.ok("POST", BASE, payload(contractId));
    await (await person("administrator")).ok("DELETE", `/api/users/${pilot.userId}`);
    expect([await stored(), await openOf(contractId)]).toEqual([0, 0]);
  });

  it("requires every field of the first steps and the declaration", async () => {
    const contractId = await postedBy(owner);
    const needed = [
      ...["experience", "shipType", "availability", "firstName", "lastName", "discordUsername"],
      ...["timezone", "backgroundCheck", "termsAccepted"],
    ];
    for (const field of needed) {
      const { errors } = await pilot.fails("POST", BASE, payload(contractId, { [field]: undefined }));
      expect([field, Object.keys(errors ?? {})]).toEqual([field, [field]]);
    }
    for (const wrong of [{ termsAccepted: false }, { experience: "  " }, { contractId: -1 }])
      expect((await pilot.fails("POST", BASE, payload(contractId, wrong))).code).toBe("invalid_input");
    const shortest = payload(contractId, {
      ...{ organizationId: undefined, applicantName: undefined, applicantDiscord: undefined },
      ...{ rsiHandle: "", references: "", additionalNotes: null },
    });
    const { rsiHandle, references, additionalNotes } = await pilot.ok<Application>("POST", BASE, shortest);
    expect([rsiHandle, references, additionalNotes]).toEqual([null, null, null]);
  });
});

describe("applying for the security team", () => {
  it("requires security.view, and allows one pending application", async () => {
    const { contractId: _, ...withoutContract } = payload(null);
    const sent = await pilot.ok<Application>("POST", BASE, withoutContract);
    expect([sent.contractId, sent.contractTitle]).toEqual([null, null]);
    expect((await pilot.fails("POST", BASE, payload(null))).code).toBe("application_open");

    const contractId = await postedBy(owner);
    const without = (permission: string) =>
      raw.DB.prepare(
        `update roles set version = version + 1, permissions =
         (select json_group_array(value) from json_each(permissions) where value <> ?) where key = 'member'`,
      )
        .bind(permission)
        .run();
    await without("contracts.read");
    const other = await person("member");
    expect((await other.fails("POST", BASE, payload(contractId))).detail).toContain("contracts.read");
    await other.ok("POST", BASE, payload(null));
    await without("security.view");
    expect((await other.fails("GET", `${BASE}/1/profile?kind=security`)).code).toBe("forbidden");
    expect((await (await person("member")).fails("POST", BASE, payload(null))).code).toBe("forbidden");
  });
});

it("is taken three times a day for the same, also where each is taken back, and for another contract still", async () => {
  const [contractId, another] = [await postedBy(owner), await postedBy(owner)];
  for (const about of [contractId, null]) {
    for (let turn = 0; turn < 3; turn++) {
      const { id } = await pilot.ok<Application>("POST", BASE, payload(about));
      await pilot.ok("PATCH", `${BASE}/${id}/withdraw`, { version: 1 });
    }
    const { code, status } = await pilot.fails("POST", BASE, payload(about));
    expect([status, code]).toEqual([429, "applications_often"]);
  }
  await pilot.ok("POST", BASE, payload(another));
});

describe("questions that the organization added", () => {
  const [first, ...others] = WIZARD.sections as [Section, ...Section[]];
  const callsign = { id: "callsign", kind: "short", label: { en: "Your callsign" }, required: true } as const;
  const content = { sections: [{ ...first, questions: [...first.questions, callsign] }, ...others] };
  const asked = (key: "contract" | "security") => formOf({ content, key });
  const answered = { formNumber: 1, answers: { callsign: "Nova" } };

  it("are answered with their version, and read with it by those who decide, until they are deleted", async () => {
    const contractId = await postedBy(owner);
    await asked("contract");
    expect(await pilot.ok("GET", `${BASE}/1/profile`)).toMatchObject({ form: { number: 1, content } });
    const sent = await pilot.ok<Application>("POST", BASE, payload(contractId, answered));
    const added = [{ question: callsign, answer: "Nova" }];
    expect(sent.added).toEqual(added);
    const [read] = await owner.ok<Application[]>("GET", `${BASE}/1?contractId=${contractId}`);
    expect(read?.added).toEqual(added);
    const { last } = await pilot.ok<ApplicantProfile>("GET", `${BASE}/1/profile`);
    expect(last?.answers).toEqual({ callsign: "Nova" });
    await pilot.ok("PATCH", `${BASE}/${sent.id}/withdraw`, { version: 1 });
    expect(await value("select answers from contract_applications")).toBe(null);
  });

  it("are checked where they are answered, and skipped by a client that does not know of them", async () => {
    await asked("security");
    const { code, errors } = await pilot.fails("POST", BASE, payload(null, { formNumber: 1, answers: {} }));
    expect([code, Object.keys(errors ?? {})]).toEqual(["invalid_input", ["answers.callsign"]]);
    const old = await pilot.fails("POST", BASE, payload(null, { ...answered, formNumber: 2 }));
    expect([old.status, old.code]).toEqual([409, "application_form_changed"]);
    const stray = { callsign: "Nova", experience: "None", unknown: "?" };
    expect(await stored()).toBe(0);
    await pilot.ok("POST", BASE, payload(null, { formNumber: 1, answers: stray }));
    expect(await rows("select experience, answers from contract_applications")).toEqual([
      { experience: "Two years of hauling", answers: '{"callsign":"Nova"}' },
    ]);
    expect(await owner.ok("POST", BASE, payload(null))).toMatchObject({ added: [] });
  });
});

describe("the profile of an applicant", () => {
  it("has their names, their verified handle and the ships of their hangar", async () => {
    await raw.DB.batch([
      raw.DB.prepare(
        `insert into ships (organization_id, id, name, name_full, slug, company_name, roles)
         values (1, 7, 'Prospector', 'MISC Prospector', 'prospector', 'MISC', '[]'),
           (1, 8, 'Cutter', 'Drake Cutter', 'cutter', 'Drake', '[]')`,
      ),
      raw.DB.prepare(`insert into hangars (user_id, organization_id, is_hidden) values (?, 1, 1)`).bind(
        pilot.userId,
      ),
      raw.DB.prepare(
        `insert into hangar_ships (organization_id, user_id, ship_id, quantity, created_at, updated_at)
         values (1, ?1, 7, 2, '', ''), (1, ?1, 8, 1, '', '')`,
      ).bind(pilot.userId),
      raw.DB.prepare("update users set discord_id = '1', username = 'vega.rook' where id = ?").bind(
        pilot.userId,
      ),
    ]);
    expect(await pilot.ok("GET", `${BASE}/1/profile`)).toEqual({
      displayName: "Vega Rook",
      discordUsername: "vega.rook",
      rsiHandle: null,
      isHandleVerified: false,
      ships: ["Cutter", "Prospector"],
      form: { number: null, content: WIZARD },
      last: null,
    });
    expect(await owner.ok("GET", `${BASE}/1/profile`)).toMatchObject({ discordUsername: null, ships: [] });
  });

  it("has the answers of their own newest application, whatever its outcome", async () => {
    const lastOf = async () => (await pilot.ok<ApplicantProfile>("GET", `${BASE}/1/profile`)).last;
    const first = await pilot.ok<Application>("POST", BASE, payload(null));
    await pilot.ok("PATCH", `${BASE}/${first.id}/withdraw`, { version: first.version });
    await pilot.ok("POST", BASE, { ...payload(null), shipType: "Cutlass Black", additionalNotes: "Once" });
    const other = await person("member");
    await other.ok("POST", BASE, { ...payload(null), shipType: "Arrow" });
    const { experience, availability, firstName, lastName, discordUsername, timezone } = first;
    expect(await lastOf()).toEqual({
      ...{ experience, availability, firstName, lastName, discordUsername, timezone },
      ...{ shipType: "Cutlass Black", additionalNotes: "Once" },
      ...{ rsiHandle: first.rsiHandle, backgroundCheck: first.backgroundCheck, references: first.references },
      answers: null,
    });
  });
});
