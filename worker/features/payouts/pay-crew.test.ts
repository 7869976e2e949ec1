import { describe, expect, it } from "vitest";
import { rows, value } from "../../testing/database.ts";
import { type Caller, person } from "../../testing/world.ts";
import { noted, over } from "../attendance/testing/attendance.factory.ts";
import { customRole, holderOf } from "../roles/testing/roles.factory.ts";
import type { Payout } from "./payouts.schema.ts";
import { countsOf, lineOf, lock, setSheet, spend, work } from "./testing/payouts.factory.ts";

type Was = readonly [person: Caller, answer: "yes" | "partly" | "no", minutes: number];

/** A past event of an organizer, and who was confirmed at it. */
async function evening(organizer: Caller, ...people: readonly Was[]) {
  const id = await over(2, { organizer_id: organizer.userId, created_by: organizer.userId });
  for (const [{ userId }, answer, minutes] of people) await noted(id, userId, { answer, minutes });
  return `/api/events/${id}/pay`;
}

/** A poster, who looks after the event and the contracts, and three members. */
async function people() {
  const owner = await person("recruiter");
  const crew = [
    await person("member", 1, "Ada Alm"),
    await person("member", 1, "Bo Berg"),
    await person("member", 1, "Cilla Cruz"),
  ] as const;
  return { owner, crew };
}

const sharesOf = ({ lines }: Payout) => lines.map(({ name, value, share }) => [name, value, share]);
const TERMS = { title: "Convoy to Pyro", amount: 340_000 };
const written = () =>
  value<string>(`select json_array((select count(*) from contracts), (select count(*) from contract_splits),
    (select count(*) from contract_history), (select count(*) from audit_log))`);

describe("paying those who were at an event", () => {
  it("makes a completed contract with a split by their minutes, once for each key", async () => {
    const { owner, crew } = await people();
    const [ada, bo, cilla] = crew;
    const path = await evening(owner, [ada, "yes", 180], [bo, "partly", 70], [cilla, "no", 0]);
    const send = () =>
      owner.call("POST", path, { body: { contract: TERMS }, headers: { "Idempotency-Key": "k1" } });
    const first = JSON.parse((await send()).text) as Payout;
    const second = JSON.parse((await send()).text) as Payout;
    expect(second).toEqual(first);
    expect(sharesOf(first)).toEqual([
      ["Ada Alm", 180, 244_800],
      ["Bo Berg", 70, 95_200],
    ]);
    expect(first).toMatchObject({ mode: "time", payer: owner.userId, block: null, can: { lock: true } });
    expect(
      await rows(
        "select title, status, pay, assigned_to as lead, posted_at is not null as posted from contracts",
      ),
    ).toEqual([{ title: TERMS.title, status: "completed", pay: 340_000, lead: ada.userId, posted: 1 }]);
    expect(await rows("select action, new_value as value from contract_history order by id")).toEqual([
      { action: "created", value: "draft" },
      { action: "status", value: "completed" },
      { action: "split", value: "time" },
    ]);
    const { transfers } = await owner.ok<Payout>(
      "POST",
      `/api/contracts/${first.contractId}/payout/lock`,
      {},
    );
    expect(transfers.map(({ receiver, amount }) => [receiver.name, amount])).toEqual([
      ["Ada Alm", 244_800],
      ["Bo Berg", 95_200],
    ]);
  });

  it("adds them to a split that is there, and leaves its mode, its other people and its expenses", async () => {
    const { owner, crew } = await people();
    const [ada, bo] = crew;
    const job = await work({ pay: 1_000 }, owner);
    await setSheet(job, {
      mode: "time",
      lines: [lineOf(job.assignee, 50), lineOf(ada, 10), lineOf("Jeppe", 50)],
    });
    await spend(owner, job, 100);
    const path = await evening(owner, [ada, "yes", 180], [bo, "partly", 70]);
    const paid = await owner.ok<Payout>("POST", path, { contract: job.id });
    expect(paid.lines.map(({ name, value }) => [name, value])).toEqual([
      [expect.any(String), 50],
      ["Ada Alm", 180],
      ["Jeppe", 50],
      ["Bo Berg", 70],
    ]);
    expect(paid.expenses).toHaveLength(1);
    await setSheet(job, { mode: "equal", lines: [lineOf(ada, 1)] });
    const equal = await owner.ok<Payout>("POST", path, { contract: job.id });
    expect([equal.mode, ...equal.lines.map(({ value }) => value)]).toEqual(["equal", 1, 1]);
  });

  it("changes nothing when the same people are paid again", async () => {
    const { owner, crew } = await people();
    const job = await work({}, owner);
    const path = await evening(owner, [crew[0], "yes", 180]);
    const paid = await owner.ok<Payout>("POST", path, { contract: job.id });
    const before = await written();
    expect(await owner.ok("POST", path, { contract: job.id, version: 0 })).toEqual(paid);
    expect(await written()).toBe(before);
  });

  it("gives a contract that nobody took to the member who was there longest, and completes it", async () => {
    const { owner, crew } = await people();
    const path = await evening(owner, [crew[0], "partly", 60], [crew[1], "yes", 180]);
    for (const status of ["posted", "accepted"]) {
      const assigned = status === "posted" ? null : crew[2].userId;
      const job = await work({ status, assigned_to: assigned }, owner, crew[2]);
      const paid = await owner.ok<Payout>("POST", path, { contract: job.id });
      expect((await countsOf(job))[0]).toBe("completed");
      expect(paid.lines.map(({ name, value, isLead }) => [name, value, isLead])).toEqual([
        ...(assigned === null ? [] : [["Cilla Cruz", 0, true]]),
        ["Bo Berg", 180, assigned === null],
        ["Ada Alm", 60, false],
      ]);
    }
  });

  it("keeps a person by name who is no longer a member", async () => {
    const { owner, crew } = await people();
    const path = await evening(owner, [crew[0], "yes", 180], [crew[1], "yes", 180]);
    await value("update members set status = 'inactive' where user_id = ? returning id", crew[0].userId);
    const paid = await owner.ok<Payout>("POST", path, { contract: TERMS });
    expect(paid.lines.map(({ userId, name }) => [userId, name])).toEqual([
      [null, "Ada Alm"],
      [crew[1].userId, "Bo Berg"],
    ]);
  });

  it("is for who looks after both the event and the contract", async () => {
    const { owner, crew } = await people();
    const other = await person("recruiter");
    const job = await work({}, owner);
    const path = await evening(owner, [crew[0], "yes", 180]);
    const before = await written();
    const fails = async (by: Caller, to: string, contract: unknown) =>
      (await by.fails("POST", to, { contract })).code;
    expect(await fails(other, path, TERMS)).toBe("event_not_yours");
    expect(await fails(other, path, job.id)).toBe("not_found");
    expect(await fails(other, await evening(other, [crew[0], "yes", 180]), job.id)).toBe("not_found");
    expect(await fails(job.assignee, path, job.id)).toBe("forbidden");
    const blind = await holderOf(await customRole(["contracts.read", "contracts.write"]));
    expect(await fails(blind, path, TERMS)).toBe("forbidden");
    expect(await fails(owner, "/api/events/999999/pay", TERMS)).toBe("not_found");
    expect(await written()).toBe(before);
  });

  it("is refused by an old version, with nobody confirmed, and with a split that is approved or closed", async () => {
    const { owner, crew } = await people();
    const job = await work({}, owner);
    const path = await evening(owner, [crew[0], "yes", 180]);
    await setSheet(job, { mode: "equal", lines: [lineOf(crew[1], 1)] });
    const pay = (to: string, contract: unknown, version?: number) =>
      owner.fails("POST", to, { contract, ...(version === undefined ? {} : { version }) });
    expect(await pay(path, job.id, 0)).toMatchObject({ status: 409, code: "stale_version" });
    const nobody = await evening(owner, [crew[0], "no", 0]);
    for (const contract of [job.id, TERMS])
      expect(await pay(nobody, contract)).toMatchObject({ status: 409, code: "event_unconfirmed" });
    await lock(job);
    expect(await pay(path, job.id)).toMatchObject({ status: 409, code: "payout_locked" });
    const closed = await work({ status: "closed" }, owner);
    expect(await pay(path, closed.id)).toMatchObject({ status: 409, code: "payout_not_open" });
  });
});
