import { expect, it } from "vitest";
import { actorWith } from "../testing/actors.ts";
import { raw, rows } from "../testing/world.ts";
import type { MemberActor } from "./actor.ts";
import { SYSTEM_PERMISSIONS } from "./permissions.schema.ts";
import {
  budgetKindOf,
  budgetUsed,
  chargeStatement,
  RESERVED_ROWS,
  ROWS_A_DAY,
  settleStatement,
} from "./write-budget.ts";

const now = new Date("2950-03-14T12:00:00.000Z");
const member = actorWith() as MemberActor;

it("gives holders of each permission to administer or to change others their figure, and users without a membership the stranger's", () => {
  const kindOf = (...args: Parameters<typeof actorWith>) => budgetKindOf(actorWith(...args) as MemberActor);
  const holders = (kind: string) => SYSTEM_PERMISSIONS.filter((each) => kindOf([each]) === kind);
  expect(holders("administrator")).toEqual(["admin.users", "admin.system", "admin.permissions"]);
  expect(holders("officer")).toEqual([
    ...["members.write", "prospects.write", "prospects.assign", "crm.assign"],
    ...["bots.write", "events.write", "security.review", "contracts.admin"],
  ]);
  expect([kindOf(), kindOf(SYSTEM_PERMISSIONS), kindOf(SYSTEM_PERMISSIONS, { memberId: null })]).toEqual([
    ...["member", "administrator", "stranger"],
  ]);
});

it("counts rows to the figure, with the reserve where a route has one, and proofs apart", async () => {
  const charge = { actor: member, now };
  const used = () =>
    rows("select user_id as user, day, kind, used, most from daily_budgets order by kind desc");
  const row = { user: 7, day: "2950-03-14", kind: "rows", most: ROWS_A_DAY.member };
  const proofs = { ...row, kind: "proofs", most: RESERVED_ROWS.proof };
  await chargeStatement(raw.DB, { ...charge, rows: 20 }).run();
  await chargeStatement(raw.DB, { ...charge, rows: 30 }).run();
  await chargeStatement(raw.DB, { ...charge, rows: 5, reserve: "proof" }).run();
  expect(await used()).toEqual([
    { ...row, used: 50 },
    { ...proofs, used: 5 },
  ]);
  await expect(chargeStatement(raw.DB, { ...charge, rows: row.most - 49 }).run()).rejects.toThrow(
    "daily_budget",
  );
  // What is written already is counted with its own row, to the limit at most.
  await settleStatement(raw.DB, { ...charge, rows: 9 }).run();
  await settleStatement(raw.DB, { ...charge, rows: 99_999, reserve: "proof" }).run();
  expect(await used()).toEqual([
    { ...row, used: 60 },
    { ...proofs, used: proofs.most },
  ]);
  await chargeStatement(raw.DB, { ...charge, rows: row.most - 59, reserve: "ending" }).run();
  const ending = row.most + RESERVED_ROWS.ending;
  expect((await used())[0]).toEqual({ ...row, used: row.most + 1, most: ending });
});

it("tells a refused user the hours, rounded up, and the seconds until midnight UTC", () => {
  const waits = (time: string) => {
    const { parameters, extra } = budgetUsed(new Date(`2950-03-14T${time}Z`));
    return [parameters["hours"], extra.retryAfterSeconds];
  };
  expect(["00:00:00.000", "12:00:00.999", "22:59:59.000", "23:59:59.999"].map(waits)).toEqual([
    [24, 86_400],
    [12, 43_200],
    [2, 3_601],
    [1, 1],
  ]);
});
