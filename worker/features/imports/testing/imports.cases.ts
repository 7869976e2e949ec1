import type { RouteCase, Scene } from "../../../testing/cases.ts";
import { value } from "../../../testing/database.ts";
import { ship } from "../../ships/testing/ships.factory.ts";

/** Another number of a ship for each request. */
let last = 500_000;

const pathOf = ({ caller }: Scene, rest: string) => `/api/uex/user/${caller.userId}/ships/${rest}`;

const organizationOf = async ({ caller }: Scene) =>
  (await value<number | undefined>("select organization_id from users where id = ?", caller.userId)) ?? 1;

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
