import { sql } from "drizzle-orm";
import type { Source } from "../../lib/search/search.ts";
import { bots } from "./bots.table.ts";

type Row = { id: number; title: string; line: string };

/** Most bots that a search reads; a setting limits how many exist. */
const MOST = 100;

export const botSearch: Source = {
  group: "bots",
  needs: "bots.read",
  select: ({ db, actor }) =>
    db.all<Row>(
      sql`select id, name as title, framework as line from ${bots} where organization_id = ${actor.organizationId} order by id desc limit ${MOST}`,
    ),
  present: (row: Row) => ({ ...row, kind: "bot", path: `/discord-bots?bot=${row.id}`, weight: row.id }),
};
