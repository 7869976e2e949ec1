#!/bin/sh
# Expected: the whole number 5 that is bound to a statement is 5 wherever the statement puts it.
# Seen: D1 binds every number of JavaScript as a real. A column of integers makes it whole again; a column of text keeps "5.0", JSON
# made of it says 5.0, and glued to a text it is "5.0".
# The product casts numbers that become part of a text or of JSON.
. "$(dirname "$0")/run.sh"
install miniflare@4.20260730.0
cat > try.mjs <<'JS'
import { Miniflare } from "miniflare";
const flare = new Miniflare({ modules: true, script: "export default {}", d1Databases: ["DB"], compatibilityDate: "2025-10-01" });
const db = await flare.getD1Database("DB");
await db.exec("create table notes (whole integer, words text)");
await db.prepare("insert into notes values (?, ?)").bind(5, 5).run();
const row = await db.prepare("select whole, words, json_object('n', ?) as json, 'ship ' || ? as glued from notes").bind(5, 5).first();
console.log(JSON.stringify(row));
await flare.dispose();
JS
seen '{"whole":5,"words":"5.0","json":"{\"n\":5.0}","glued":"ship 5.0"}' "$(node try.mjs)"
