import useSWR from "swr";
import type { Ship } from "../../../worker/features/ships/ships.schema.ts";

export const SHIPS = "/api/uex/ships";

/** The catalogue of ships by name, ships that are no longer listed too. */
export const useShips = () => useSWR<Ship[]>(SHIPS);
