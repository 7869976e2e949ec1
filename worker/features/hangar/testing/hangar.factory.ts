import { value } from "../../../testing/database.ts";
import type { Caller } from "../../../testing/world.ts";
import { ship } from "../../ships/testing/ships.factory.ts";
import type { HangarShip } from "../hangar.schema.ts";

export const shipsPath = ({ userId }: Caller, shipId?: number) =>
  `/api/uex/user/${userId}/ships${shipId === undefined ? "" : `/${shipId}`}`;

/** A ship of the catalogue of the caller's organization; of the first one for a visitor. */
export async function theirShip(
  { userId }: Caller,
  values: Parameters<typeof ship>[0] = {},
): Promise<number> {
  const organization = await value<number | undefined>(
    "select organization_id from users where id = ?",
    userId,
  );
  return ship({ organization_id: organization ?? 1, ...values });
}

/** Adds a ship to the caller's hangar by the API. */
export const addTo = (caller: Caller, uexShipId: number, values: Record<string, unknown> = {}) =>
  caller.ok<HangarShip>("POST", shipsPath(caller), { uexShipId, ...values });
