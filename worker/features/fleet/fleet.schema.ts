import * as z from "zod/mini";
import { pageLimit } from "../../lib/wire.schema.ts";

/** A type of ship in a hangar, by the catalogue's id, and how many its owner has. */
const fleetShip = z.object({ shipId: z.number(), quantity: z.number() });
export type FleetShip = z.infer<typeof fleetShip>;

/** A member with a visible hangar, and their ships, GET /api/fleet/{orgId}. */
export const fleetOwner = z.object({
  owner: z.object({ memberId: z.number(), displayName: z.string(), avatarUrl: z.nullable(z.string()) }),
  ships: z.array(fleetShip),
});
export type FleetOwner = z.infer<typeof fleetOwner>;

/** A member who was recently seen in Discord, GET /api/fleet/{orgId}/online. */
export const onlineMember = z.object({ memberId: z.number(), lastSeen: z.string() });
export type OnlineMember = z.infer<typeof onlineMember>;

/** Minutes after being seen in Discord for which members count as online. */
export const ONLINE_MINUTES = 30;
export const HIDDEN_COUNTED = 50;

/** GET /api/fleet/{orgId}/summary. */
export const fleetSummary = z.object({
  /** Active members, with ships or without. */
  members: z.number(),
  /** HIDDEN_COUNTED stands for that many or more. */
  hiddenHangars: z.number(),
});
export type FleetSummary = z.infer<typeof fleetSummary>;

export const fleetQuery = z.strictObject({
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type FleetQuery = z.infer<typeof fleetQuery>;
