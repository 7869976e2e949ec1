import { type CatalogueShip, readCatalogue } from "../../worker/features/ships/catalogue.ts";
import type { Row } from "../lib/database.ts";
import type { Values } from "../lib/settings.ts";

type DemoShip = {
  name: string;
  daysAgo?: number;
  quantity?: number;
  nickname?: string;
  notes?: string;
};

type DemoHangar = { owner: string; isHidden?: boolean; ships: DemoShip[] };

const ship = (name: string, daysAgo?: number, more: Omit<DemoShip, "name" | "daysAgo"> = {}): DemoShip => ({
  name,
  ...(daysAgo === undefined ? {} : { daysAgo }),
  ...more,
});

/** The demo's hangars. Jonas Kjær has no ship yet, so that his hangar shows the empty state. */
export const DEMO_HANGARS: readonly DemoHangar[] = [
  {
    owner: "Freja Ravn",
    ships: [
      ship("Mustang Alpha Vindicator", undefined, { notes: "Vundet i lodtrækningen på årsmødet." }),
      ship("Constellation Andromeda", 510),
      ship("Carrack Expedition with Pisces Expedition", 333, {
        nickname: "Langskibet",
        notes: "Shared with the survey team on Thursdays.",
      }),
      ship("Cutlass Black", 324),
      ship("Caterpillar", 253, { notes: "Parked at Everus. Module slots are free, ask before you take it." }),
      ship("Prospector", 188, { notes: "Two Lancet heads in the local inventory at Lorville." }),
      ship("F7C Hornet Mk II", 105, { notes: "Ballistics on the wings, the rest as bought." }),
      ship("M50 Interceptor", 11),
    ],
  },
  {
    owner: "Astrid Holm",
    ships: [
      ship("Aurora MR", 412, { notes: "The first one. Not for sale." }),
      ship("Polaris", 96, { nickname: "Skjoldmøen", notes: "Flagship of the Saturday patrols." }),
      ship("Hull C", 210, { notes: "Needs a loading crew at both ends." }),
      ship("Gladius", 380, { quantity: 2 }),
      ship("Starlancer MAX", 44),
      ship("C8R Pisces Rescue", 300),
      ship("Cyclone", 290, { quantity: 2 }),
    ],
  },
  {
    owner: "Oliver Hayes",
    isHidden: true,
    ships: [
      ship("890 Jump", 120, { notes: "Only for the anniversary." }),
      ship("Mercury Star Runner", 240),
      ship("Arrow", 200),
      ship("Freelancer", 230),
    ],
  },
  {
    owner: "Mikkel Toft",
    ships: [
      ship("Hammerhead", 88, { nickname: "Mjølner", notes: "Seven gunners make it sing. Three will do." }),
      ship("F8C Lightning", 60),
      ship("Vanguard Warden", 170),
      ship("Cutlass Steel", 150),
      ship("Buccaneer", 165),
      ship("Ursa Medivac", 77),
      ship("F7A Hornet Mk II", 35),
    ],
  },
  {
    owner: "Ida Storm",
    ships: [
      ship("Cutlass Red", 130, { nickname: "Samaritten", notes: "Bed three is reserved for Mikkel." }),
      ship("Carrack", 101),
      ship("600i Explorer", 90),
      ship("Terrapin", 131),
      ship("315p", 132),
      ship("C8X Pisces Expedition", 101),
      ship("ROC", 40),
    ],
  },
  {
    owner: "Anders Krogh",
    ships: [
      ship("MOLE", 70, { notes: "Both side seats are free on Tuesdays." }),
      ship("Prospector", 240, { quantity: 2 }),
      ship("ATLS GEO", 20, { quantity: 3 }),
      ship("ATLS", 26),
      ship("Caterpillar", 190),
      ship("Golem", 15),
      ship("Vulture", 160),
    ],
  },
  {
    owner: "Chloe Marsh",
    isHidden: true,
    ships: [ship("Herald", 80), ship("Sabre Raven", 62), ship("Talon", 110), ship("Nox", 64)],
  },
  {
    owner: "Jeppe Skov",
    ships: [
      ship("Cutlass Black", 300),
      ship("Starfarer", 140, { nickname: "Tankpasseren", notes: "Seven seats, three filled. Say hello." }),
      ship("Freelancer MAX", 250),
      ship("Nomad", 320),
      ship("Terrapin Medic", 45),
      ship("Corsair", 50),
      ship("RAFT", 31),
    ],
  },
  {
    owner: "Daniel Osei",
    ships: [
      ship("Avenger Titan", 14, { notes: "Still learning to land it." }),
      ship("F7C Hornet Mk II", 9),
      ship("Dragonfly Black", 13),
      ship("STV", 12),
    ],
  },
  {
    owner: "Maja Winther",
    ships: [ship("Cutlass Blue", 70), ship("Reclaimer", 60), ship("Razor EX", 66)],
  },
];

/** A ship that UEX no longer lists and that stays in a hangar. */
const GONE: CatalogueShip = {
  id: 9001,
  name: "Mustang Alpha Vindicator",
  nameFull: "Consolidated Outland Mustang Alpha Vindicator",
  slug: "mustang-alpha-vindicator",
  companyName: "Consolidated Outland",
  urlPhoto: null,
  scu: 4,
  crewMin: 1,
  crewMax: 1,
  size: "small",
  roles: ["military", "fighter"],
  containerSizes: [1, 2],
};

const DAY = 86_400_000;

/** Returns the ships that UEX lists, read as the ship sync reads them; none when it does not answer. */
async function readShips(settings: Values): Promise<CatalogueShip[]> {
  if (!settings["UEX_API_URL"]) return [];
  try {
    const response = await fetch(`${settings["UEX_API_URL"]}/vehicles`, {
      signal: AbortSignal.timeout(5_000),
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const { data } = (await response.json()) as { data: unknown[] };
    return readCatalogue(data).ships;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "no answer";
    console.error(`The demo has no ships: UEX did not list them (${reason}).`);
    return [];
  }
}

/**
 * Returns rows of the catalogue, of its ship sync, and of the demo's hangars, by table.
 * @param userIds - ids of the demo's users by their names
 */
export async function hangarRows(
  settings: Values,
  organizationId: number,
  now: Date,
  userIds: ReadonlyMap<string, number>,
): Promise<[table: string, rows: Row[]][]> {
  const listed = await readShips(settings);
  if (listed.length === 0) return [];
  const at = now.toISOString();
  const all = [...listed, GONE];
  const idOf = new Map(all.map(({ name, id }) => [name, id]));
  const day = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY).toISOString();
  const owned = DEMO_HANGARS.flatMap(({ owner, isHidden, ships }) => {
    const userId = userIds.get(owner);
    return userId === undefined ? [] : [{ userId, isHidden: isHidden ? 1 : 0, ships }];
  });
  const hangarShips = owned.flatMap(({ userId, ships }) =>
    ships.flatMap(({ name, daysAgo, quantity = 1, nickname = null, notes = null }): Row[] => {
      const shipId = idOf.get(name);
      if (shipId === undefined) return [];
      const created = daysAgo === undefined ? day(600) : day(daysAgo);
      return [
        {
          organization_id: organizationId,
          user_id: userId,
          ship_id: shipId,
          quantity,
          nickname,
          acquired_date: daysAgo === undefined ? null : created.slice(0, 10),
          notes,
          created_at: created,
          updated_at: created,
        },
      ];
    }),
  );
  return [
    ["ships", all.map((each) => shipRow(each, organizationId))],
    [
      "ship_syncs",
      [
        {
          organization_id: organizationId,
          status: "completed",
          records_processed: listed.length,
          added: listed.length,
          created_at: at,
        },
      ],
    ],
    [
      "hangars",
      owned.map(({ userId, isHidden }) => ({
        user_id: userId,
        organization_id: organizationId,
        is_hidden: isHidden,
      })),
    ],
    [
      "hangar_ships",
      hangarShips.sort((a, b) => String(a["created_at"]).localeCompare(String(b["created_at"]))),
    ],
  ];
}

const shipRow = (each: CatalogueShip, organizationId: number): Row => ({
  organization_id: organizationId,
  id: each.id,
  name: each.name,
  name_full: each.nameFull,
  slug: each.slug,
  company_name: each.companyName,
  url_photo: each.urlPhoto,
  scu: each.scu,
  crew_min: each.crewMin,
  crew_max: each.crewMax,
  size: each.size,
  roles: JSON.stringify(each.roles),
  container_sizes: each.containerSizes && JSON.stringify(each.containerSizes),
  is_listed: each === GONE ? 0 : 1,
});
