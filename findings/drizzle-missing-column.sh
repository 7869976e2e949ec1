#!/bin/sh
# Expected: a select of a column that the database does not have yet is an error.
# Seen: drizzle-orm quotes names of columns with ", and SQLite as D1 has it takes an unknown quoted name of a select of one table for
# a text: every row is answered the column's name. A deployment ahead of its migration shows "nick" as everybody's nick.
# The product serves nothing while its schema is behind.
. "$(dirname "$0")/run.sh"
install drizzle-orm@0.45.4 miniflare@4.20260730.0
cat > try.mjs <<'JS'
import { drizzle } from "drizzle-orm/d1";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { Miniflare } from "miniflare";
const flare = new Miniflare({ modules: true, script: "export default {}", d1Databases: ["DB"], compatibilityDate: "2025-10-01" });
const db = await flare.getD1Database("DB");
await db.exec("create table people (id integer primary key)");
await db.exec("insert into people values (1), (2)");
const people = sqliteTable("people", { id: integer("id"), nick: text("nick") });
console.log(JSON.stringify(await drizzle(db).select().from(people)));
await flare.dispose();
JS
seen '[{"id":1,"nick":"nick"},{"id":2,"nick":"nick"}]' "$(node try.mjs)"
