import type { Actor } from "../../../lib/actor.ts";

/**
 * Whether an actor with admin.users may change a role: roles up to their own priority, and the administrator role
 * only administrators, whose rank has no bounds.
 */
export const isChangeable = (actor: Actor, role: { key: string | null; priority: number }): boolean =>
  role.key === "administrator" ? actor.rank === Number.POSITIVE_INFINITY : actor.rank >= role.priority;

/** Whether the actor may give a role to members, for its readers; what is written is guarded by `requireGrantable`. */
export const mayGrant = (actor: Actor, role: { priority: number }, held: readonly string[]): boolean =>
  actor.rank >= role.priority && held.every((each) => actor.permissions.has(each));
