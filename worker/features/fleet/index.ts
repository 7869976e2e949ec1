import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import type { Source } from "../../lib/search/search.ts";
import { sorted } from "../../lib/search/wanted.ts";
import { hangarShips } from "../hangar/index.ts";
import { ships } from "../ships/index.ts";
import { fleetRoutes } from "./fleet.routes.ts";

type Row = { id: number; name: string; name_full: string; company_name: string; is_own: 0 | 1 };

/** Most ships of the catalogue that are checked against the reader's hangar. */
const MOST_LIKE = 30;

const OWN = { en: "In your hangar", da: "I din hangar" };

const shipSearch: Source = {
  group: "ships",
  select: ({ db, actor }, wanted) =>
    db.all<Row>(sql`select found.*, exists (select 1 from ${hangarShips}
          where ${hangarShips.userId} = ${actor.userId} and ${hangarShips.shipId} = found.id) as is_own
      from (select id, name, name_full, company_name from (select id, name, name_full, company_name,
            ${wanted.likenessOf("lower(name_full)")} as likeness
          from ${ships} where organization_id = ${actor.organizationId} and is_listed = 1
            and likeness > 0 ${sql.raw(sorted("likeness desc, id desc"))})
        limit ${MOST_LIKE}) found`),
  present: (row: Row, { actor, language }) => {
    const query = new URLSearchParams({ q: row.name });
    const isOwn = row.is_own === 1;
    // The fleet shows others' ships; a user who may not see it can add one.
    const seesFleet = actor.permissions.has("roster.read") || actor.permissions.has("members.read");
    const other = seesFleet ? `/organization?tab=fleet&${query}` : "/my-hangar?add=1";
    return {
      ...{ kind: "ship", id: row.id, title: row.name, name: row.company_name, alias: row.name_full },
      ...{ line: isOwn ? OWN[language] : "", path: isOwn ? `/my-hangar?${query}` : other },
      weight: Number(isOwn) + row.id / 1e9,
    };
  },
};

export const fleetFeature = { routes: fleetRoutes, search: [shipSearch] } satisfies Feature;
