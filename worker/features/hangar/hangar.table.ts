import {
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import { ships } from "../ships/index.ts";
import { users } from "../users/index.ts";
import type { Pledge } from "./hangar.schema.ts";

/** A user's hangar, from their first ship or choice of privacy on. */
export const hangars = sqliteTable(
  "hangars",
  {
    userId: integer("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    organizationId: organizationId(),
    isHidden: flag("is_hidden").notNull().default(false),
  },
  (table) => [index("hangars_of").on(table.organizationId, table.isHidden, table.userId)],
);

/** The ships of users: a row for each user and type of ship. */
export const hangarShips = sqliteTable(
  "hangar_ships",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    userId: integer("user_id")
      .notNull()
      .references(() => hangars.userId, { onDelete: "cascade" }),
    shipId: integer("ship_id").notNull(),
    quantity: integer("quantity").notNull().default(1),
    nickname: text("nickname"),
    acquiredDate: text("acquired_date"),
    notes: text("notes"),
    /** The pledges of an import: numbers, names and prices only where the owner chose to keep them. */
    pledges: json<Pledge[]>("pledges"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("hangar_ships_one").on(table.userId, table.shipId),
    foreignKey({
      columns: [table.organizationId, table.shipId],
      foreignColumns: [ships.organizationId, ships.id],
    }),
  ],
);

/** The last removed entry of each type of ship and user; kept for a day, to be restored. */
export const hangarRemovals = sqliteTable(
  "hangar_removals",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    shipId: integer("ship_id").notNull(),
    entry: json<typeof hangarShips.$inferSelect>("entry").notNull(),
    removedAt: instant("removed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.shipId] })],
);
