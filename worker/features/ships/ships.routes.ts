import { Hono } from "hono";
import { requires, signedIn } from "../../lib/http/access.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import { listShips } from "./list.ts";
import { getPhoto } from "./photo.ts";
import { photoQuery } from "./ships.schema.ts";
import { getShipSyncStatus } from "./status.ts";
import { syncShips } from "./sync.ts";

export const shipRoutes = new Hono<App>()
  .get("/uex/ships", signedIn(), depends(["ships"]), async (c) => c.json(await listShips(contextOf(c))))
  .get("/uex/image-proxy", signedIn(), input("query", photoQuery), async (c) =>
    getPhoto(contextOf(c), c.req.valid("query")),
  )
  .get("/uex/sync-status", requires("admin.system"), depends(["ship_sync"]), async (c) =>
    c.json(await getShipSyncStatus(contextOf(c))),
  )
  .post("/uex/sync-ships", requires("admin.system"), async (c) => c.json(await syncShips(contextOf(c))));
