import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import { EVERY_ROLE, type Permissions } from "../../lib/permissions.ts";
import { backedUp, backedUpBelow, COUNTER, isOfUser, OURS, type Tables } from "../../lib/table-rules.ts";
import { deleteOldRemovals } from "./change.ts";
import { hangarCommand } from "./hangar.commands.ts";
import { hangarRoutes } from "./hangar.routes.ts";
import { hangarAudit, hangarSentences } from "./hangar.texts.ts";

export { putShips, removeShips } from "./change.ts";
export { hangarRecord } from "./hangar.rows.ts";
export { NICKNAME_LENGTH, PLEDGE_LENGTHS, type Pledge, QUANTITY_MAX } from "./hangar.schema.ts";
export { hangarShips, hangars } from "./hangar.table.ts";

const tables: Tables = {
  hangars: {
    backup: backedUpBelow("users", "user_id", "users"),
    personal: { isOf: isOfUser, columns: ["user_id", "is_hidden"], without: { organization_id: OURS } },
  },
  hangar_ships: {
    backup: backedUp("users"),
    personal: {
      isOf: isOfUser,
      columns: [
        ...["id", "user_id", "ship_id", "quantity", "nickname", "acquired_date", "notes", "pledges"],
        ...["created_at", "updated_at"],
      ],
      json: { pledges: "What the user imported of their own pledges." },
      names: {
        ship: sql`(select name_full from ships
          where ships.organization_id = hangar_ships.organization_id and ships.id = ship_id)`,
      },
      without: { organization_id: OURS, version: COUNTER },
    },
  },
  hangar_removals: {
    backup: { leftOut: "Lets a ship that was just removed from a hangar be put back, for a day." },
    personal: {
      isOf: isOfUser,
      columns: ["user_id", "ship_id", "entry", "removed_at"],
      json: { entry: "The row of the user's own hangar before it was removed." },
      without: {},
    },
  },
};

const permissions: Permissions = {
  "tools.view": {
    category: "Tools",
    heldBy: EVERY_ROLE,
    en: ["Use tools", "Opens the tools, which are calculators."],
    da: ["Bruge værktøjer", "Åbner værktøjerne, som er beregnere."],
  },
};

export const hangarFeature = {
  routes: hangarRoutes,
  tables,
  permissions,
  audit: hangarAudit,
  sentences: hangarSentences,
  commands: [hangarCommand],
  daily: (context) => [deleteOldRemovals(context)],
  topics: {
    hangars: [
      { table: "hangar_ships", on: ["insert", "update", "delete"] },
      { table: "hangars", on: ["update"] },
    ],
  },
} satisfies Feature;
