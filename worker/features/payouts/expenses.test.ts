import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, person, raw, rows, value } from "../../testing/world.ts";
import { EXPENSE_LIMIT, type Payout } from "./payouts.schema.ts";
import { crewed, expense, getPayout, lineOf, setSheet, spend, work } from "./testing/payouts.factory.ts";

let job: Awaited<ReturnType<typeof crewed>>;
let crew: Caller;
beforeEach(async () => {
  job = await crewed({ status: "accepted", pay: 1_000 });
  crew = job.crew[1] ?? expect.fail();
});

const path = () => `/api/contracts/${job.id}/expenses`;
const decide = (id: number, status: string, by = job.owner) =>
  by.ok<Payout>("PATCH", `/api/contract-expenses/${id}`, { status });

describe("an expense", () => {
  it("waits for a decision, and counts once it is approved", async () => {
    const added = await spend(crew, job, 120);
    expect(added.expenses).toMatchObject([
      { userId: crew.userId, name: "Pilot 1", amount: 120, note: "Fuel", status: "pending", decidedBy: null },
    ]);
    expect(added.expenses[0]?.can).toEqual({ decide: false, delete: true });
    expect(added.lines[1]).toMatchObject({ expenses: 0, receives: 250 });
    const { id = 0 } = added.expenses[0] ?? {};
    const approved = await decide(id, "approved");
    expect(approved.lines.map(({ receives }) => receives)).toEqual([220, 340, 220, 220]);
    expect(approved.expenses[0]).toMatchObject({ status: "approved", can: { decide: true, delete: false } });
    expect((await decide(id, "declined")).lines[1]).toMatchObject({ expenses: 0, receives: 250 });
    expect(
      await rows("select new_value, changes ->> 'status' as status from contract_history order by id"),
    ).toEqual(
      [
        { from: null, to: "pending" },
        { from: "pending", to: "approved" },
        { from: "approved", to: "declined" },
      ].map((status) => ({ new_value: "120", status: JSON.stringify(status) })),
    );
    expect(await value("select count(*) from audit_log where readers <> 'private'")).toBe(0);
  });

  it("can be added for each person of the split by users who look after the contract", async () => {
    await spend(job.owner, job, 5, { userId: crew.userId });
    await spend(job.owner, job, 6, { userId: null, name: "Jeppe" });
    const { expenses } = await spend(job.owner, job, 7);
    expect(expenses.map(({ userId, name, amount }) => [userId, name, amount])).toEqual([
      [crew.userId, "Pilot 1", 5],
      [null, "Jeppe", 6],
      [job.owner.userId, expect.stringContaining("The recruiter"), 7],
    ]);
    const outsider = await person("member");
    const add = (body: object, by = job.owner) =>
      by.fails("POST", path(), { amount: 1, note: "Fuel", ...body });
    expect((await add({ userId: outsider.userId })).errors).toEqual({
      userId: ["Is not in the split. Add them first"],
    });
    expect((await add({ userId: null, name: "Nobody" })).errors).toEqual({
      name: ["Is not in the split. Add them first"],
    });
    expect((await add({ userId: null })).errors).toEqual({ name: ["Required"] });
    expect((await add({ userId: job.assignee.userId }, crew)).code).toBe("contract_not_yours");
  });

  it("can be removed by its own user while it is pending", async () => {
    const [first, second] = [await expense(job), await expense(job, { user_id: null, name: "Jeppe" })];
    const remove = (id: number) => `/api/contract-expenses/${id}`;
    expect((await crew.fails("DELETE", remove(first))).code).toBe("expense_not_yours");
    expect((await job.owner.fails("DELETE", remove(first))).code).toBe("expense_not_yours");
    expect((await job.assignee.ok<Payout>("DELETE", remove(first))).expenses).toHaveLength(1);
    expect((await job.assignee.fails("DELETE", remove(first))).code).toBe("not_found");
    await decide(second, "approved");
    expect((await job.owner.fails("DELETE", remove(second))).code).toBe("expense_decided");
  });

  it("is decided once, by users who look after the contract", async () => {
    const id = await expense(job);
    const patch = `/api/contract-expenses/${id}`;
    expect((await job.assignee.fails("PATCH", patch, { status: "approved" })).code).toBe(
      "contract_not_yours",
    );
    const body = { status: "approved", version: 1 };
    const twice = await Promise.all([1, 2, 3].map(() => job.owner.call("PATCH", patch, { body })));
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await value("select version from contract_expenses")).toBe(2);
    expect(await value("select count(*) from contract_history")).toBe(1);
    const stale = await job.owner.fails("PATCH", patch, { status: "declined", version: 1 });
    expect(stale).toMatchObject({ code: "stale_version", current: { expenses: [{ version: 2 }] } });
  });

  it.each([
    ["nothing", { amount: 0 }, "amount"],
    ["a negative amount", { amount: -5 }, "amount"],
    ["a fraction below one unit", { amount: 0.5 }, "amount"],
    ["too large an amount", { amount: 1e12 }, "amount"],
    ["no note", { note: " " }, "note"],
    ["too long a note", { note: "x".repeat(201) }, "note"],
  ])("refuses %s", async (_, input, field) => {
    const problem = await crew.fails("POST", path(), { amount: 1, note: "Fuel", ...input });
    expect([problem.code, Object.keys(problem.errors ?? {})]).toEqual(["invalid_input", [field]]);
  });

  it("is rounded half up to whole units", async () => {
    const answer = await crew.call("POST", path(), { body: { amount: 1.5, note: "Fuel" } });
    expect(answer.status).toBe(201);
    expect(await value("select amount from contract_expenses")).toBe(2);
  });

  it("can exceed the pay, which the split reports", async () => {
    const id = await expense(job, { amount: 1_200 });
    expect((await decide(id, "approved")).problem).toEqual({ reason: "expenses_exceed", by: -200 });
  });

  it("is added once when its request is repeated with its key", async () => {
    const send = () =>
      crew.call("POST", path(), {
        body: { amount: 9, note: "Fuel" },
        headers: { "Idempotency-Key": "once" },
      });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    for (const { text } of answers) expect(JSON.parse(text).expenses).toHaveLength(1);
    await spend(crew, job, 9);
    expect(await value("select count(*) from contract_expenses")).toBe(2);
  });

  it("is refused above the limit, and costs the same rows at any number", async () => {
    const before = await crew.call("GET", job.path);
    await raw.DB.prepare(
      `with recursive n(value) as (select 1 union all select value + 1 from n where value < ?)
       insert into contract_expenses (contract_id, organization_id, user_id, name, amount, note, created_at, updated_at)
       select ?, 1, ?, 'Pilot', 1, 'Fuel', '', '' from n`,
    )
      .bind(EXPENSE_LIMIT, job.id, crew.userId)
      .run();
    expect((await crew.fails("POST", path(), { amount: 1, note: "Fuel" })).code).toBe("expenses_full");
    const after = await crew.call("GET", job.path);
    expect(after.meter.rowsRead - before.meter.rowsRead).toBeLessThan(3 * EXPENSE_LIMIT);
  });

  it("is refused before a contract is accepted and after it is paid", async () => {
    for (const status of ["posted", "payment_sent", "closed"]) {
      const other = await work({ status });
      expect(
        (await other.owner.fails("POST", `/api/contracts/${other.id}/expenses`, { amount: 1, note: "Fuel" }))
          .code,
      ).toBe("payout_not_open");
    }
  });
});

it("refuses an approval while a person with approved expenses has no line, and names them", async () => {
  await spend(crew, job, 10);
  await raw.DB.prepare("update contracts set status = 'completed'").run();
  await setSheet(job, { mode: "equal", lines: [lineOf(job.assignee, 1)] });
  const refuse = () => job.owner.fails("POST", `${job.path}/lock`, {});
  expect(await refuse()).toMatchObject({ code: "expenses_pending" });
  const { expenses } = await getPayout(job.owner, job);
  await decide(expenses[0]?.id ?? 0, "approved");
  expect(await refuse()).toMatchObject({
    code: "expense_outside",
    detail: expect.stringContaining("Pilot 1"),
  });
});
