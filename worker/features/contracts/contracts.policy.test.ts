import { and, eq, type SQL, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { actorWithoutSession } from "../../lib/actor.ts";
import { openDb } from "../../lib/db/client.ts";
import type { Permission } from "../../lib/permissions.schema.ts";
import { person, raw } from "../../testing/world.ts";
import { hindranceOf, isAvailableInIndex, isAvailableRow, isOpenTo, movable } from "./contracts.policy.ts";
import { selectContracts } from "./contracts.rows.ts";
import { CONTRACT_STATUSES, isAvailable, TRANSITIONS } from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";

it("decides in SQL as in code which available contracts a member may apply for", async () => {
  const callers = [await person("member"), await person("recruiter"), await person("administrator")];
  const [one, two] = callers.map(({ memberId }) => memberId);
  const users = [null, callers[0]?.userId];
  const applied = ["none", "pending", "withdrawn"];
  // Every combination of these values; the title says which application the first member sent.
  const values = [CONTRACT_STATUSES, [null, one, two], [one, two], users, applied];
  await raw.DB.prepare(
    `insert into contracts (organization_id, status, posted_by, created_by, assigned_to, title, created_at, updated_at)
     select 1, status.value, poster.value, creator.value, assignee.value, applied.value, '', '' from json_each(?) status,
       json_each(?) poster, json_each(?) creator, json_each(?) assignee, json_each(?) applied`,
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
    const open = rows.filter((row) => hindranceOf(actor, row) === null).map(({ id }) => id);
    for (const condition of [isAvailableInIndex, isAvailableRow]) {
      expect(await idsOf(condition)).toEqual(available);
      expect(await idsOf(and(condition, isOpenTo(actor)))).toEqual(open);
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

it("lets an owner move each contract along, and a draft only with contracts.write, which alone moves nothing", () => {
  const moves = (memberId: number, write: boolean) => {
    const permissions = new Set<Permission>(write ? ["contracts.write"] : []);
    const actor = { ...actorWithoutSession("user", 1, "Vega", 7), memberId, permissions };
    const row = { postedBy: 3, createdBy: 3, assignedTo: null, applicationId: null, transfersConfirmed: 0 };
    return CONTRACT_STATUSES.map((status) => [status, movable(actor, { ...row, status })]);
  };
  // Nobody is assigned who could have accepted.
  const all = CONTRACT_STATUSES.map((status) => [
    status,
    TRANSITIONS[status].filter((to) => to !== "accepted"),
  ]);
  expect(moves(3, true)).toEqual(all);
  expect(moves(3, false)).toEqual(all.map(([status, to]) => [status, status === "draft" ? [] : to]));
  expect(moves(4, true)).toEqual(all.map(([status]) => [status, []]));
});
