#!/bin/sh
# Expected: values that stand in a statement are no rows that D1 reads, whatever else stands there.
# Seen: they count as none alone and in a join, but each of them as a row read once the statement begins with a WITH, even one that
# has nothing to do with them; sorted, they count as well. So a search that takes names out of blocks by literal places has neither.
. "$(dirname "$0")/run.sh"
install miniflare@4.20260730.0
cat > try.mjs <<'JS'
import { Miniflare } from "miniflare";
const flare = new Miniflare({ modules: true, script: "export default {}", d1Databases: ["DB"], compatibilityDate: "2025-10-01" });
const db = await flare.getD1Database("DB");
const eight = "(values (1), (2), (3), (4), (5), (6), (7), (8))";
const statements = {
  alone: `select column1 from ${eight}`,
  "in a join of 64": `select a.column1 from ${eight} a cross join ${eight} b`,
  "after a WITH of one row": `with one as (select 1 as x) select v.column1 from one cross join ${eight} v`,
  "in an order": `select column1 from ${eight} order by 1 desc`,
};
for (const [name, sql] of Object.entries(statements))
  console.log(`${name}: ${(await db.prepare(sql).all()).meta.rows_read} rows read`);
await flare.dispose();
JS
seen 'alone: 0 rows read
in a join of 64: 0 rows read
after a WITH of one row: 8 rows read
in an order: 8 rows read' "$(node try.mjs)"
