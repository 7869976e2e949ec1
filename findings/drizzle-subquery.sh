#!/bin/sh
# Expected: a column of the outer table inside a subquery of a select's field names its table, as it does in `where`.
# Seen: in a select of one table drizzle-orm names columns alone, also inside of a template: "id" = "order_id" compares two columns
# of the inner table, and each row is answered the same figure. With a join both have their table.
# The product writes the outer table's name by hand in such templates.
. "$(dirname "$0")/run.sh"
install drizzle-orm@0.45.4
cat > try.mjs <<'JS'
import { sql } from "drizzle-orm";
import { integer, QueryBuilder, sqliteTable } from "drizzle-orm/sqlite-core";
const orders = sqliteTable("orders", { id: integer("id") });
const lines = sqliteTable("lines", { id: integer("id"), orderId: integer("order_id") });
const count = sql`(select count(*) from ${lines} where ${lines.orderId} = ${orders.id})`;
const build = new QueryBuilder();
console.log(build.select({ count }).from(orders).toSQL().sql);
console.log(build.select({ count }).from(orders).innerJoin(lines, sql`true`).toSQL().sql);
JS
seen 'select (select count(*) from "lines" where "order_id" = "id") from "orders"
select (select count(*) from "lines" where "lines"."order_id" = "orders"."id") from "orders" inner join "lines" on true' "$(node try.mjs)"
