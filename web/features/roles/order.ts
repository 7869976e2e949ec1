import type { Role } from "../../../worker/features/roles/roles.schema.ts";

type Movable = Pick<Role, "id"> & { can: Pick<Role["can"], "move"> };

/** Roles in an order of ids; those that it leaves out come last. */
export function inOrder<Item extends Movable>(roles: readonly Item[], ids: readonly number[]): Item[] {
  const placeOf = ({ id }: Item) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return roles.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The ids of roles with one moved to another place; null where the reader may not move it, or not past one in between. */
export function moved(roles: readonly Movable[], from: number, to: number): number[] | null {
  const role = roles[from];
  if (!role || from === to || to < 0 || to >= roles.length) return null;
  const touched = roles.slice(Math.min(from, to), Math.max(from, to) + 1);
  if (!touched.every(({ can }) => can.move)) return null;
  return roles
    .toSpliced(from, 1)
    .toSpliced(to, 0, role)
    .map(({ id }) => id);
}
