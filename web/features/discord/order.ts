import type { RoleMapping, RoleSync } from "../../../worker/features/discord/roles/roles.schema.ts";

/** A role of ours with the Discord roles that give it. */
export type OrderRow = { roleId: number; name: string; mappings: RoleMapping[]; priority: number };

/** The mapped roles in the order in which they decide; the Administrator is none of them. */
export function orderRows({ mappings, roles }: RoleSync): OrderRow[] {
  const byRole = Map.groupBy(mappings, ({ roleId }) => roleId);
  return [...byRole].flatMap(([roleId, of]) => {
    const role = roles.find(({ id }) => id === roleId);
    if (!role || role.key === "administrator") return [];
    return { roleId, name: role.name, mappings: of, priority: of[0]?.priority ?? 0 };
  });
}

/** The rows in another order; rows that it leaves out come last. */
export function inOrder(rows: readonly OrderRow[], order: readonly number[] | null): OrderRow[] {
  if (!order) return [...rows];
  const placeOf = ({ roleId }: OrderRow) => (order.includes(roleId) ? order.indexOf(roleId) : order.length);
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The order with the role at one place moved to another one; the same where there is no such place. */
export function moved(order: readonly number[], from: number, to: number): number[] {
  const next = [...order];
  const [role] = next.splice(from, 1);
  if (role === undefined || to < 0 || to > next.length) return [...order];
  next.splice(to, 0, role);
  return next;
}

/** The priority of a place: the topmost of the rows has the highest. */
export const priorityAt = (index: number, count: number): number => (count - index) * 10;

/** What saving an order sends: a priority for each mapping. */
export const prioritiesOf = (rows: readonly OrderRow[]): { id: number; priority: number }[] =>
  rows.flatMap(({ mappings }, at) =>
    mappings.map(({ id }) => ({ id, priority: priorityAt(at, rows.length) })),
  );
