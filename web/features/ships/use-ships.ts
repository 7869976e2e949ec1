import useSWR from "swr";
import type { Ship, ShipSyncAnswer } from "../../../worker/features/ships/ships.schema.ts";
import { request } from "../../lib/api.ts";
import { topicsChanged, usePolling } from "../../lib/live.ts";

export const SHIPS = "/api/uex/ships";
/** The catalogue changes once a day. */
const SHIPS_POLL = 300_000;

/** The catalogue of ships by name, ships that are no longer listed too. */
export const useShips = () => useSWR<Ship[]>(SHIPS, usePolling(["ships"], SHIPS_POLL));

/** Reads the ships from the provider, for holders of admin.system; the answer's `count` is how many it lists. @throws ApiError */
export async function syncShips(): Promise<ShipSyncAnswer> {
  try {
    return await request<ShipSyncAnswer>("/api/uex/sync-ships", { method: "POST" });
  } finally {
    // One that failed has left its reason.
    topicsChanged(["ships", "ship_sync"]);
  }
}
