import { expect, it } from "vitest";
import { type Permission, SYSTEM_PERMISSIONS } from "../../lib/permissions.schema.ts";
import { actorWith, given } from "../../testing/actors.ts";
import { abilities, memberErrors } from "./members.policy.ts";

const WRITE: Permission = "members.write";
const USERS: Permission = "admin.users";
const CHANGE = ["changeStatus", "changeRole"];
const ADMINISTER = ["endSessions", "makePasswordLink", "delete"];
type User = Parameters<typeof abilities>[2];
const user: User = { id: 8, displayName: "Vega", rolePriority: 49, status: "active" };

it("lets members.write change members below the actor, and admin.users administer these and users without a role", () => {
  const cases: [granted: Permission[], changed: Partial<User>, gives: string[]][] = [
    [[WRITE], {}, [...CHANGE, "endSessions"]],
    [[USERS], {}, ADMINISTER],
    [[WRITE, USERS], {}, [...CHANGE, ...ADMINISTER]],
    [[WRITE, USERS], { status: "inactive" }, [...CHANGE, "endSessions", "delete"]],
    [[WRITE, USERS], { rolePriority: 50 }, []],
    [[WRITE, USERS], { id: 3 }, []],
    [[WRITE, USERS], { id: null }, ["endSessions", "delete"]],
    [[WRITE, USERS], { rolePriority: null }, ["endSessions", "delete"]],
    [[WRITE], { id: null, rolePriority: null }, []],
    [SYSTEM_PERMISSIONS.filter((each) => each !== WRITE && each !== USERS), {}, []],
  ];
  for (const [granted, changed, gives] of cases)
    expect([
      granted,
      changed,
      given(abilities(actorWith(granted), "en", { ...user, ...changed }).can),
    ]).toEqual([granted, changed, gives]);
});

it("gives the reason of a refusal: the missing permission first, then the membership, the rank and the state", () => {
  const why = (granted: Permission[], changed: Partial<User> = {}) =>
    abilities(actorWith(granted), "da", { ...user, ...changed }).why;
  const { own_membership, outranked, without_role, member_inactive } = memberErrors;
  expect(why([WRITE, USERS])).toEqual(
    Object.fromEntries([...CHANGE, ...ADMINISTER].map((each) => [each, null])),
  );
  expect(why([]).endSessions).toContain(`(${WRITE}, ${USERS})`);
  expect(why([], { id: null }).endSessions).toContain(`(${USERS})`);
  expect([why([]).changeRole, why([]).delete]).toEqual([
    expect.stringContaining(`(${WRITE})`),
    expect.stringContaining(`(${USERS})`),
  ]);
  expect(why([WRITE], { id: 3 }).changeRole).toBe(own_membership().text("da"));
  expect(why([WRITE], { rolePriority: 50 }).changeStatus).toBe(outranked({ name: "Vega" }).text("da"));
  expect(why([WRITE], { id: null }).changeRole).toBe(without_role({ name: "Vega" }).text("da"));
  expect(why([USERS], { status: "inactive" }).makePasswordLink).toBe(
    member_inactive({ name: "Vega" }).text("da"),
  );
});
