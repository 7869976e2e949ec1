import { Hono } from "hono";
import * as z from "zod/mini";
import { requires, signedIn } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import { listShips } from "./list.ts";
import { getPhoto } from "./photo.ts";
import { photoQuery, ship, shipSyncAnswer, shipSyncStatus } from "./ships.schema.ts";
import { getShipSyncStatus } from "./status.ts";
import { syncShips } from "./sync.ts";

export const shipRoutes = new Hono<App>()
  .get("/uex/ships", signedIn(), depends(["ships"]), async (c) =>
    answer(c, z.array(ship), await listShips(contextOf(c))),
  )
  .get("/uex/image-proxy", signedIn(), input("query", photoQuery), async (c) =>
    getPhoto(contextOf(c), c.req.valid("query")),
  )
  .get("/uex/sync-status", requires("admin.system"), depends(["ship_sync"]), async (c) =>
    answer(c, z.nullable(shipSyncStatus), await getShipSyncStatus(contextOf(c))),
  )
  .post("/uex/sync-ships", requires("admin.system"), async (c) =>
    answer(c, shipSyncAnswer, await syncShips(contextOf(c))),
  );
