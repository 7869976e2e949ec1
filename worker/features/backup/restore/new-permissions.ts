import { sql } from "drizzle-orm";
import type { Statement } from "../../../lib/db/client.ts";
import type { BackupHeader } from "../backup.schema.ts";
import type { BackupPlan } from "../export.ts";
import type { Compared } from "./compare.ts";
import { cell, type LaidTable } from "./layout.ts";
import { restoreRows } from "./restore.table.ts";

/**
 * The statements that give the system roles of a document the permissions added after it, as their migrations did; none for
 * other tables, nor for a document without its list of permissions: a role may lack one because a user took it away. Run before
 * the rows are compared, so that the rehearsal shows it.
 */
export function giveNewPermissions(
  { db, restoreId }: Compared,
  table: LaidTable,
  { heldBy }: BackupPlan,
  { permissions: known }: BackupHeader,
): Statement[] {
  if (table.name !== "roles" || !known) return [];
  const [key, at] = ["key", "permissions"].map((name) => table.columns.indexOf(name)) as [number, number];
  const stored = cell("data", at);
  const granted = sql`iif(json_valid(${stored}), ${stored}, '[]')`;
  return Object.entries(heldBy)
    .filter(([permission, roles]) => !known.includes(permission) && roles.length > 0)
    .map(([permission, roles]) =>
      // Binds a text, not JSON within JSON.
      db.run(sql`update ${restoreRows} set data = json_set(data, ${`$[${at}]`}, json_insert(${granted}, '$[#]', ${permission}) || '')
        where restore_id = ${restoreId} and table_name = ${table.name}
          and ${cell("data", key)} in (select value from json_each(${JSON.stringify(roles)}))
          and not exists (select 1 from json_each(${granted}) where value = ${permission})`),
    );
}
