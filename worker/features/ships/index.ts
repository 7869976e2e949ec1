import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import type { Need } from "../../lib/needs.ts";
import { backedUp, technical } from "../../lib/table-rules.ts";
import { selectLoss } from "./loss.ts";
import { shipRoutes } from "./ships.routes.ts";
import { shipAudit, shipNotices } from "./ships.texts.ts";
import { deleteOldShipSyncs, syncShipsByJob } from "./sync.ts";

export { toShip } from "./list.ts";
export { ships } from "./ships.table.ts";
export { uexHeaders } from "./uex.ts";

const shipNeeds: readonly Need[] = [
  {
    kind: "ships.loss",
    to: "admin.system",
    select: ({ db, actor }) =>
      actor.permissions.has("admin.users")
        ? sql`select json_object('id', id, 'missing', json_array_length(gone), 'name', gone ->> '$[0].name') as details,
            created_at as since, null as due_at from (${selectLoss(db, actor.organizationId)})`
        : null,
    one: {
      en: "UEX no longer lists {missing|ship|ships} of ours, such as {name}. Accept it if it is right.",
      da: "{missing|af vores skibe|af vores skibe} mangler på UEX' liste, blandt andet {name}. Godkend, hvis det passer.",
    },
    many: {
      en: "{count|update waits|updates wait} for you",
      da: "{count|opdatering|opdateringer} venter på dig",
    },
    opens: "/admin?tab=api",
    opensMany: "/admin?tab=api",
    openLabel: { en: "Look", da: "Se" },
  },
];

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
  needs: shipNeeds,
  notices: shipNotices,
  topics: {
    // Once for a sync that changed ships, not for each ship.
    ships: [{ table: "ship_syncs", on: ["update"], when: "new.added + new.updated + new.removed > 0" }],
    ship_sync: [{ table: "ship_syncs", on: ["insert", "update"] }],
  },
} satisfies Feature;
