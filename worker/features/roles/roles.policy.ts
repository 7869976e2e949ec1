import type { Actor } from "../../lib/actor.ts";

/** Whether an actor with admin.users may change a role: up to their rank; the administrator role only as an administrator. */
export const isChangeable = (actor: Actor, role: { key: string | null; priority: number }): boolean =>
  role.key === "administrator" ? actor.rank === Number.POSITIVE_INFINITY : actor.rank >= role.priority;

/** Whether the actor may move a role in the order: below their own, with permissions that they hold; never the administrator role. */
export const mayMove = (
  actor: Actor,
  role: { key: string | null; priority: number },
  granted: readonly string[],
): boolean => role.key !== "administrator" && actor.rank > role.priority && mayGrant(actor, role, granted);

/** Whether the actor may give a role to members, for answers. Writes are guarded by `guardGrantable`. */
export const mayGrant = (actor: Actor, role: { priority: number }, granted: readonly string[]): boolean =>
  actor.rank >= role.priority && granted.every((each) => actor.permissions.has(each));
