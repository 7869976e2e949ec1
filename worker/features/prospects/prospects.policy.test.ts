import type { SQL } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Actor } from "../../lib/actor.ts";
import { openDb } from "../../lib/db/client.ts";
import { type Permission, SYSTEM_PERMISSIONS } from "../../lib/permissions.schema.ts";
import { actorWith, given } from "../../testing/actors.ts";
import { organization, person, raw } from "../../testing/world.ts";
import {
  abilities,
  assertAssigns,
  isOurs,
  movesFrom,
  visibleAssigned,
  visibleById,
  visibleTo,
} from "./prospects.policy.ts";
import { PROSPECT_STATUSES, TRANSITIONS } from "./prospects.schema.ts";
import { prospects, REMOVED } from "./prospects.table.ts";

const ALL = "prospects.read_all";

it("shows a user all prospects of the organization, or their own alone, and nobody removed ones", async () => {
  const [{ memberId }, another] = [await person("member"), await person("member")];
  const owners = [null, memberId, another.memberId];
  // Every combination of organization, status, assignee and who added it.
  const values = [[1, await organization()], [...PROSPECT_STATUSES, REMOVED], owners, owners];
  await raw.DB.prepare(
    `insert into prospects (organization_id, status, assigned_to, added_by, display_name, username, stage_changed_at,
       created_at, updated_at)
     select a.value, b.value, c.value, d.value, 'Vega', 'vega', '', '', ''
     from json_each(?) a, json_each(?) b, json_each(?) c, json_each(?) d`,
  )
    .bind(...values.map((each) => JSON.stringify(each)))
    .run();
  const { db } = openDb(raw.DB, undefined);
  const all = await db.select().from(prospects).orderBy(prospects.id);
  type Row = (typeof all)[number];
  const isOwnAssigned = ({ assignedTo, addedBy, stage }: Row) =>
    assignedTo === memberId && (stage !== "intro" || addedBy === memberId);
  const isOwn = (row: Row) => isOwnAssigned(row) || (row.addedBy === memberId && row.assignedTo === null);
  const everything = () => true;
  const [own, reader] = [actorWith([], { memberId }), actorWith([ALL], { memberId })];
  const cases: [name: string, where: (actor: Actor) => SQL, actor: Actor, sees: (row: Row) => boolean][] = [
    ["ours", isOurs, own, everything],
    ["all", visibleTo, reader, everything],
    ["all by id", visibleById, reader, everything],
    ["all assigned", visibleAssigned, reader, everything],
    ["own", visibleTo, own, isOwn],
    ["own by id", visibleById, own, isOwn],
    ["own assigned", visibleAssigned, own, isOwnAssigned],
    ["nobody's", visibleTo, actorWith([], { memberId: null }), () => false],
  ];
  for (const [name, where, actor, sees] of cases) {
    const found = await db.select().from(prospects).where(where(actor)).orderBy(prospects.id);
    const isThere = (row: Row) => row.organizationId === 1 && (row.status as string) !== REMOVED;
    expect([name, found]).toEqual([name, all.filter((row) => isThere(row) && sees(row))]);
  }
  expect(all.filter(isOwn).length).toBeGreaterThan(all.filter(isOwnAssigned).length);
});

it("moves a prospect to no stage where the user would no longer see it", () => {
  for (const status of PROSPECT_STATUSES)
    expect([status, movesFrom(actorWith([ALL]), status)]).toEqual([status, TRANSITIONS[status]]);
  expect(movesFrom(actorWith(), "inactive")).toEqual(["active", "onboarding"]);
  expect(movesFrom(actorWith(), "intro")).toEqual(TRANSITIONS.intro);
});

it("requires prospects.assign to assign a free or own prospect, and crm.assign for another member's", () => {
  for (const [assignedTo, permission] of [
    [null, "prospects.assign"],
    [3, "prospects.assign"],
    [4, "crm.assign"],
  ] as const)
    for (const granted of SYSTEM_PERMISSIONS) {
      const assign = () => assertAssigns(actorWith([granted]), assignedTo);
      if (granted === permission) expect(assign).not.toThrow();
      else expect(assign).toThrow(expect.objectContaining({ parameters: { permission } }));
    }
});

it("gives each permission its abilities, within the user's rank and by the prospect's state", () => {
  type Row = Parameters<typeof abilities>[1];
  const row: Row = {
    status: "onboarding",
    assignedTo: 3,
    userId: 5,
    memberId: null,
    discordId: "1",
    rolePriority: null,
    memberStatus: null,
  };
  const write = "prospects.write";
  const correct = "correct: displayName username email starCitizenId referralSource";
  const moveTo = "moveTo: active inactive";
  const cases: [granted: Permission, changed: Partial<Row>, gives: string[]][] = [
    [write, {}, ["update", "setDeadline", moveTo, correct]],
    [write, { status: "active" }, ["update", "moveTo: inactive onboarding", correct]],
    [write, { rolePriority: 49 }, ["update", "setDeadline", moveTo, correct]],
    [write, { rolePriority: 50 }, ["update", "setDeadline", correct]],
    ["prospects.assign", {}, ["assign"]],
    ["prospects.assign", { assignedTo: 4 }, []],
    ["crm.assign", { assignedTo: 4 }, ["assign"]],
    ["crm.assign", {}, []],
  ];
  for (const [granted, changed, gives] of cases)
    expect([granted, changed, given(abilities(actorWith([granted]), { ...row, ...changed }))]).toEqual([
      granted,
      changed,
      gives,
    ]);
  const others = SYSTEM_PERMISSIONS.filter((each) => !cases.some(([granted]) => granted === each));
  expect(given(abilities(actorWith(others), row))).toEqual([]);
});
