import * as z from "zod/mini";
import { pageLimit } from "../../lib/wire.schema.ts";

/** A type of ship in a hangar, by the catalogue's number, and how many its owner has. */
export type FleetShip = { shipId: number; quantity: number };

/** A member who shows their hangar, with their ships, GET /api/fleet/{orgId}. */
export type FleetOwner = {
  owner: { memberId: number; displayName: string; avatarUrl: string | null };
  ships: FleetShip[];
};

/** A member who was lately seen in Discord, GET /api/fleet/{orgId}/online. */
export type OnlineMember = { memberId: number; lastSeen: string };

/** Minutes since they were seen in Discord for which members count as online. */
export const ONLINE_MINUTES = 30;

/** Hidden hangars are counted up to this number. */
export const HIDDEN_COUNTED = 50;

/** What the list of owners does not tell, GET /api/fleet/{orgId}/summary. */
export type FleetSummary = {
  /** Active members, with ships or without. */
  members: number;
  /** Hangars that their owners keep out of the fleet; HIDDEN_COUNTED stands for that many or more. */
  hiddenHangars: number;
};

export const fleetQuery = z.strictObject({
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type FleetQuery = z.infer<typeof fleetQuery>;
