import { lt } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Arguments } from "../../lib/commands/reply.ts";
import type { SystemContext } from "../../lib/context.ts";
import { hoursFrom, instant, json } from "../../lib/db/columns.ts";
import { users } from "../users/index.ts";

/** The action of a button, menu or form: a command's name, its action, and its arguments. */
export type Control = [command: string, action: string, given: Arguments];

/** Each handled interaction, once, with the actions of its answer's controls; kept for KEPT_HOURS. */
export const interactions = sqliteTable(
  "interactions",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Discord's id. */
    id: text("id").notNull(),
    createdAt: instant("created_at").notNull(),
    controls: json<Control[]>("controls"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/** Hours for which buttons work. */
const KEPT_HOURS = 48;

/** The statement that deletes expired ones. */
export const deleteOld = ({ db, now }: SystemContext) =>
  db.delete(interactions).where(lt(interactions.createdAt, hoursFrom(now, -KEPT_HOURS)));
