#!/bin/sh
# Expected: a read of local D1 leaves its files as they are.
# Seen: each read appends a page to the database's log (-wal): miniflare notes a bookmark in the same transaction, and waits for the
# disk, while its figures name no written row. So a benchmark of reads on it measures the disk as well, as `docs/capacity.md` says.
. "$(dirname "$0")/run.sh"
install miniflare@4.20260730.0
cat > try.mjs <<'JS'
import { readdirSync, statSync } from "node:fs";
import { Miniflare } from "miniflare";
const flare = new Miniflare({ modules: true, script: "export default {}", d1Databases: ["DB"], d1Persist: "data", compatibilityDate: "2025-10-01" });
const db = await flare.getD1Database("DB");
await db.exec("create table people (id integer primary key)");
const log = () => readdirSync("data", { recursive: true }).filter((file) => file.endsWith("-wal")).reduce((sum, file) => sum + statSync(`data/${file}`).size, 0);
const read = () => db.prepare("select id from people").all();
await read();
const before = log();
let written = 0;
for (let at = 0; at < 10; at++) written = (await read(), log());
console.log(`${(written - before) / 10 / 4120} pages for each read`);
const { meta } = await read();
console.log(`rows written: ${meta.rows_written}`);
await flare.dispose();
JS
seen '1 pages for each read
rows written: 0' "$(node try.mjs)"
