import { insert, raw, rows } from "../../../testing/database.ts";
import type { Caller } from "../../../testing/world.ts";
import { ship } from "../../ships/testing/ships.factory.ts";
import type { ImportInput, ImportResult, ImportReview } from "../imports.schema.ts";
import type { CatalogueShip } from "../match.ts";
import { type ImportChoices, NO_CHOICES, planImport } from "../plan.schema.ts";

const catalogued = (id: number, name: string, maker: string, isListed = true): CatalogueShip => {
  return {
    id,
    name,
    nameFull: `${maker} ${name}`,
    companyName: maker,
    slug: name.toLowerCase().replaceAll(/\W+/g, "-"),
    isListed,
  };
};

/** A catalogue with names that are difficult for imports. */
export const CATALOGUE: readonly CatalogueShip[] = [
  catalogued(1, "Carrack", "Anvil"),
  catalogued(2, "Cutlass Black", "Drake"),
  catalogued(3, "Cutlass Red", "Drake"),
  catalogued(4, "Cutlass Blue", "Drake"),
  catalogued(5, "Cutlass Steel", "Drake"),
  catalogued(6, "Hull C", "MISC"),
  catalogued(7, "ATLS", "Argo"),
  catalogued(8, "ATLS GEO", "Argo"),
  catalogued(9, "Starlancer MAX", "MISC"),
  catalogued(10, "Freelancer MAX", "MISC"),
  catalogued(11, "Freelancer", "MISC"),
  catalogued(12, "M50 Interceptor", "Origin"),
  catalogued(13, "Mustang Alpha Vindicator", "Consolidated Outland"),
  catalogued(14, "Corsair", "Drake"),
  catalogued(15, "Fury", "Mirai"),
  catalogued(16, "Fury LX", "Mirai"),
  catalogued(17, "Fury", "MISC", false),
  catalogued(18, "100i", "Origin"),
  catalogued(19, "Hammerhead", "Aegis"),
  catalogued(20, "Hammerhead Best In Show Edition", "Aegis"),
  catalogued(21, "Carrack Expedition", "Anvil"),
  catalogued(22, "600i Executive Edition", "Origin"),
  catalogued(23, "600i Explorer", "Origin"),
  catalogued(24, "600i Touring", "Origin"),
];

/** The number of a ship of the catalogue that is still listed. */
export const idOf = (name: string): number =>
  CATALOGUE.find((each) => each.name === name && each.isListed)?.id ?? 0;

/** Inserts the catalogue into an organization's. */
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

/** Inserts ships into a user's hangar, by column names. */
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

/** A path of a user's own ships. */
export const path = (caller: Caller, rest: string) => `/api/uex/user/${caller.userId}/ships/${rest}`;
/** Previews a file. */
export const preview = (caller: Caller, content: string) =>
  caller.ok<ImportReview>("POST", path(caller, "import/preview"), { content });
/** Sends a part of an import. */
export const send = (caller: Caller, input: Partial<ImportInput>) =>
  caller.ok<ImportResult>("POST", path(caller, "import"), {
    format: "fleetyards",
    ships: [],
    removals: [],
    answers: [],
    ...input,
  });
/** The rows of a hangar. */
export const hangar = (caller: Caller) =>
  rows<{
    ship_id: number;
    quantity: number;
    nickname: string | null;
    pledges: string | null;
    version: number;
  }>(
    "select ship_id, quantity, nickname, pledges, version from hangar_ships where user_id = ? order by ship_id",
    caller.userId,
  );
/** The rows of a hangar as text. */
export const names = (caller: Caller) =>
  hangar(caller).then((all) =>
    all.map(({ ship_id, quantity }) => `${quantity} ${CATALOGUE.find(({ id }) => id === ship_id)?.name}`),
  );
/** Reviews a file, chooses, and imports it. */
export async function bring(caller: Caller, content: string, choices: Partial<ImportChoices> = {}) {
  const review = await preview(caller, content);
  const plan = planImport(review, { ...NO_CHOICES, ...choices });
  return { plan, result: await send(caller, plan.input) };
}
