import type { RoleMapping, RoleSync } from "../../../worker/features/discord/roles/roles.schema.ts";

export type OrderRow = { roleId: number; name: string; mappings: RoleMapping[]; priority: number };

/** The mapped roles in their order, without the Administrator. */
export function orderRows({ mappings, roles }: RoleSync): OrderRow[] {
  const byRole = Map.groupBy(mappings, ({ roleId }) => roleId);
  return [...byRole].flatMap(([roleId, mappings]) => {
    const role = roles.find(({ id }) => id === roleId);
    if (!role || role.key === "administrator") return [];
    return { roleId, name: role.name, mappings, priority: mappings[0]?.priority ?? 0 };
  });
}

/** The names of the roles whose mappings decide before those of a role, which a first mapping would give. */
export function above({ mappings, roles }: RoleSync, roleId: number): string[] {
  const rankOf = (id: number) => roles.find((role) => role.id === id)?.priority ?? 0;
  const own = mappings.find((each) => each.roleId === roleId)?.priority ?? rankOf(roleId);
  const isFirst = ({ priority, roleId: other }: RoleMapping) =>
    other !== roleId && (priority > own || (priority === own && rankOf(other) > rankOf(roleId)));
  const ids = new Set(mappings.filter(isFirst).map((each) => each.roleId));
  return roles.flatMap(({ id, name, key }) => (ids.has(id) && key !== "administrator" ? [name] : []));
}

/** The rows in another order; rows that it leaves out come last. */
export function inOrder(rows: readonly OrderRow[], order: readonly number[] | null): OrderRow[] {
  if (!order) return [...rows];
  const placeOf = ({ roleId }: OrderRow) => (order.includes(roleId) ? order.indexOf(roleId) : order.length);
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The order with a role moved to another place; unchanged for a place outside of it. */
export function moved(order: readonly number[], from: number, to: number): number[] {
  const role = order[from];
  if (role === undefined || to < 0 || to >= order.length) return [...order];
  return order.toSpliced(from, 1).toSpliced(to, 0, role);
}

/** The priority of a place; the first row has the highest. */
export const priorityAt = (index: number, count: number): number => (count - index) * 10;

/** The input for saving an order: a priority for each mapping. */
export const prioritiesOf = (rows: readonly OrderRow[]): { id: number; priority: number }[] =>
  rows.flatMap((row, at) => row.mappings.map(({ id }) => ({ id, priority: priorityAt(at, rows.length) })));
