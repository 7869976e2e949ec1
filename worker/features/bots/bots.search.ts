import { sql } from "drizzle-orm";
import type { Source } from "../../lib/search/search.ts";
import { bots } from "./bots.table.ts";

type Row = { id: number; name: string; framework: string };

/** A setting bounds how many bots there are; this bounds what a search reads of them. */
const MOST = 100;

export const botSearch: Source = {
  group: "bots",
  needs: "bots.read",
  select: ({ db, actor }) =>
    db.all<Row>(
      sql`select id, name, framework from ${bots} where organization_id = ${actor.organizationId} order by id desc limit ${MOST}`,
    ),
  present: ({ id, name, framework }: Row) => ({
    ...{ kind: "bot", id, title: name, line: framework, path: `/discord-bots?bot=${id}`, weight: id },
  }),
};
