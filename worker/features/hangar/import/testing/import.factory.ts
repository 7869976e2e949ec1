import { insert, raw } from "../../../../testing/database.ts";
import { ship } from "../../../ships/testing/ships.factory.ts";
import type { CatalogueShip } from "../match.ts";

const of = (id: number, name: string, maker: string, isListed = true): CatalogueShip => {
  return {
    id,
    name,
    nameFull: `${maker} ${name}`,
    slug: name.toLowerCase().replaceAll(/\W+/g, "-"),
    isListed,
  };
};

/** A catalogue with the names that imports stumble over. */
export const CATALOGUE: readonly CatalogueShip[] = [
  of(1, "Carrack", "Anvil"),
  of(2, "Cutlass Black", "Drake"),
  of(3, "Cutlass Red", "Drake"),
  of(4, "Cutlass Blue", "Drake"),
  of(5, "Cutlass Steel", "Drake"),
  of(6, "Hull C", "MISC"),
  of(7, "ATLS", "Argo"),
  of(8, "ATLS GEO", "Argo"),
  of(9, "Starlancer MAX", "MISC"),
  of(10, "Freelancer MAX", "MISC"),
  of(11, "Freelancer", "MISC"),
  of(12, "M50 Interceptor", "Origin"),
  of(13, "Mustang Alpha Vindicator", "Consolidated Outland"),
  of(14, "Corsair", "Drake"),
  of(15, "Fury", "Mirai"),
  of(16, "Fury LX", "Mirai"),
  of(17, "Fury", "MISC", false),
  of(18, "100i", "Origin"),
];

/** The number of a ship of the catalogue that is still listed. */
export const idOf = (name: string): number =>
  CATALOGUE.find((each) => each.name === name && each.isListed)?.id ?? 0;

/** Puts the catalogue into an organization's. */
export async function catalogue(organizationId = 1): Promise<void> {
  for (const { id, name, nameFull, slug, isListed } of CATALOGUE)
    await ship({
      organization_id: organizationId,
      id,
      name,
      name_full: nameFull,
      slug,
      company_name: nameFull.slice(0, -name.length - 1),
      is_listed: Number(isListed),
    });
}

/** Puts ships into a user's hangar, as the columns are named. */
export async function hangarOf(
  userId: number,
  entries: ({ ship_id: number } & Record<string, unknown>)[],
  organizationId = 1,
): Promise<void> {
  await raw.DB.prepare("insert into hangars (user_id, organization_id) values (?, ?) on conflict do nothing")
    .bind(userId, organizationId)
    .run();
  const at = "2026-11-11T10:00:00.000Z";
  for (const entry of entries)
    await insert("hangar_ships", {
      organization_id: organizationId,
      user_id: userId,
      created_at: at,
      updated_at: at,
      ...entry,
    });
}
