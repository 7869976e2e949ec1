import type { Actor } from "../../../lib/actor.ts";

/**
 * Whether an actor with admin.users may change a role: roles up to their own priority, and the administrator role
 * only administrators, whose rank has no bounds.
 */
export const isChangeable = (actor: Actor, role: { key: string | null; priority: number }): boolean =>
  role.key === "administrator" ? actor.rank === Number.POSITIVE_INFINITY : actor.rank >= role.priority;
