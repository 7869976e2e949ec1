import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, hoursFromNow, person, raw, rows, value } from "../../testing/world.ts";
import type { AuditEntry } from "../audit/audit.schema.ts";
import {
  CONTRACT_STATUSES,
  type Contract,
  type ContractCounts,
  type ContractHistoryEntry,
} from "./contracts.schema.ts";
import { contract } from "./testing/contracts.factory.ts";

let admin: Caller;
let writer: Caller;
let pilot: Caller;
beforeEach(async () => {
  admin = await person("administrator");
  writer = await person("recruiter", 1, "Vega Rook");
  pilot = await person("member", 1, "Nova Hale");
});

const TERMS = { title: "Haul quantanium", amount: 50_000, location: "Lorville", deadline: hoursFromNow(48) };
const write = (values: Record<string, unknown> = {}, by = writer) =>
  by.ok<Contract>("POST", "/api/contracts", { ...TERMS, ...values });
const edit = (id: number, values: Record<string, unknown>, by = writer) =>
  by.ok<Contract>("PUT", `/api/contracts/${id}`, values);
const history = (id: number, by = writer) =>
  by.ok<ContractHistoryEntry[]>("GET", `/api/contracts/${id}/history`);
const list = (query: string, by = pilot) => by.ok<Contract[]>("GET", `/api/contracts/1${query}`);
const idsOf = async (query: string, by = pilot) => (await list(query, by)).map(({ id }) => id);
const audit = (id: number) =>
  rows<{ action: string; entity_name: string | null; readers: string; details: string | null }>(
    "select action, entity_name, readers, details from audit_log where entity_id = ? and action like 'contract.%' order by id",
    id,
  );
/** Everything that verbs of contracts write, as one text. */
const everything = async () =>
  JSON.stringify(
    await Promise.all(
      ["contracts", "contract_history", "contract_applications", "contract_splits", "audit_log"].map(
        (table) => rows(`select * from ${table}`),
      ),
    ),
  );

describe("a new contract", () => {
  it("is a draft of its creator, with the pay computed from its payment type", async () => {
    const flat = await write();
    expect(flat).toMatchObject({
      status: "draft",
      organizationId: 1,
      createdBy: writer.memberId,
      postedAt: null,
      pay: 50_000,
      can: {
        update: true,
        delete: true,
        post: true,
        apply: false,
        open: false,
        moveTo: ["posted", "active"],
      },
    });
    expect((await write({ paymentType: "percentage", amount: 333, percentageOf: 50 })).pay).toBe(167);
    expect((await write({ paymentType: "hourly", hourlyRate: 333, estimatedHours: 0.5 })).pay).toBe(167);
    expect((await history(flat.id)).map(({ action, newValue }) => [action, newValue])).toEqual([
      ["created", "draft"],
    ]);
  });

  it("is posted at once on demand, with both steps in history and audit log", async () => {
    const made = await write({ status: "posted" });
    expect(made).toMatchObject({ status: "posted", postedBy: writer.memberId });
    expect(made.postedByMember?.displayName).toBe("Vega Rook");
    expect((await history(made.id)).map(({ action, newValue }) => [action, newValue])).toEqual([
      ["status", "posted"],
      ["created", "draft"],
    ]);
    expect((await write({ status: "active" })).status).toBe("active");
    for (const status of CONTRACT_STATUSES.filter((each) => !["draft", "posted", "active"].includes(each)))
      expect((await writer.fails("POST", "/api/contracts", { ...TERMS, status })).code).toBe(
        "contract_transition",
      );
  });

  it("is created once when its request is repeated", async () => {
    const headers = { "Idempotency-Key": "one" };
    const answers = await Promise.all(
      [1, 2, 3].map(() => writer.call("POST", "/api/contracts", { body: TERMS, headers })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${JSON.parse(text).id}`)).size).toBe(1);
    expect(await value("select count(*) from contracts")).toBe(1);
  });

  it("cannot be posted without title, pay and a future deadline", async () => {
    for (const [values, field] of [
      [{ amount: 0 }, "amount"],
      [{ paymentType: "percentage", amount: 500 }, "percentageOf"],
      [{ paymentType: "hourly", amount: 500, estimatedHours: 2 }, "hourlyRate"],
    ] as const) {
      const { id } = await write(values);
      const before = await everything();
      for (const [method, path, body] of [
        ["PATCH", `/api/contracts/${id}/post`, undefined],
        ["PATCH", `/api/contracts/${id}/status`, { status: "active" }],
        ["PUT", `/api/contracts/${id}`, { status: "posted" }],
        ["POST", "/api/contracts", { ...TERMS, ...values, status: "posted" }],
      ] as const) {
        const problem = await writer.fails(method, path, body);
        expect([method, problem.status, problem.code]).toEqual([method, 409, "contract_incomplete"]);
        expect(problem.errors).toEqual({ [field]: ["Required"] });
      }
      expect(await everything()).toBe(before);
    }
    const late = await contract({ created_by: writer.memberId, pay: 5, deadline: hoursFromNow(-1) });
    const problem = await writer.fails("PATCH", `/api/contracts/${late}/post`);
    expect([problem.code, Object.keys(problem.errors ?? {})]).toEqual(["contract_incomplete", ["deadline"]]);
  });
});

describe("an edit", () => {
  it("keeps omitted fields, clears fields that are null, and records every change", async () => {
    const { id } = await write({ status: "posted", description: "With care" });
    const after = await edit(id, { title: "Haul gold", amount: 60_000, description: null, version: 1 });
    expect(after).toMatchObject({
      ...{ title: "Haul gold", amount: 60_000, pay: 60_000, description: null },
      ...{ location: "Lorville", status: "posted", version: 2 },
    });
    expect((await history(id))[0]).toMatchObject({
      action: "edited",
      performedBy: "Vega Rook",
      changes: {
        title: { from: "Haul quantanium", to: "Haul gold" },
        amount: { from: "50000", to: "60000" },
        description: { from: "With care", to: null },
      },
    });
    expect((await audit(id)).at(-1)).toMatchObject({ action: "contract.edited", readers: "contracts.read" });
    expect(JSON.parse((await audit(id)).at(-1)?.details ?? "")).toMatchObject({
      ...{ fromTitle: "Haul quantanium", toTitle: "Haul gold" },
      ...{ fromAmount: 50_000, toAmount: 60_000 },
    });
  });

  it("writes nothing where no field changes", async () => {
    const made = await write({ status: "posted" });
    const before = await everything();
    const { title, amount, location, deadline, assignedTo, status } = made;
    for (const body of [{}, { title, amount, location, deadline, assignedTo, status, version: 1 }])
      expect(await edit(made.id, body)).toEqual(made);
    expect(await everything()).toBe(before);
  });

  it("refuses a stale version with 409 and the current contract", async () => {
    const { id } = await write();
    await edit(id, { title: "Haul gold", version: 1 });
    for (const [method, path, body] of [
      ["PUT", `/api/contracts/${id}`, { title: "Haul silver" }],
      ["PATCH", `/api/contracts/${id}/post`, {}],
      ["PATCH", `/api/contracts/${id}/status`, { status: "posted" }],
    ] as const) {
      const problem = await writer.fails(method, path, { ...body, version: 1 });
      expect([problem.status, problem.code]).toEqual([409, "stale_version"]);
      expect(problem.current).toMatchObject({ id, title: "Haul gold", status: "draft", version: 2 });
    }
  });

  it("is allowed to poster, creator and users with contracts.admin", async () => {
    const { id } = await write({ status: "posted" });
    const other = await person("recruiter");
    for (const by of [other, pilot])
      for (const [method, path, body] of [
        ["PUT", "", { title: "Mine" }],
        ["DELETE", "", undefined],
        ["PATCH", "/status", { status: "cancelled" }],
      ] as const)
        expect((await by.fails(method, `/api/contracts/${id}${path}`, body)).code).toBe("contract_not_yours");
    expect((await other.fails("PATCH", `/api/contracts/${id}/post`)).code).toBe("contract_not_yours");
    expect((await edit(id, { title: "Ours" }, admin)).title).toBe("Ours");
  });

  it("cannot change the pay once its split is approved, nor a contract in a final state", async () => {
    const values = { created_by: writer.memberId, amount: 500, pay: 500, assigned_to: pilot.userId };
    const id = await contract({ ...values, status: "completed" });
    await raw.DB.prepare(
      "insert into contract_splits (id, organization_id, mode, lines, locked_at, updated_at) values (?, 1, 'equal', '[]', '', '')",
    )
      .bind(id)
      .run();
    const before = await everything();
    for (const body of [{ amount: 600 }, { currency: "UEC" }, { paymentType: "percentage", percentageOf: 5 }])
      expect((await writer.fails("PUT", `/api/contracts/${id}`, body)).code).toBe("contract_pay_settled");
    expect(await everything()).toBe(before);
    expect((await edit(id, { title: "Hauled" })).title).toBe("Hauled");
    for (const status of ["closed", "cancelled"]) {
      const over = await contract({ ...values, status });
      expect((await writer.fails("PUT", `/api/contracts/${over}`, { title: "More" })).code).toBe(
        "contract_final",
      );
    }
  });

  it("keeps a past deadline, and refuses a new past one", async () => {
    const deadline = hoursFromNow(-1);
    const id = await contract({ created_by: writer.memberId, status: "posted", pay: 5, amount: 5, deadline });
    expect((await edit(id, { title: "Late", deadline })).title).toBe("Late");
    const problem = await writer.fails("PUT", `/api/contracts/${id}`, { deadline: hoursFromNow(-2) });
    expect(problem.errors).toEqual({ deadline: ["Enter a time that is still to come"] });
  });

  it("can move the contract to another state in the same request", async () => {
    const { id } = await write();
    expect(await edit(id, { title: "Haul gold", status: "active" })).toMatchObject({
      ...{ title: "Haul gold", status: "active", version: 2 },
    });
    expect((await writer.fails("PUT", `/api/contracts/${id}`, { status: "completed" })).code).toBe(
      "contract_transition",
    );
    expect(await edit(id, { status: "draft" })).toMatchObject({ status: "draft", postedAt: null });
  });
});

describe("a draft", () => {
  it("is seen in every route by users who look after it, and by no one else", async () => {
    const { id } = await write({ title: "Secret of Levski" });
    await edit(id, { title: "Secret of Pyro", assignedTo: pilot.userId });
    const other = await person("recruiter");
    for (const by of [other, pilot]) {
      for (const [method, path, body] of [
        ["GET", "/record", undefined],
        ["GET", "/history", undefined],
        ["PUT", "", { title: "Found" }],
        ["DELETE", "", undefined],
        ["PATCH", "/status", { status: "posted" }],
      ] as const)
        expect((await by.fails(method, `/api/contracts/${id}${path}`, body)).code).toBe("not_found");
      for (const query of [
        "",
        "?show=active",
        "?show=drafts",
        "?show=all_drafts",
        "?q=secret",
        "?mine=assigned",
        "?show=all_drafts&q=secret",
      ])
        expect(await idsOf(query, by)).toEqual([]);
      expect(await by.ok<ContractCounts>("GET", "/api/contracts/1/counts")).toMatchObject({
        active: 0,
        drafts: 0,
      });
    }
    expect((await other.fails("PATCH", `/api/contracts/${id}/post`)).code).toBe("not_found");
    expect(await idsOf("?show=drafts", admin)).toEqual([]);
    for (const query of ["", "?show=drafts", "?show=all_drafts"])
      expect(await idsOf(query, writer)).toEqual([id]);
    for (const query of ["?show=all_drafts", "?show=all_drafts&q=pyro"])
      expect(await idsOf(query, admin)).toEqual([id]);
    // Neither the audit log nor the recent activity mentions it.
    const log = await admin.ok<AuditEntry[]>("GET", "/api/audit/1");
    expect(log.filter(({ action }) => action.startsWith("contract."))).toHaveLength(2);
    for (const path of ["/api/audit/1", "/api/activities/1"])
      expect((await admin.call("GET", path)).text).not.toMatch(/secret|pyro|Nova Hale/i);
  });

  it("keeps its edits hidden after it is posted, and shows later ones", async () => {
    const { id } = await write({ amount: 90_000 });
    await edit(id, { amount: 70_000 });
    await writer.ok("PATCH", `/api/contracts/${id}/post`);
    await edit(id, { title: "Haul gold" });
    const actions = async (by: Caller) => (await history(id, by)).map(({ action }) => action);
    expect(await actions(writer)).toEqual(["edited", "status", "edited", "created"]);
    expect(await actions(pilot)).toEqual(["edited", "status", "created"]);
  });

  it("is not named by its old title when an edit posts it or returns it to draft", async () => {
    const { id } = await write({ title: "Secret one" });
    await edit(id, { title: "Haul gold", status: "posted" });
    await edit(id, { title: "Secret two", status: "draft" });
    await edit(id, { title: "Haul silver", status: "active" });
    for (const path of ["/api/audit/1", "/api/activities/1"]) {
      const { text } = await admin.call("GET", path);
      expect(text).toContain("Haul gold");
      expect(text).not.toContain("Secret");
    }
    expect(JSON.stringify(await history(id, pilot))).not.toContain("Secret");
    expect(JSON.stringify(await history(id))).toContain("Secret two");
  });

  it("can be deleted with its history, unlike contracts in other states", async () => {
    const { id } = await write();
    await writer.ok("DELETE", `/api/contracts/${id}`);
    expect(await value("select count(*) from contract_history")).toBe(0);
    expect((await audit(id)).at(-1)).toMatchObject({
      action: "contract.deleted",
      entity_name: null,
      readers: "private",
    });
    for (const status of CONTRACT_STATUSES.slice(1)) {
      const posted = await contract({ created_by: writer.memberId, status });
      expect((await writer.fails("DELETE", `/api/contracts/${posted}`)).code).toBe("contract_not_draft");
    }
  });

  it("is posted by a request without a body; a repeated one changes nothing", async () => {
    const { id } = await write();
    const headers = { "Content-Type": "application/json" };
    const answer = await writer.call("PATCH", `/api/contracts/${id}/post`, { headers });
    expect(JSON.parse(answer.text)).toMatchObject({ id, status: "posted", version: 2 });
    const before = await everything();
    expect((await writer.ok<Contract>("PATCH", `/api/contracts/${id}/post`)).version).toBe(2);
    expect(await everything()).toBe(before);
    const problem = await writer.fails("PATCH", `/api/contracts/${id}/post`, { status: "closed" });
    expect(problem.errors).toEqual({ status: ["This field is not known here"] });
  });
});
