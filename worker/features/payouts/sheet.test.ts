import { beforeEach, describe, expect, it } from "vitest";
import { organization, person, raw, rows, value } from "../../testing/world.ts";
import type { Payout } from "./payouts.schema.ts";
import {
  approveExpenses,
  crewed,
  getPayout,
  lineOf,
  lock,
  setSheet,
  spend,
  transfer,
  type Work,
  work,
} from "./testing/payouts.factory.ts";

let job: Work;
beforeEach(async () => {
  job = await work({ status: "accepted", pay: 1_000, currency: "UEC" });
});

const stored = () => value<number>("select count(*) from contract_splits");
const run = (sql: string, ...values: unknown[]) =>
  raw.DB.prepare(sql)
    .bind(...values)
    .run();

describe("a payout", () => {
  it("goes to the assignee and is paid by the poster before the first change", async () => {
    const { owner, assignee } = job;
    expect(await getPayout(assignee, job)).toMatchObject({
      ...{ pay: 1_000, currency: "UEC", mode: "equal", payer: owner.userId, feeRate: 50, version: 0 },
      ...{ lockedAt: null, settledAt: null, problem: null, expenses: [], transfers: [] },
      lines: [{ userId: assignee.userId, isLead: true, share: 1_000, receives: 1_000, expenses: 0 }],
      can: { edit: false, lock: false, unlock: false, addExpense: true, donate: true, correct: false },
    });
    expect((await getPayout(owner, job)).can).toEqual({
      ...{ edit: true, lock: false, unlock: false, addExpense: true, donate: false, correct: false },
    });
    expect(await stored()).toBe(0);
  });

  it("is read by users who take part in it; others get 404", async () => {
    const [crew, payer, receiver] = [await person("member"), await person("member"), await person("member")];
    const strangers = [
      await person("member"),
      await person("recruiter"),
      await person("administrator", await organization()),
    ];
    const admin = await person("officer");
    await setSheet(job, {
      mode: "equal",
      payer: payer.userId,
      lines: [lineOf(job.assignee, 1), lineOf(crew, 1)],
    });
    await transfer({ contract_id: job.id, payer: payer.userId, receiver: receiver.userId });
    for (const each of [job.owner, job.assignee, crew, payer, receiver, admin])
      expect((await each.call("GET", job.path)).status).toBe(200);
    const { id } = (await spend(crew, job, 5)).expenses[0] ?? expect.fail();
    const transferId = await value<number>("select id from payout_transfers");
    for (const each of strangers)
      for (const [method, path, body] of [
        ["GET", job.path, undefined],
        ["PUT", job.path, { mode: "equal", lines: [lineOf(each, 1)] }],
        ["POST", `${job.path}/lock`, {}],
        ["POST", `${job.path}/unlock`, {}],
        ["PATCH", `${job.path}/donate`, { donates: true }],
        ["POST", `/api/contracts/${job.id}/expenses`, { amount: 1, note: "Fuel" }],
        ["PATCH", `/api/contract-expenses/${id}`, { status: "approved" }],
        ["DELETE", `/api/contract-expenses/${id}`, undefined],
        ["PATCH", `/api/payout-transfers/${transferId}/sent`, { sent: true }],
        ["PATCH", `/api/payout-transfers/${transferId}/confirmed`, {}],
      ] as const)
        expect([method, path, (await each.fails(method, path, body)).code]).toEqual([
          method,
          path,
          "not_found",
        ]);
  });
});

describe("the split sheet", () => {
  it("is stored with known names, history and audit log, and not again without a change", async () => {
    const ida = await person("member", 1, "Ida Storm");
    const lines = [lineOf(job.assignee, 1.5), lineOf(ida, 0.5, { name: "Not her name" }), lineOf("Jeppe", 2)];
    const saved = await setSheet(job, { mode: "weighted", lines });
    expect(saved).toMatchObject({ version: 1, mode: "weighted", problem: null });
    expect(saved.lines.map(({ name, share, isLead }) => [name, share, isLead])).toEqual([
      [expect.stringContaining("The member"), 375, true],
      ["Ida Storm", 125, false],
      ["Jeppe", 500, false],
    ]);
    expect((await setSheet(job, { mode: "weighted", lines })).version).toBe(1);
    await setSheet(job, { mode: "time", lines });
    expect(
      await rows("select action, previous_value, new_value, performed_by_id from contract_history"),
    ).toEqual(
      [
        [null, "weighted"],
        ["weighted", "time"],
      ].map(([previous_value, new_value]) => ({
        ...{ action: "split", previous_value, new_value, performed_by_id: job.owner.userId },
      })),
    );
    expect(await rows("select action, readers, entity_id from audit_log")).toEqual(
      [1, 2].map(() => ({ action: "payout.split", readers: "private", entity_id: job.id })),
    );
  });

  it("can be saved before it adds up, and shows what is missing", async () => {
    const lines = [lineOf(job.assignee, 60), lineOf("Jeppe", 35.5)];
    expect(await setSheet(job, { mode: "percentage", lines })).toMatchObject({
      problem: { reason: "percent", by: 450 },
      lines: [
        { value: 60, share: null, receives: null },
        { value: 35.5, share: null },
      ],
    });
    const fixed = await setSheet(job, { mode: "fixed", lines: [lineOf(job.assignee, 1_001)] });
    expect(fixed.problem).toEqual({ reason: "fixed", by: -1 });
  });

  it("can be changed by users who look after the contract, in the states that allow it", async () => {
    const body = { mode: "equal", lines: [lineOf(job.assignee, 1), lineOf("Jeppe", 1)] };
    expect((await job.assignee.fails("PUT", job.path, body)).code).toBe("contract_not_yours");
    for (const status of ["posted", "payment_sent", "closed", "cancelled"]) {
      await run("update contracts set status = ?", status);
      expect(await job.owner.fails("PUT", job.path, body)).toMatchObject({ code: "payout_not_open" });
    }
    await run("update contracts set status = 'awaiting_payment'");
    const admin = await person("officer");
    expect((await admin.ok<Payout>("PUT", job.path, body)).version).toBe(1);
  });

  it("accepts active members of the organization once each, and keeps members who left", async () => {
    const [gone, foreigner, ida] = [
      await person("member"),
      await person("member", await organization()),
      await person("member"),
    ];
    await run("update members set status = 'inactive' where id = ?", gone.memberId);
    const refused = (lines: unknown[], more = {}) =>
      job.owner.fails("PUT", job.path, { mode: "equal", lines, ...more }).then(({ errors }) => errors);
    for (const each of [gone, foreigner]) {
      expect(await refused([lineOf(ida, 1), lineOf(each, 1)])).toEqual({
        "lines.1.userId": ["Is not an active member whose role sees contracts"],
      });
      expect(await refused([lineOf(ida, 1)], { payer: each.userId })).toEqual({
        payer: ["Is not an active member whose role sees contracts"],
      });
    }
    expect(await refused([lineOf(ida, 1), lineOf(ida, 2), lineOf("Jeppe", 1), lineOf("jeppe", 1)])).toEqual({
      "lines.1.userId": ["Is in the split already"],
      "lines.3.name": ["Is in the split already"],
    });
    await setSheet(job, { mode: "equal", lines: [lineOf(ida, 1)] });
    await run("update members set status = 'inactive' where id = ?", ida.memberId);
    const kept = await setSheet(job, { mode: "weighted", lines: [lineOf(ida, 3)] });
    expect(kept.lines).toMatchObject([{ userId: ida.userId, value: 3 }]);
  });

  it("refuses invalid lines naming the field, and stores nothing", async () => {
    const wrong: [why: string, input: object | string, field: string | null][] = [
      ["a negative weight", { lines: [{ userId: null, name: "A", value: -1 }] }, "lines.0.value"],
      ["a huge amount", { lines: [{ userId: null, name: "A", value: 1e12 }] }, "lines.0.value"],
      ["no number", '{"mode":"equal","lines":[{"userId":null,"name":"A","value":NaN}]}', null],
      ["101 %", { mode: "percentage", lines: [{ userId: null, name: "A", value: 101 }] }, "lines.0.value"],
      ["a guest without a name", { lines: [{ userId: null, value: 1 }] }, "lines.0.name"],
      ["a debt in hand", { lines: [{ userId: null, name: "A", value: 1, holds: -0.5 }] }, "lines.0.holds"],
      ["nobody", { lines: [] }, "lines"],
      ["51 people", { lines: Array(51).fill({ userId: null, name: "A", value: 1 }) }, "lines"],
      ["an unknown kind of split", { mode: "rank", lines: [{ userId: null, name: "A", value: 1 }] }, "mode"],
    ];
    for (const [why, input, field] of wrong) {
      const body = typeof input === "string" ? input : { mode: "equal", ...input };
      const problem = await job.owner.fails("PUT", job.path, body);
      expect([why, problem.code, Object.keys(problem.errors ?? {})]).toEqual(
        field ? [why, "invalid_input", [field]] : [why, "malformed_body", []],
      );
    }
    expect(await stored()).toBe(0);
  });

  it("rounds decimals half up: fixed amounts and held money to whole units, weights to hundredths", async () => {
    const line = { userId: null, name: "A", value: 1.005, holds: 0.5 };
    const weighted = await setSheet(job, { mode: "weighted", lines: [line] });
    expect(weighted.lines).toMatchObject([{ value: 1.01, holds: 1 }]);
    const fixed = await setSheet(job, { mode: "fixed", lines: [{ ...line, value: 2.5 }] });
    expect(fixed.lines).toMatchObject([{ value: 3, holds: 1 }]);
  });

  it("refuses a stale version with 409 and the current payout; a double click saves once", async () => {
    const body = (value: number) => ({ mode: "weighted", lines: [lineOf(job.assignee, value)], version: 0 });
    const answers = await Promise.all(
      [1, 2, 3].map((each) => job.owner.call("PUT", job.path, { body: body(each) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const stale = JSON.parse(answers.find(({ status }) => status === 409)?.text ?? "");
    expect(stale).toMatchObject({ code: "stale_version", current: { contractId: job.id, version: 1 } });
    const same = await Promise.all([4, 4].map((each) => setSheetAt(1, body(each))));
    expect(same.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await value("select version from contract_splits")).toBe(2);
  });

  const setSheetAt = (version: number, body: object) =>
    job.owner.call("PUT", job.path, { body: { ...body, version } });
});

describe("donating a share", () => {
  const donate = (caller: Work["owner"], donates: boolean) =>
    caller.ok<Payout>("PATCH", `${job.path}/donate`, { donates });

  it("is the member's own choice, which changes by others keep; expenses are still repaid", async () => {
    const ida = await person("member");
    const crew = (more = {}) => [lineOf(job.assignee, 1), lineOf(ida, 1, more), lineOf("Jeppe", 2)];
    await setSheet(job, { mode: "weighted", lines: crew({ donates: true }) });
    expect((await getPayout(ida, job)).lines[1]).toMatchObject({ donates: false, receives: 250 });
    await donate(ida, true);
    await donate(ida, true);
    const after = await setSheet(job, { mode: "equal", lines: crew({ donates: false }) });
    expect(after.lines[1]).toMatchObject({ donates: true, share: 334 - 1, receives: 0 });
    await spend(ida, job, 10);
    await approveExpenses(job);
    expect((await getPayout(ida, job)).lines[1]).toMatchObject({ share: 330, expenses: 10, receives: 10 });
    expect((await donate(ida, false)).lines[1]).toMatchObject({ donates: false, receives: 340 });
    expect(
      await rows("select new_value from contract_history where new_value in ('donated', 'kept')"),
    ).toEqual([{ new_value: "donated" }, { new_value: "kept" }]);
    expect((await job.owner.fails("PATCH", `${job.path}/donate`, { donates: true })).code).toBe(
      "not_in_split",
    );
  });

  it("is refused after the approval, like all other changes", async () => {
    const done = await crewed();
    await lock(done);
    const before = await getPayout(done.owner, done);
    for (const [caller, method, path, body] of [
      [done.assignee, "PATCH", `${done.path}/donate`, { donates: true }],
      [done.owner, "PUT", done.path, { mode: "equal", lines: [lineOf("Jeppe", 1)] }],
      [done.assignee, "POST", `/api/contracts/${done.id}/expenses`, { amount: 1, note: "Fuel" }],
    ] as const)
      expect((await caller.fails(method, path, body)).code).toBe("payout_locked");
    expect(await getPayout(done.owner, done)).toEqual(before);
  });
});

it("keeps the names of deleted users", async () => {
  const ida = await person("member", 1, "Ida Storm");
  await setSheet(job, { mode: "equal", payer: ida.userId, lines: [lineOf(job.assignee, 1), lineOf(ida, 1)] });
  await spend(ida, job, 100);
  await approveExpenses(job);
  await (await person("administrator")).ok("DELETE", `/api/users/${ida.userId}`);
  const after = await getPayout(job.owner, job);
  expect(after).toMatchObject({
    payer: null,
    payerName: null,
    expenses: [{ userId: null, name: "Ida Storm" }],
  });
  expect(after.lines[1]).toMatchObject({ userId: null, name: "Ida Storm", expenses: 100, receives: 550 });
  const lines = [lineOf(job.assignee, 1), lineOf("Ida Storm", 1)];
  const again = await setSheet(job, { mode: "equal", payer: job.owner.userId, lines });
  expect(again.lines[1]).toMatchObject({ userId: null, name: "Ida Storm", receives: 550 });
});
