import useSWR from "swr";
import type { Ship, ShipSyncAnswer, ShipSyncStatus } from "../../../worker/features/ships/ships.schema.ts";
import { request } from "../../lib/api.ts";
import { POLL } from "../../lib/list.ts";
import { topicsChanged, usePolling } from "../../lib/live.ts";

export const SHIPS = "/api/uex/ships";
/** The catalogue changes once a day. */
const SHIPS_POLL = 300_000;

/** The catalogue of ships by name, with ships that are no longer listed. */
export const useShips = () => useSWR<Ship[]>(SHIPS, usePolling(["ships"], SHIPS_POLL));

async function sync(path: string): Promise<ShipSyncAnswer> {
  try {
    return await request<ShipSyncAnswer>(path, { method: "POST" });
  } finally {
    // A failed sync has stored its reason.
    topicsChanged(["ships", "ship_sync"]);
  }
}

/** Syncs the catalogue with the provider, which takes admin.system; `count` is the number of listed ships. @throws ApiError */
export const syncShips = () => sync("/api/uex/sync-ships");

/** Accepts that the provider no longer lists the ships for which a sync was refused. @throws ApiError */
export const acceptLoss = (id: number) => sync(`/api/uex/sync-ships/${id}/accept`);

/** The newest sync of the catalogue, for users with admin.system. */
export const useShipSyncStatus = (isAllowed = true) =>
  useSWR<ShipSyncStatus | null>(isAllowed ? "/api/uex/sync-status" : null, usePolling(["ship_sync"], POLL));
