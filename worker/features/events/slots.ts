import { sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { hangarShips } from "../hangar/index.ts";
import { ships } from "../ships/index.ts";
import type { Slot } from "./events.schema.ts";
import { eventErrors } from "./events.texts.ts";

/** The guard that a user owns a ship that fits a slot, where it asks for one. @throws AppError event_slot_needs_ship, in the batch */
export function guardNeed({ organizationId }: Actor, userId: number, { name, need }: Slot): Guard[] {
  if (!need) return [];
  const owned = sql`select 1 from ${hangarShips} where ${hangarShips.userId} = ${userId}`;
  const isOwned =
    need.kind === "ship"
      ? sql`exists (${owned} and ${hangarShips.shipId} = ${need.shipId})`
      : sql`exists (select 1 from ${hangarShips} cross join ${ships} on ${ships.organizationId} = ${organizationId}
            and ${ships.id} = ${hangarShips.shipId}
          where ${hangarShips.userId} = ${userId}
            and exists (select 1 from json_each(${ships.roles}) where value = ${need.role}))`;
  return [guard(isOwned, eventErrors.event_slot_needs_ship({ slot: name }))];
}
