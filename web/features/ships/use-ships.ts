import useSWR from "swr";
import type { Ship } from "../../../worker/features/ships/ships.schema.ts";
import { request } from "../../lib/api.ts";
import { topicsChanged } from "../../lib/live.ts";

export const SHIPS = "/api/uex/ships";

/** The catalogue of ships by name, ships that are no longer listed too. */
export const useShips = () => useSWR<Ship[]>(SHIPS);

/** Reads the ships from the provider, for holders of admin.system; the answer's `count` is how many it lists. @throws ApiError */
export async function syncShips(): Promise<{ count: number }> {
  try {
    return await request<{ count: number }>("/api/uex/sync-ships", { method: "POST" });
  } finally {
    // One that failed has left its reason.
    topicsChanged(["ships", "ship_sync"]);
  }
}
