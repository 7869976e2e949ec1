import { type Actor, actorWithoutSession } from "../lib/actor.ts";
import type { Permission } from "../lib/permissions.schema.ts";

/** Returns an actor of organization 1 for tests of policies: user 7, member 3 and of rank 50, if `more` does not say otherwise. */
export const actorWith = (
  permissions: readonly Permission[] = [],
  more: Partial<Pick<Actor, "organizationId" | "userId" | "memberId" | "rank">> = {},
): Actor => ({
  ...actorWithoutSession("user", 1, "Vega", 7),
  ...{ memberId: 3, rank: 50, permissions: new Set(permissions) },
  ...more,
});

/** The abilities that are given, by name; of one with choices, such as the statuses to move to, those, too. */
export const given = (abilities: object): string[] =>
  Object.entries(abilities).flatMap(([name, gives]) => {
    if (Array.isArray(gives)) return gives.length > 0 ? [`${name}: ${gives.join(" ")}`] : [];
    return gives === true ? [name] : [];
  });
