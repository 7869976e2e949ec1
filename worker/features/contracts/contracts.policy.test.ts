import { and, eq, type SQL, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { actorWithoutSession } from "../../lib/actor.ts";
import { openDb } from "../../lib/db/client.ts";
import type { Permission } from "../../lib/permissions.schema.ts";
import { actorWith, given } from "../../testing/actors.ts";
import { organization, person, raw } from "../../testing/world.ts";
import {
  abilities,
  assertOpen,
  hindranceOf,
  isAvailableInIndex,
  isAvailableRow,
  isOpen,
  isOpenTo,
  isOwnedBy,
  movable,
  visibleTo,
} from "./contracts.policy.ts";
import { selectContracts } from "./contracts.rows.ts";
import { CONTRACT_STATUSES, isAvailable, nextStates, stateOf } from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";

const now = new Date("2026-11-28T12:00:00.000Z");
const LATE = "2026-11-28T11:59:59.999Z";

it("decides in SQL as in code which available contracts are open, and which a member may apply for", async () => {
  const callers = [await person("member"), await person("recruiter"), await person("administrator")];
  const [one, two] = callers.map(({ memberId }) => memberId);
  const users = [null, callers[0]?.userId];
  const applied = ["none", "pending", "withdrawn"];
  // Every combination of these values; the title has the first member's application.
  const deadlines = [null, LATE, "2026-11-28T12:00:00.001Z"];
  const values = [CONTRACT_STATUSES, [null, one, two], [one, two], users, applied, deadlines];
  await raw.DB.prepare(
    `insert into contracts (organization_id, status, posted_by, created_by, assigned_to, title, deadline, created_at,
       updated_at)
     select 1, status.value, poster.value, creator.value, assignee.value, applied.value, deadline.value, '', ''
       from json_each(?) status, json_each(?) poster, json_each(?) creator, json_each(?) assignee, json_each(?) applied,
       json_each(?) deadline`,
  )
    .bind(...values.map((each) => JSON.stringify(each)))
    .run();
  await raw.DB.prepare(
    `insert into contract_applications (organization_id, kind, contract_id, user_id, status, first_name, last_name,
       discord_username, timezone, experience, ship_type, availability, background_check, created_at, updated_at)
     select 1, 'contract', id, ?, title, '', '', '', '', '', '', '', 1, '', '' from contracts where title <> 'none'`,
  )
    .bind(callers[0]?.userId)
    .run();
  const { db } = openDb(raw.DB, undefined);
  for (const { userId, memberId } of callers) {
    const actor = { ...actorWithoutSession("user", 1, "Vega", userId), memberId };
    const rows = await selectContracts(db, actor).orderBy(contracts.id);
    const idsOf = async (condition: SQL | undefined) =>
      (await db.select().from(contracts).where(condition).orderBy(contracts.id)).map(({ id }) => id);
    const available = rows.filter(({ status }) => isAvailable(status)).map(({ id }) => id);
    const open = rows.filter((row) => hindranceOf({ actor, now }, row) === null).map(({ id }) => id);
    for (const condition of [isAvailableInIndex, isAvailableRow]) {
      expect(await idsOf(condition)).toEqual(available);
      expect(await idsOf(and(condition, isOpen(now)))).toEqual(
        rows.filter((row) => stateOf(row, now.getTime()) === "open").map(({ id }) => id),
      );
      expect(await idsOf(and(condition, isOpenTo({ actor, now })))).toEqual(open);
    }
    expect(open.length).toBeGreaterThan(0);
    expect(available.length).toBeGreaterThan(open.length);
    expect(rows.length).toBeGreaterThan(available.length);
  }
});

it("finds the available contracts of an organization, newest first, in their index alone", async () => {
  const { db } = openDb(raw.DB, undefined);
  const isWanted = and(eq(contracts.organizationId, 1), isAvailableInIndex);
  const newest = sql`select id from ${contracts} where ${isWanted} order by ${contracts.position} desc`;
  const plan = await db.all<{ detail: string }>(sql`explain query plan ${newest}`);
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining("INDEX contracts_available")]);
});

it("lets an owner move each contract, and a draft only with contracts.write, which alone moves nothing", () => {
  const moves = (memberId: number, write: boolean) => {
    const permissions = new Set<Permission>(write ? ["contracts.write"] : []);
    const actor = { ...actorWithoutSession("user", 1, "Vega", 7), memberId, permissions };
    const row = {
      postedBy: 3,
      createdBy: 3,
      assignedTo: null,
      applicationId: null,
      transfersConfirmed: 0,
      deadline: null,
    };
    return CONTRACT_STATUSES.map((status) => [status, movable(actor, { ...row, status })]);
  };
  // Has no assignee who could accept.
  const all = CONTRACT_STATUSES.map((status) => [
    status,
    nextStates(status).filter((to) => to !== "accepted"),
  ]);
  expect(moves(3, true)).toEqual(all);
  expect(moves(3, false)).toEqual(all.map(([status, to]) => [status, status === "draft" ? [] : to]));
  expect(moves(4, true)).toEqual(all.map(([status]) => [status, []]));
});

it("shows members of the organization posted contracts and drafts that they look after; contracts.admin shows all", async () => {
  const [{ memberId }, another] = [await person("member"), await person("member")];
  const posters = [null, memberId, another.memberId];
  const values = [[1, await organization()], posters, posters.slice(1), [null, "2950-03-14T12:00:00Z"]];
  await raw.DB.prepare(
    `insert into contracts (organization_id, posted_by, created_by, posted_at, title, created_at, updated_at)
     select a.value, b.value, c.value, d.value, '', '', ''
     from json_each(?) a, json_each(?) b, json_each(?) c, json_each(?) d`,
  )
    .bind(...values.map((each) => JSON.stringify(each)))
    .run();
  const { db } = openDb(raw.DB, undefined);
  const all = await db.select().from(contracts).orderBy(contracts.id);
  type Row = (typeof all)[number];
  const find = (where: SQL) => db.select().from(contracts).where(where).orderBy(contracts.id);
  const isOurs = ({ organizationId }: Row) => organizationId === 1;
  const isOwn = ({ postedBy, createdBy }: Row) => postedBy === memberId || createdBy === memberId;
  const member = actorWith([], { memberId });
  const admin = actorWith(["contracts.admin"], { memberId: null });
  expect(await find(visibleTo(member))).toEqual(
    all.filter((row) => isOurs(row) && (row.postedAt !== null || isOwn(row))),
  );
  expect(await find(visibleTo(admin))).toEqual(all.filter(isOurs));
  expect(await find(isOwnedBy(member))).toEqual(all.filter(isOwn));
  expect(await find(isOwnedBy(admin))).toEqual(all);
});

it("gives abilities by who looks after a contract, who is assigned, its state and its confirmed payments", () => {
  type Row = Parameters<typeof abilities>[1];
  const may = (changed: Partial<Row>, actor = actorWith()) =>
    given(
      abilities(
        { actor, now },
        {
          ...{
            status: "posted",
            postedBy: 4,
            createdBy: 4,
            assignedTo: null,
            applicationId: null,
            deadline: null,
          },
          ...{ transfersConfirmed: 0, ...changed },
        },
      ),
    );
  const [own, work, writer] = [{ createdBy: 3 }, { assignedTo: 7 }, actorWith(["contracts.write"])];
  const isOwner = ["decide", "payout"];
  const cases: [changed: Partial<Row>, actor: typeof writer, gives: string[]][] = [
    [{}, actorWith(), ["apply", "open"]],
    [{ applicationId: 5 }, actorWith(), ["open"]],
    [{ assignedTo: 9 }, actorWith(), []],
    [{ deadline: LATE }, actorWith(), []],
    [{ ...own, deadline: LATE }, actorWith(), ["update", ...isOwner, "moveTo: cancelled draft"]],
    [{}, actorWith([], { memberId: null }), ["apply", "open"].slice(1)],
    [{ postedBy: null }, actorWith([], { memberId: null }), ["open"]],
    [{ postedBy: 3 }, actorWith(), ["update", "open", ...isOwner, "moveTo: cancelled draft"]],
    [own, actorWith(), ["update", "open", ...isOwner, "moveTo: cancelled draft"]],
    [{ ...own, assignedTo: 9 }, actorWith(), ["update", ...isOwner, "moveTo: accepted cancelled draft"]],
    [work, actorWith(), ["moveTo: accepted"]],
    [{ ...work, status: "accepted" }, actorWith(), ["payout", "moveTo: completed"]],
    [{ status: "accepted" }, actorWith([], { userId: null }), ["payout"]],
    [{ ...own, status: "draft" }, actorWith(), ["update", "delete", ...isOwner]],
    [{ ...own, status: "draft" }, writer, ["update", "delete", "post", ...isOwner, "moveTo: posted active"]],
    [{ status: "draft" }, writer, []],
    [{ ...own, status: "payment_sent" }, actorWith(), ["update", ...isOwner, "moveTo: closed draft"]],
    [
      { ...own, status: "payment_sent", transfersConfirmed: 1 },
      actorWith(),
      ["update", ...isOwner, "moveTo: closed"],
    ],
    [{ ...own, status: "closed" }, actorWith(), isOwner],
    [{ status: "cancelled" }, actorWith(["contracts.admin"]), isOwner],
    [
      { status: "posted" },
      actorWith(["contracts.admin"]),
      ["update", "apply", "open", ...isOwner, "moveTo: cancelled draft"],
    ],
    [{ status: "closed" }, actorWith(), ["payout"]],
    [{ status: "cancelled" }, actorWith(), []],
  ];
  for (const [changed, actor, gives] of cases)
    expect([changed, may(changed, actor)]).toEqual([changed, gives]);
});

it("refuses acts on a contract that is not open, with the name of its assignee or with its state", () => {
  const refusal = (
    assignedTo: number | null,
    status: "open" | "closed",
    applicant?: number,
    deadline: string | null = null,
  ) => {
    const row = { assignedTo, status, deadline, assigneeName: "Ada" };
    try {
      assertOpen({ language: "en", now } as never, row, applicant);
    } catch (error) {
      return [(error as { code: string }).code, (error as { parameters: object }).parameters];
    }
    return null;
  };
  expect(refusal(null, "open")).toBeNull();
  expect(refusal(9, "open", 9)).toBeNull();
  expect(refusal(9, "open")).toEqual(["contract_taken", { name: "Ada" }]);
  expect(refusal(9, "open", 7)).toEqual(["contract_taken", { name: "Ada" }]);
  expect(refusal(null, "open", 7)).toBeNull();
  expect(refusal(null, "open", undefined, LATE)).toEqual(["contract_late", {}]);
  expect(refusal(null, "open", 7, LATE)).toBeNull();
  expect(refusal(null, "closed")).toEqual([
    "contract_not_open",
    { status: expect.stringMatching(/closed/i) },
  ]);
});
