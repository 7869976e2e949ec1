import type { Feature } from "../../lib/feature.ts";
import { backedUp, technical } from "../../lib/table-rules.ts";
import { shipRoutes } from "./ships.routes.ts";
import { shipAudit, shipNotices } from "./ships.texts.ts";
import { deleteOldShipSyncs, syncShipsByJob } from "./sync.ts";

export { toShip } from "./list.ts";
export { ships } from "./ships.table.ts";
export { uexHeaders } from "./uex.ts";

export const shipsFeature = {
  routes: shipRoutes,
  tables: {
    ships: { backup: backedUp("settings") },
    ship_syncs: {
      backup: technical(backedUp("settings")),
      personal: { leftOut: "Says who began a sync; the log of what you did has it." },
    },
  },
  jobs: [
    {
      name: "ships",
      title: { en: "Ship sync", da: "Synkronisering af skibe" },
      every: "daily",
      run: syncShipsByJob,
    },
  ],
  daily: (context) => [deleteOldShipSyncs(context)],
  audit: shipAudit,
  notices: shipNotices,
  topics: {
    // Once for a sync that changed ships, not for each ship.
    ships: [{ table: "ship_syncs", on: ["update"], when: "new.added + new.updated + new.removed > 0" }],
    ship_sync: [{ table: "ship_syncs", on: ["insert", "update"] }],
  },
} satisfies Feature;
