import { insert } from "../../../testing/database.ts";
import type { ShipRole } from "../ships.schema.ts";

let last = 1000;

/** Inserts a ship into the catalogue, by column names; returns its id. */
export async function ship(
  values: { organization_id?: number; id?: number; roles?: ShipRole[] } & Record<string, unknown> = {},
): Promise<number> {
  const id = values.id ?? ++last;
  const { roles = ["cargo"], ...columns } = values;
  await insert("ships", {
    organization_id: 1,
    name: `Ship ${id}`,
    name_full: `Maker Ship ${id}`,
    slug: `ship-${id}`,
    company_name: "Maker",
    scu: 8,
    crew_min: 1,
    crew_max: 2,
    size: "small",
    ...columns,
    id,
    roles: JSON.stringify(roles),
  });
  return id;
}
