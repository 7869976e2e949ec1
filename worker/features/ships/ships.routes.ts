import { Hono } from "hono";
import { requires, signedIn } from "../../lib/http/access.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { listShips } from "./list.ts";
import { getShipSyncStatus } from "./status.ts";

export const shipRoutes = new Hono<App>()
  .get("/uex/ships", signedIn(), depends(["ships"]), async (c) => c.json(await listShips(contextOf(c))))
  .get("/uex/sync-status", requires("admin.system"), depends(["ships"]), async (c) =>
    c.json(await getShipSyncStatus(contextOf(c))),
  );
