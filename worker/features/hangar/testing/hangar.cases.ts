import type { RouteCase, Scene } from "../../../testing/cases.ts";
import { addTo, shipsPath, theirShip } from "./hangar.factory.ts";

const ROUTE = "/api/uex/user/:userId/ships";
const PRIVACY = "/api/uex/user/:userId/privacy";

/** A ship in the hangar of the caller, who may be a visitor without one. */
async function ownedShip({ caller }: Scene): Promise<number> {
  const shipId = await theirShip(caller);
  if (caller.token !== null) await addTo(caller, shipId, { quantity: 2, notes: "Kept", nickname: "Vega" });
  return shipId;
}

const privacyOf = ({ caller }: Scene) => `/api/uex/user/${caller.userId}/privacy`;

export const cases: RouteCase[] = [
  {
    route: `GET ${ROUTE}`,
    access: "signed-in",
    ownsOr: [],
    request: ({ caller }) => ({ path: shipsPath(caller) }),
  },
  {
    route: `POST ${ROUTE}`,
    access: "signed-in",
    ownsOr: [],
    request: async ({ caller }) => ({
      path: shipsPath(caller),
      body: {
        uexShipId: await theirShip(caller),
        acquiredDate: "2025-03-14",
        notes: "Parked at Everus",
        nickname: "Vega",
        quantity: 2,
      },
    }),
    status: 201,
  },
  {
    route: `PATCH ${ROUTE}/:shipId`,
    access: "signed-in",
    ownsOr: [],
    request: async (scene) => ({
      path: shipsPath(scene.caller, await ownedShip(scene)),
      body: { quantity: 3, nickname: "Rook", notes: "Moved", acquiredDate: "2025-03-15", version: 1 },
    }),
  },
  {
    route: `DELETE ${ROUTE}/:shipId`,
    access: "signed-in",
    ownsOr: [],
    request: async (scene) => ({ path: shipsPath(scene.caller, await ownedShip(scene)) }),
    status: 204,
  },
  {
    route: `POST ${ROUTE}/:shipId/restore`,
    access: "signed-in",
    ownsOr: [],
    request: async (scene) => {
      const path = shipsPath(scene.caller, await ownedShip(scene));
      if (scene.caller.token !== null) await scene.caller.ok("DELETE", path);
      return { path: `${path}/restore` };
    },
    status: 201,
  },
  {
    route: `GET ${PRIVACY}`,
    access: "signed-in",
    ownsOr: [],
    request: (scene) => ({ path: privacyOf(scene) }),
  },
  {
    route: `PATCH ${PRIVACY}`,
    access: "signed-in",
    ownsOr: [],
    request: (scene) => ({ path: privacyOf(scene), body: { isHidden: true } }),
  },
];
