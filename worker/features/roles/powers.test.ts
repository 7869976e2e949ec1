import * as fc from "fast-check";
import { expect, it } from "vitest";
import { SYSTEM_PERMISSIONS } from "../../lib/permissions.schema.ts";
import { runs } from "../../testing/runs.ts";
import { type Caller, freshDatabase, person, raw } from "../../testing/world.ts";
import { customRole, holderOf } from "./testing/roles.factory.ts";

/** The power of a member: their permissions and their rank. */
type Power = { permissions: ReadonlySet<string>; rank: number };
type RoleState = {
  id: number;
  key: string | null;
  permissions: string;
  priority: number;
  name: string;
  description: string | null;
};
type MemberState = { id: number; roleId: number; status: string };
type State = { roles: Map<number, RoleState>; members: Map<number, MemberState>; custom: string[] };

/** The stored state from which powers follow. */
async function readState(): Promise<State> {
  const results = await raw.DB.batch(
    [
      "select id, key, permissions, priority, name, description from roles",
      "select id, role_id as roleId, status from members",
      "select key from custom_permissions",
    ].map((sql) => raw.DB.prepare(sql)),
  );
  const [roles, members, custom] = results.map((each) => each.results) as [
    RoleState[],
    MemberState[],
    { key: string }[],
  ];
  return {
    roles: new Map(roles.map((role) => [role.id, role])),
    members: new Map(members.map((member) => [member.id, member])),
    custom: custom.map(({ key }) => key),
  };
}

const NOTHING: Power = { permissions: new Set(), rank: 0 };

function powerOf({ roles, members, custom }: State, memberId: number): Power {
  const member = members.get(memberId);
  const role = member?.status === "active" ? roles.get(member.roleId) : undefined;
  if (!role) return NOTHING;
  if (role.key === "administrator")
    return { permissions: new Set([...SYSTEM_PERMISSIONS, ...custom]), rank: Number.POSITIVE_INFINITY };
  return { permissions: new Set(JSON.parse(role.permissions) as string[]), rank: role.priority };
}

const without = (all: ReadonlySet<string>, some: ReadonlySet<string>) =>
  [...all].filter((each) => !some.has(each));
const permissionsOf = (role: RoleState | undefined) =>
  new Set(JSON.parse(role?.permissions ?? "[]") as string[]);

/** A state in which the priority of a role is the number of lower ones that stood before and after: a new role makes room. */
function leveled(state: State, other: State): State {
  const common = [...state.roles.values()].filter(({ id }) => other.roles.has(id));
  const heightOf = (role: RoleState) => common.filter((each) => each.priority < role.priority).length;
  const roles = [...state.roles.values()].map((role) => [role.id, { ...role, priority: heightOf(role) }]);
  return { ...state, roles: new Map(roles as [number, RoleState][]) };
}

/** A sentence for each change beyond the actor's power. */
function abuses(stored: State, changed: State, actorId: number): string[] {
  const [before, after] = [leveled(stored, changed), leveled(changed, stored)];
  const actor = powerOf(before, actorId);
  const wrong: string[] = [];
  for (const id of new Set([...before.roles.keys(), ...after.roles.keys()])) {
    const [was, is] = [before.roles.get(id), after.roles.get(id)];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    // Creating and deleting a permission also changes the administrator role.
    const isSame = was?.name === is?.name && was?.description === is?.description;
    if (is?.key === "administrator" && isSame && was?.priority === is.priority) continue;
    const height = Math.max(was?.priority ?? 0, is?.priority ?? 0);
    if (height > actor.rank) wrong.push(`role ${id} is above the actor`);
    if (was && is && was.priority !== is.priority && height >= actor.rank)
      wrong.push(`role ${id} was moved at the actor's height`);
    const [granted, holds] = [permissionsOf(was), permissionsOf(is)];
    const foreign = [...without(holds, granted), ...(is ? without(granted, holds) : [])].filter(
      (each) => !actor.permissions.has(each),
    );
    if (foreign.length) wrong.push(`role ${id} was given or lost ${foreign}, which the actor does not hold`);
  }
  for (const [id, is] of after.members) {
    const was = before.members.get(id);
    const [had, has] = [powerOf(before, id), powerOf(after, id)];
    // A member who becomes active again regains the powers of their role.
    const isBack = was?.status === "inactive" && was?.roleId === is.roleId;
    const gained = without(has.permissions, had.permissions).filter((each) => !actor.permissions.has(each));
    const isOwn = after.custom.length > before.custom.length && has.rank === Number.POSITIVE_INFINITY;
    if (gained.length && !isOwn && !isBack) wrong.push(`member ${id} got ${gained} from an actor without`);
    if (has.rank > had.rank && has.rank > actor.rank) wrong.push(`member ${id} rose above the actor`);
    const isMoved = was && (was.roleId !== is.roleId || was.status !== is.status);
    const previous = was && before.roles.get(was.roleId);
    if (isMoved && previous && previous.priority >= actor.rank)
      wrong.push(`member ${id} was not below the actor`);
  }
  const administrators = [...after.members.keys()].filter(
    (id) => powerOf(after, id).rank === Number.POSITIVE_INFINITY,
  );
  if (administrators.length === 0) wrong.push("nobody is an active administrator");
  return wrong;
}

const COMMANDS = [
  "createRole",
  "editRole",
  "editRole",
  "orderRoles",
  "orderRoles",
  "deleteRole",
  "moveMembers",
  "memberRole",
  "memberRole",
  "memberRole",
  "memberStatus",
  "createPermission",
  "deletePermission",
] as const;

const command = fc.record({
  what: fc.constantFrom(...COMMANDS),
  // Chooses users with some but not all powers most often.
  by: fc.constantFrom(0, 1, 2, 3, 4, 4, 4, 5, 5, 5, 6, 6),
  at: fc.nat(20),
  to: fc.nat(20),
  permissions: fc.array(fc.nat(40), { maxLength: 4 }),
});

it("gives no user more power than the acting user has, under random calls of random users", async () => {
  let accepted = 0;
  const tries = runs(3, 10);
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 30, maxLength: 40 }), async (commands) => {
      await freshDatabase();
      const powerful = ["admin.users", "admin.permissions", "members.write", "members.read", "tools.view"];
      const people: Caller[] = [
        await person("administrator"),
        await person("administrator"),
        await person("officer"),
        await person("member"),
        await holderOf(await customRole(powerful, { priority: 70 })),
        await holderOf(await customRole([...powerful, "bots.read"], { priority: 50 })),
        await holderOf(await customRole(["admin.users", "members.write", "bots.write"], { priority: 35 })),
      ];
      // Roles of a high priority with few permissions, which only the priority protects from other users.
      for (const [at, granted] of [[], ["members.read"], ["members.read", "members.write"]].entries())
        await customRole(granted, { priority: 90 + at });
      let before = await readState();
      for (const { what, by, at, to, permissions: picks } of commands) {
        const actor = people[by % people.length] as Caller;
        const member = people[at % people.length] as Caller;
        const roles = [...before.roles.keys()];
        const role = before.roles.get(roles[at % roles.length] ?? 0);
        const target = roles[to % roles.length];
        const known = [...SYSTEM_PERMISSIONS, ...before.custom, "custom.unheard_of"];
        const chosen = picks.map((pick) => known[pick % known.length] as string);
        // Half of the permissions are the actor's, so that enough calls are accepted.
        const granted = [...powerOf(before, actor.memberId).permissions];
        const permissions = chosen.map((each, n) =>
          n % 2 && granted.length ? granted[(picks[n] ?? 0) % granted.length] : each,
        );
        const edited = [...permissionsOf(role)]
          .filter((_, n) => n % 5 !== to % 5)
          .concat(permissions as string[]);
        const order = [...before.roles.values()].sort((a, b) => b.priority - a.priority).map(({ id }) => id);
        const moved = order.toSpliced(at % order.length, 1);
        const calls: Record<(typeof COMMANDS)[number], [string, string, unknown?]> = {
          createRole: ["POST", "/api/roles", { name: `R${by}.${at}.${to}`, permissions }],
          editRole: [
            ...(["PUT", `/api/roles/${role?.id}`] as const),
            [{ permissions: edited }, { description: `By ${by}` }][to % 2],
          ],
          orderRoles: [
            ...(["PUT", "/api/roles/1/order"] as const),
            { roles: moved.toSpliced(to % order.length, 0, order[at % order.length] ?? 0), was: order },
          ],
          deleteRole: ["DELETE", `/api/roles/${role?.id}`],
          moveMembers: ["POST", `/api/roles/${role?.id}/move-members`, { roleId: target }],
          memberRole: ["PUT", `/api/members/${member.memberId}/role`, { roleId: target }],
          memberStatus: [
            ...(["PUT", `/api/members/${member.memberId}/status`] as const),
            { status: to % 2 ? "active" : "inactive" },
          ],
          createPermission: [
            ...(["POST", "/api/permissions"] as const),
            { id: `custom.p${at % 4}`, name: "Own", category: "Custom" },
          ],
          deletePermission: ["DELETE", `/api/permissions/custom.p${at % 4}`],
        };
        const [method, path, body] = calls[what];
        const { status, text, meter } = await actor.call(method, path, { body });
        expect(status, text).toBeLessThan(500);
        if (status >= 300) {
          expect(meter.rowsWritten).toBe(0);
          continue;
        }
        accepted++;
        const after = await readState();
        expect(abuses(before, after, actor.memberId)).toEqual([]);
        before = after;
      }
    }),
    { ...tries, endOnFailure: true },
  );
  // Guards against a test in which every call is refused.
  expect(accepted).toBeGreaterThan(6 * tries.numRuns);
});
