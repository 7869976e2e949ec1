#!/bin/sh
# Expected: D1 refuses an array as a parameter, as it refuses an object, or compares with each item.
# Seen: it takes an array of numbers for the bytes of a blob: `in (?)` finds nothing and says nothing. An array of texts raises.
# The product's client refuses arrays; lists go as JSON.
. "$(dirname "$0")/run.sh"
install miniflare@4.20260730.0
cat > try.mjs <<'JS'
import { Miniflare } from "miniflare";
const flare = new Miniflare({ modules: true, script: "export default {}", d1Databases: ["DB"], compatibilityDate: "2025-10-01" });
const db = await flare.getD1Database("DB");
await db.exec("create table people (id integer primary key)");
await db.exec("insert into people values (1), (2)");
const found = await db.prepare("select id from people where id in (?)").bind([1, 2]).all();
console.log(JSON.stringify(found.results));
console.log(await db.prepare("select typeof(?) || ' ' || hex(?)").bind([1, 2], [1, 2]).first("typeof(?) || ' ' || hex(?)"));
await flare.dispose();
JS
seen '[]
blob 0102' "$(node try.mjs)"
