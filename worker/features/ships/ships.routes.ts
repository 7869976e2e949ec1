import * as z from "zod/mini";
import { requires, signedIn } from "../../lib/http/access.ts";
import { response } from "../../lib/http/answers.ts";
import { get, post } from "../../lib/http/route.ts";
import { listShips } from "./list.ts";
import { getPhoto } from "./photo.ts";
import { photoQuery, ship, shipSyncAnswer, shipSyncStatus } from "./ships.schema.ts";
import { acceptLoss, getShipSyncStatus, syncShips } from "./sync.ts";

export const shipRoutes = [
  get("/uex/ships", {
    access: signedIn(),
    answers: z.array(ship),
    depends: ["ships"],
    summary: "List the catalogue of ships",
    run: listShips,
  }),
  get("/uex/image-proxy", {
    access: signedIn(),
    query: photoQuery,
    answers: response(200, "image/*"),
    summary: "Fetch a ship's photo from its provider",
    run: (context, query) => getPhoto(context, query),
  }),
  get("/uex/sync-status", {
    access: requires("admin.system"),
    answers: z.nullable(shipSyncStatus),
    depends: ["ship_sync"],
    summary: "Read how the newest ship sync went",
    run: getShipSyncStatus,
  }),
  post("/uex/sync-ships", {
    access: requires("admin.system"),
    answers: shipSyncAnswer,
    rows: 1_500,
    summary: "Bring the catalogue up to date with UEX",
    run: (context) => syncShips(context),
  }),
  post("/uex/sync-ships/:id/accept", {
    access: requires("admin.system"),
    answers: shipSyncAnswer,
    rows: 1_500,
    summary: "Accept that UEX no longer lists ships, for which a sync was refused",
    run: acceptLoss,
  }),
];
