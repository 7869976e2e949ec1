import type { RouteCase, Scene } from "../../../testing/cases.ts";
import { raw, value } from "../../../testing/database.ts";
import { ship } from "../../ships/testing/ships.factory.ts";
import { OPEN_NAMES, SHIPS_MAX } from "../imports.schema.ts";

/** Another number of a ship for each request. */
let last = 500_000;

const pathOf = ({ caller }: Scene, rest: string) => `/api/uex/user/${caller.userId}/ships/${rest}`;

const organizationOf = async ({ caller }: Scene) =>
  (await value<number | undefined>("select organization_id from users where id = ?", caller.userId)) ?? 1;

/** Inserts ships into the caller's catalogue at once; returns their numbers. */
async function manyShips(scene: Scene, count: number): Promise<number[]> {
  const ids = Array.from({ length: count }, (_, at) => last + 1 + at);
  last += count;
  await raw.DB.prepare(
    `insert into ships (organization_id, id, name, name_full, slug, company_name, roles)
     select ?, value, 'Ship ' || value, 'Maker Ship ' || value, 'ship-' || value, 'Maker', '[]' from json_each(?)`,
  )
    .bind(await organizationOf(scene), JSON.stringify(ids))
    .run();
  return ids;
}

/** Routes of imports into hangars and exports of them: a user's own. */
export const cases: RouteCase[] = [
  {
    route: "POST /api/uex/user/:userId/ships/import/preview",
    access: "signed-in",
    ownsOr: [],
    request: (scene) => ({
      path: pathOf(scene, "import/preview"),
      body: { content: JSON.stringify([{ name: "carrack", shipname: "Vædderen", type: "ship" }]) },
    }),
  },
  {
    route: "POST /api/uex/user/:userId/ships/import",
    access: "signed-in",
    ownsOr: [],
    request: async (scene) => {
      last += 1;
      const shipId = await ship({ id: last, organization_id: await organizationOf(scene) });
      return {
        path: pathOf(scene, "import"),
        body: {
          format: "ccu_game",
          ships: [{ shipId, quantity: 2, nickname: "Vædderen" }],
          removals: [],
          answers: [{ name: "carrack", shipId }],
        },
      };
    },
    // A hangar of 400 types, each replaced by another one, and 500 new names.
    largest: async (scene) => {
      const ids = await manyShips(scene, 2 * SHIPS_MAX);
      const [before, after] = [ids.slice(0, SHIPS_MAX), ids.slice(SHIPS_MAX)];
      const { caller } = scene;
      await raw.DB.batch([
        raw.DB.prepare("insert or ignore into hangars (user_id, organization_id) values (?, ?)").bind(
          caller.userId,
          await organizationOf(scene),
        ),
        raw.DB.prepare(
          `insert into hangar_ships (organization_id, user_id, ship_id, created_at, updated_at)
           select organization_id, user_id, value, '', '' from hangars, json_each(?2) where user_id = ?1`,
        ).bind(caller.userId, JSON.stringify(before)),
      ]);
      return {
        path: pathOf(scene, "import"),
        body: {
          format: "ccu_game",
          ships: after.map((shipId) => ({ shipId, quantity: 2, nickname: "Vædderen" })),
          removals: before.map((shipId) => ({ shipId, version: 1 })),
          answers: Array.from({ length: OPEN_NAMES }, (_, at) => ({
            name: `name ${last} ${at}`,
            shipId: after[0],
          })),
        },
      };
    },
  },
  {
    route: "GET /api/uex/user/:userId/ships/export",
    unproven: "The caller's own ships alone, which an import reads again.",
    access: "signed-in",
    ownsOr: [],
    kind: "file",
    request: (scene) => ({ path: pathOf(scene, "export?format=fleetyards") }),
  },
];
