import { insert, rows } from "../../../testing/database.ts";
import { controlUex } from "../../../testing/uex.ts";
import type { ShipRole } from "../ships.schema.ts";

let last = 1000;

/** Puts a ship into the catalogue, as the columns are named; answers its id. */
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

/** A row of the emulated UEX. */
export type UexRow = Record<string, unknown> & { id: number | string };
type Asked = { path: string; tag: string | null; authorization: string | null };
type Stored = { id: number; name: string; is_listed: number; roles: string };

/** What the emulated UEX was asked for since it was reset. */
export const asked = () => controlUex<Asked[]>("requests");
/** The rows of the emulated UEX that are ships. */
export const listed = async () =>
  (await controlUex<UexRow[]>("rows")).filter((row) => Number(row["is_addon"]) !== 1);
/** The catalogue as it is stored. */
export const stored = () => rows<Stored>("select * from ships order by id");
/** Makes the emulated UEX fail in one of its ways. */
export const fail = (mode: string, more: object = {}) => controlUex("fail", { mode, ...more });
